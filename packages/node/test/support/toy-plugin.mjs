// The toy format in plain JavaScript, because worker threads import it by its URL.

/** A plugin for toy archives whose own codec decodes with the function given. */
export default function makePlugin(decode) {
  return {
    contract: 1,
    id: 'toy',
    title: 'Toy archive',
    extensions: ['.toy'],
    signatures: [{ at: 0, bytes: '544f5941' }],
    options: {},
    codecs: [{ id: 'toy/xor', maxRatio: 1, decode, encode: (input) => input.map((byte) => byte ^ 0x55) }],
    detect: () => ({ confidence: 100, reason: 'the magic' }),
    async open(source) {
      const head = await source.read(0, 8);
      const tableOffset = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
      const bytes = await source.read(tableOffset, source.size - tableOffset);
      const { rows } = JSON.parse(new TextDecoder().decode(bytes));
      return {
        variant: 'toy',
        entries: { length: rows.length, at: (number) => rows[number] },
        structure: [],
      };
    },
  };
}

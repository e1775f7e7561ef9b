const lowerDigits = '0123456789abcdef';

/** Lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += lowerDigits.charAt(byte >>> 4) + lowerDigits.charAt(byte & 15);
  return text;
}

/** Bytes of hex text, or nothing when it is no hex. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** `0x` and upper-case digits: how offsets, hashes and unresolved names are written everywhere. */
export function hexNumber(value: number | bigint, digits = 8): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** A number in a header or directory record: where it is and how many bytes it has. */
export interface Field {
  readonly at: number;
  readonly bytes: 2 | 4 | 8;
}

const word = 2 ** 32;

/** The value of a field of the record at `base`. Above 2^53 it is rounded: still far outside any file. */
export function readField(view: DataView, base: number, field: Field, little: boolean): number {
  const at = base + field.at;
  if (field.bytes === 2) return view.getUint16(at, little);
  if (field.bytes === 4) return view.getUint32(at, little);
  const [low, high] = little ? [at, at + 4] : [at + 4, at];
  return view.getUint32(high, little) * word + view.getUint32(low, little);
}

/** Puts a value into a field of the record at `base`; a value that is too large keeps its low bits. */
export function writeField(view: DataView, base: number, field: Field, little: boolean, value: number): void {
  const at = base + field.at;
  if (field.bytes === 2) view.setUint16(at, value, little);
  else if (field.bytes === 4) view.setUint32(at, value % word, little);
  else view.setBigUint64(at, value >= 2 ** 64 ? 2n ** 64n - 1n : BigInt(value), little);
}

/** The value with all bits set, which stands for "not compressed" and "no name". */
export function allOnes(field: Field): number {
  return 2 ** (8 * field.bytes) - 1;
}

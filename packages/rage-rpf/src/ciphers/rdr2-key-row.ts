/** Key numbers 0–162 have their own row; these follow. */
const regularKeys = 163;
const extraKeys: readonly number[] = [0xc0, 0xc5, 0xc6];

/** Key number of data that is not encrypted. */
export const rdr2NoKey = 0xff;

/** Rows of a whole RDR2 key set: on PC all extra keys, elsewhere the first only. */
export const rdr2KeyRows: { readonly pc: number; readonly tfit: number } = {
  pc: regularKeys + extraKeys.length,
  tfit: regularKeys + 1,
};

/** Row of an RDR2 key number in a key set, or nothing for a number that no known archive uses. */
export function rdr2KeyRow(keyNumber: number): number | undefined {
  if (keyNumber >= 0 && keyNumber < regularKeys && Number.isInteger(keyNumber)) return keyNumber;
  const extra = extraKeys.indexOf(keyNumber);
  return extra < 0 ? undefined : regularKeys + extra;
}

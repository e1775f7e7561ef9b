/** The numbers of rows in the order of their keys; equal ones stay in theirs. */
export function sortedRows(keys: ArrayLike<number>): Uint32Array {
  const { length } = keys;
  // A number that holds key and row is sorted without a call for each comparison.
  const places = 2 ** Math.ceil(Math.log2(length + 1));
  const most = Number.MAX_SAFE_INTEGER / places - 1;
  const joined = new Float64Array(length);
  let isSmall = true;
  for (let row = 0; row < length; row++) {
    const key = keys[row] as number;
    isSmall &&= key >= 0 && key <= most;
    joined[row] = key * places + row;
  }
  const rows = new Uint32Array(length);
  if (isSmall) {
    joined.sort();
    for (let row = 0; row < length; row++) rows[row] = (joined[row] as number) % places;
    return rows;
  }
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

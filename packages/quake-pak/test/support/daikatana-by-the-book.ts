/** The encoder as the specification words it, with plain searching: the yardstick for the fast one. */
export function encodeByTheBook(plain: Uint8Array): Uint8Array {
  const output: number[] = [];
  let literals: number[] = [];
  const flush = (): void => {
    if (literals.length > 0) output.push(literals.length - 1, ...literals);
    literals = [];
  };
  for (let i = 0; i < plain.length; ) {
    const z = runOf(plain, i, 0);
    const r = runOf(plain, i, plain[i] ?? 0);
    let m = 0;
    let distance = 0;
    for (let d = 2; d <= Math.min(257, i); d++) {
      let length = 0;
      while (
        length < Math.min(62, d) &&
        i + length < plain.length &&
        plain[i + length] === plain[i + length - d]
      )
        length++;
      if (length > m) [m, distance] = [length, d];
    }
    if (z >= 2 && z >= m) {
      flush();
      output.push(0x3e + z);
      i += z;
    } else if (r >= 3 && r >= m) {
      flush();
      output.push(0x7e + r, plain[i] ?? 0);
      i += r;
    } else if (m >= 3) {
      flush();
      output.push(0xbe + m, distance - 2);
      i += m;
    } else {
      literals.push(plain[i] ?? 0);
      i++;
      if (literals.length === 64) flush();
    }
  }
  flush();
  output.push(0xff);
  return Uint8Array.from(output);
}

function runOf(plain: Uint8Array, at: number, byte: number): number {
  let length = 0;
  while (length < 64 && at + length < plain.length && plain[at + length] === byte) length++;
  return length;
}

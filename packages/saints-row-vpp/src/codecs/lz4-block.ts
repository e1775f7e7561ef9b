import { ArchiveError } from '@packwright/core';

/** A match is at least this long. */
const shortestMatch = 4;

/** Decodes one LZ4 block that gives exactly `size` bytes. */
export function decodeLz4Block(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  let from = 0;
  let to = 0;
  const readLength = (start: number): number => {
    let length = start;
    if (start < 15) return length;
    for (;;) {
      const more = input[from++];
      if (more === undefined) throw broken(from, 'it ends inside a length');
      length += more;
      if (more < 255) return length;
    }
  };
  while (from < input.length) {
    const token = input[from++] ?? 0;
    const literals = readLength(token >> 4);
    if (literals > input.length - from) throw broken(from, `${literals} literal bytes reach behind its end`);
    if (literals > size - to) throw broken(from, `it gives more than ${size} bytes`);
    output.set(input.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence has literals only.
    if (from === input.length) break;
    if (from > input.length - 2) throw broken(from, 'it ends inside an offset');
    const distance = (input[from] ?? 0) | ((input[from + 1] ?? 0) << 8);
    from += 2;
    const length = readLength(token & 15) + shortestMatch;
    if (distance === 0 || distance > to)
      throw broken(from, `a match begins ${distance} bytes back, at byte ${to}`);
    if (length > size - to) throw broken(from, `it gives more than ${size} bytes`);
    // A match may overlap what it gives, so it is copied byte by byte unless it is far enough back.
    if (distance >= length) output.copyWithin(to, to - distance, to - distance + length);
    else for (let i = 0; i < length; i++) output[to + i] = output[to + i - distance] ?? 0;
    to += length;
  }
  if (to !== size) {
    throw new ArchiveError('SIZE_MISMATCH', `Found an LZ4 block of ${to} bytes, expected ${size}.`);
  }
  return output;
}

function broken(at: number, why: string): ArchiveError {
  return new ArchiveError('DAMAGED', `Found a damaged LZ4 block near its stored byte ${at}: ${why}.`);
}

import { ArchiveError, decodeLatin1, type Finding, findNul } from '@packwright/core';

/** What checking a name table needs to know. */
export interface NameTableFacts {
  /** Where the table lies in the archive. */
  readonly offset: number;
  /** Most bytes of one name. */
  readonly longest: number;
}

/** Bytes of names that are looked at for order and odd characters: rows may share long names, and the look must end. */
const mostScanned = 2 ** 24;

/** NUL-terminated names, read by their offset in the table. A name without a NUL ends with the table. */
export class NameTable {
  readonly bytes: Uint8Array;
  readonly #facts: NameTableFacts;
  #uncompared = mostScanned;

  constructor(bytes: Uint8Array, facts: NameTableFacts) {
    this.bytes = bytes;
    this.#facts = facts;
  }

  text(offset: number): string {
    return decodeLatin1(this.bytes, offset, this.end(offset));
  }

  /** The bytes of a name, as a view. */
  raw(offset: number): Uint8Array {
    return this.bytes.subarray(offset, this.end(offset));
  }

  /** Where the name at `offset` ends. */
  end(offset: number): number {
    return findNul(this.bytes, offset, this.bytes.length);
  }

  /** Order by raw bytes, as `strcmp` has it. Once too much was compared, names count as ascending. */
  compare(a: number, b: number): number {
    if (a === b) return 0;
    const { bytes } = this;
    for (let at = 0; this.#uncompared > 0; at++, this.#uncompared--) {
      const left = bytes[a + at] ?? 0;
      const right = bytes[b + at] ?? 0;
      if (left !== right) return left - right;
      if (left === 0) return 0;
    }
    return -1;
  }

  /** Refuses names outside the table or over the limit; one that no folder could hold becomes a finding. */
  check(offsets: Iterable<number>, report: (finding: Finding) => void): void {
    let unread = mostScanned;
    for (const offset of offsets) {
      const end = this.#checkRange(offset);
      if (unread <= 0) continue;
      unread -= end - offset + 1;
      if (!isUnsafe(this.bytes, offset, end)) continue;
      unread = 0;
      report({
        severity: 'warning',
        code: 'name-unsafe',
        message: `Found the name ${JSON.stringify(this.text(offset))}, expected names that a folder can hold.`,
        offset: this.#facts.offset + offset,
      });
    }
  }

  #checkRange(offset: number): number {
    const { bytes } = this;
    const { longest } = this.#facts;
    if (offset >= bytes.length) {
      throw new ArchiveError(
        'DAMAGED',
        `Found a name at ${offset} in the name table, expected it below ${bytes.length}.`,
        { offset: this.#facts.offset },
      );
    }
    // A window keeps the search short when a million rows share one endless name.
    const window = bytes.subarray(offset, offset + longest + 1);
    const length = findNul(window, 0, window.length);
    if (length > longest) {
      throw new ArchiveError('LIMIT_EXCEEDED', `Found a name of more than ${longest} bytes.`, {
        offset: this.#facts.offset + offset,
        help: 'Raise it with --limit-name-length if you trust the archive.',
      });
    }
    return offset + length;
  }
}

/** Whether a name is empty, `.` or `..`, or has control characters, `/`, `:` or `\`. */
function isUnsafe(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (
    length === 0 ||
    (bytes[start] === 0x2e && (length === 1 || (length === 2 && bytes[start + 1] === 0x2e)))
  ) {
    return true;
  }
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte === 0x2f || byte === 0x3a || byte === 0x5c) return true;
  }
  return false;
}

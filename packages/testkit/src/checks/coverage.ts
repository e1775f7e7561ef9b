import type { Archive } from '@packwright/core';
import { assert, assertEqual, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';

interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The map of the file: every byte is structure, an entry, or a gap that nobody has lost. */
export function coverageChecks(sample: Sample): readonly Check[] {
  return [
    {
      name: 'explains every byte of the file',
      run: async () => {
        const bytes = await sample.bytes();
        const archive = await sample.openSound();
        const structure = structureRanges(archive);
        const data = dataRanges(archive);
        checkInside([...structure, ...data], bytes.length);
        if (!sample.fixture.overlaps) checkApart(structure, data);
        const [first, ...more] = unexplainedBytes(archive, bytes);
        const found = first === undefined ? 0 : 1 + more.length;
        const what = `bytes other than zero that nobody explains, the first at ${first ?? 'no place'}`;
        assertEqual(found, sample.fixture.foreignBytes ?? 0, what);
      },
    },
  ];
}

/** Positions of bytes other than zero that are neither structure nor an entry. */
export function* unexplainedBytes(archive: Archive, bytes: Uint8Array): Generator<number> {
  const isExplained = new Uint8Array(bytes.length);
  for (const { start, end } of [...structureRanges(archive), ...dataRanges(archive)])
    isExplained.fill(1, start, end);
  for (const [at, byte] of bytes.entries()) if (isExplained[at] !== 1 && byte !== 0) yield at;
}

function structureRanges(archive: Archive): readonly Range[] {
  return archive.index.structure.map(({ name, offset, length }) => ({
    name,
    start: offset,
    end: offset + length,
  }));
}

/** Ranges of the archive's own file that entries and solid blocks occupy. */
function dataRanges(archive: Archive): readonly Range[] {
  const ranges: Range[] = [];
  const add = (name: string, extents: Iterable<object>): void => {
    for (const extent of extents) {
      const { offset, length, region, volume = 0 } = extent as Partial<Record<string, number>>;
      if (offset === undefined || length === undefined || region !== undefined || volume !== 0) continue;
      if (length > 0) ranges.push({ name, start: offset, end: offset + length });
    }
  };
  for (const { path, row } of archive.entries()) {
    add(`the entry ${JSON.stringify(path)}`, row.occupies === undefined ? row.extents : [row.occupies]);
  }
  for (const [number, region] of (archive.index.regions ?? []).entries()) add(`region ${number}`, [region]);
  return ranges;
}

function checkInside(ranges: readonly Range[], size: number): void {
  for (const { name, start, end } of ranges) {
    const isSound = Number.isSafeInteger(start) && start >= 0 && end >= start && end <= size;
    assert(isSound, `${name}: found bytes ${start} to ${end}, expected them inside the file of ${size}.`);
  }
}

function checkApart(structure: readonly Range[], data: readonly Range[]): void {
  const occupied = structure.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  for (const [number, range] of occupied.entries()) {
    const next = occupied[number + 1];
    if (next !== undefined && next.start < range.end) overlap(range, next);
    const inside = data.find(({ start, end }) => start < range.end && end > range.start);
    if (inside !== undefined) overlap(range, inside);
  }
}

function overlap(left: Range, right: Range): never {
  return fail(
    `${left.name} (bytes ${left.start} to ${left.end}) and ${right.name} (bytes ${right.start} to ${right.end}) overlap.`,
  );
}

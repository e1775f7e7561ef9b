import { type Entry, formatChecksum, hexNumber } from '@packwright/core';

/** What `list` shows of an entry. */
export interface EntryFacts {
  readonly entry: Entry;
  readonly kind: 'file' | 'directory';
  readonly path: string;
  readonly named: boolean;
  readonly size: number | undefined;
  readonly storedSize: number;
  readonly steps: readonly string[];
  readonly checksum: { readonly algorithm: string; readonly value: string } | undefined;
}

/** Gathers them; `measure` reads the data for sizes that the table does not tell. */
export async function factsOf(entry: Entry, path: string, measure: boolean): Promise<EntryFacts> {
  const { kind, named, storedSize, row } = entry;
  const size = kind === 'file' && measure ? await entry.measure() : entry.size;
  const { checksum } = row;
  const regions = entry.archive.index.regions ?? [];
  const steps = row.extents.flatMap((extent) => {
    if ('bytes' in extent) return [];
    const solid = extent.region === undefined ? [] : (regions[extent.region]?.steps ?? []);
    return [...solid, ...(extent.steps ?? [])].map(({ codec }) => codec);
  });
  return {
    entry,
    kind,
    path,
    named,
    size,
    storedSize,
    steps: [...new Set(steps)],
    checksum:
      checksum === undefined
        ? undefined
        : { algorithm: checksum.algorithm, value: formatChecksum(checksum.value) },
  };
}

/** The stable JSON form of an entry. */
export function toJson(fact: EntryFacts): Record<string, unknown> {
  const { entry, kind, path, named, size, storedSize, steps, checksum } = fact;
  const bits = entry.archive.nameHash?.bits ?? 32;
  return {
    index: entry.index,
    kind,
    path,
    named,
    size: size ?? null,
    storedSize,
    ...(entry.hash === undefined ? {} : { hash: hexNumber(entry.hash, bits / 4) }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(checksum === undefined ? {} : { checksum }),
    ...(entry.row.attributes === undefined ? {} : { attributes: entry.row.attributes }),
  };
}

const orders: Readonly<Record<string, (a: EntryFacts, b: EntryFacts) => number>> = {
  path: (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  size: (a, b) => (b.size ?? 0) - (a.size ?? 0),
  stored: (a, b) => b.storedSize - a.storedSize,
};

/** The entries in another order: by path, or the largest first; `index` is the order of the archive. */
export function sortFacts(facts: readonly EntryFacts[], order: string): readonly EntryFacts[] {
  const compare = orders[order];
  return compare === undefined ? facts : [...facts].sort(compare);
}

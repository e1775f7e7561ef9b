import {
  type Archive,
  ArchiveError,
  alignUp,
  type Change,
  type Finding,
  PartWriter,
  type Placement,
  resolveOptions,
  type WritePart,
  writeParts,
} from '@packwright/core';

/** What an edit in place gave. */
export interface Updated {
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  /** Ranges written, in order. */
  readonly writes: readonly { readonly offset: number; readonly length: number }[];
}

/** Changes an archive in memory as an editor does: old place, first free gap, end. */
export async function update(
  archive: Archive,
  changes: readonly Change[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Updated | { readonly rewrite: string }> {
  const { writer } = archive.plugin;
  if (writer?.update === undefined) throw new Error('The format has no update.');
  let bytes = (await archive.source.read(0, archive.source.size)).slice();
  const writes: { readonly offset: number; readonly length: number }[] = [];
  const findings: Finding[] = [];
  const parts = new PartWriter({
    sink: {
      write(offset, written) {
        writes.push({ offset, length: written.length });
        if (offset + written.length > bytes.length) {
          const larger = new Uint8Array(offset + written.length);
          larger.set(bytes);
          bytes = larger;
        }
        bytes.set(written, offset);
      },
    },
    placement: new GapPlacement(archive, changes),
    sources: { content: (number) => contentOf(changes, number) },
    codecs: {
      keys: archive.reading.keys,
      strict: true,
      codec: (id) => archive.reading.codecs.get(id),
      report: (finding) => findings.push(finding),
    },
    budget: archive.reading.budget,
  });
  const values = { ...archive.index.writeOptions, ...options };
  const updated = await writer.update(archive.index, changes, {
    options: resolveOptions(writer.options, values, 'writing'),
    keys: archive.reading.keys,
    limits: archive.reading.limits,
    source: archive.source,
    report: (finding) => findings.push(finding),
    placed: () => parts.settle(),
    content: () => {
      throw new Error('not needed here');
    },
    path: (entry) => archive.path(entry),
  });
  if ('rewrite' in updated) return updated;
  await writeParts(archive.plugin, updated, parts);
  return { bytes, findings, writes };
}

/** The update, where it must be possible. */
export async function updateInPlace(
  archive: Archive,
  changes: readonly Change[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Updated> {
  const updated = await update(archive, changes, options);
  if ('rewrite' in updated) throw new Error(`The archive must be rewritten: ${updated.rewrite}`);
  return updated;
}

function contentOf(
  changes: readonly Change[],
  number: number,
): Extract<Change, { kind: 'replace' }>['content'] {
  const change = changes[number];
  if (change !== undefined && 'content' in change && change.content !== undefined) return change.content;
  throw new ArchiveError('PLUGIN_INVALID', `Change ${number} has no content.`);
}

/** Which bytes are free is kept byte by byte: slow and certain. */
class GapPlacement implements Placement {
  readonly #archive: Archive;
  readonly #changes: readonly Change[];
  readonly #used: Uint8Array;
  #end: number;

  constructor(archive: Archive, changes: readonly Change[]) {
    this.#archive = archive;
    this.#changes = changes;
    this.#end = archive.source.size;
    this.#used = new Uint8Array(this.#end);
    const gone = new Set(
      changes.flatMap((change) => ('entry' in change && change.kind !== 'rename' ? [change.entry] : [])),
    );
    for (const { offset, length } of archive.index.structure) this.#used.fill(1, offset, offset + length);
    for (const entry of archive.entries()) {
      if (gone.has(entry.index)) continue;
      for (const extent of entry.row.extents) {
        if ('offset' in extent) this.#used.fill(1, extent.offset, extent.offset + extent.length);
      }
    }
  }

  get end(): number {
    return this.#end;
  }

  place(part: WritePart, size: number): number {
    if (part.at !== undefined || part.end || size === 0) return this.placeOpen(part);
    const old = this.#oldPlace(part);
    if (old !== undefined && this.#isFree(old, size)) return old;
    for (let at = 0; at + size <= this.#used.length; ) {
      const taken = this.#used.subarray(at, at + size).lastIndexOf(1);
      if (taken < 0) return at;
      at = alignUp(at + taken + 1, part.align ?? 1);
    }
    return this.placeOpen(part);
  }

  placeOpen(part: WritePart): number {
    return part.at ?? alignUp(this.#end, part.align ?? 1);
  }

  wrote(at: number, size: number): void {
    this.#end = Math.max(this.#end, at + size);
    this.#used.fill(1, at, at + size);
  }

  #oldPlace(part: WritePart): number | undefined {
    const [piece] = part.pieces;
    const change = piece !== undefined && 'entry' in piece ? this.#changes[piece.entry] : undefined;
    if (change?.kind !== 'replace') return undefined;
    const [extent] = this.#archive.entry(change.entry).row.extents;
    return extent !== undefined && 'offset' in extent ? extent.offset : undefined;
  }

  #isFree(at: number, size: number): boolean {
    return at + size <= this.#used.length && !this.#used.subarray(at, at + size).includes(1);
  }
}

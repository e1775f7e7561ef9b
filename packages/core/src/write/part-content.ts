import type { StoredExtent } from '../contract/archive-index.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Piece } from '../contract/writer.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** Where pieces get their bytes from. */
export interface PartSources {
  /** Content of `entries[n]` in a new archive, of `changes[n]` in an edit. */
  content(entry: number): ByteSource;
  /** Stored bytes of the archive that is being changed. */
  stored?(extent: StoredExtent): ByteSource;
}

/** A run of bytes of a part: literal, zeros, or a range of a source. */
export type Run =
  | { readonly bytes: Uint8Array; readonly length: number }
  | { readonly zeros: true; readonly length: number }
  | { readonly source: ByteSource; readonly from: number; readonly length: number };

/** The runs that pieces stand for, with their lengths. */
export function toRuns(pieces: readonly Piece[], sources: PartSources): readonly Run[] {
  return pieces.map((piece): Run => {
    if ('entry' in piece) {
      const source = sources.content(piece.entry);
      const from = piece.offset ?? 0;
      return { source, from, length: piece.length ?? source.size - from };
    }
    if ('bytes' in piece) return { bytes: piece.bytes, length: piece.bytes.length };
    if ('zeros' in piece) return { zeros: true, length: piece.zeros };
    if (sources.stored === undefined) {
      throw new ArchiveError('PLUGIN_INVALID', 'A new archive has no stored bytes to copy.');
    }
    const source = sources.stored(piece.copy);
    return { source, from: 0, length: source.size };
  });
}

/** A range of a run. */
export function sliceRun(run: Run, offset: number, length: number): Run {
  if ('zeros' in run) return { zeros: true, length };
  if ('bytes' in run) return { bytes: run.bytes.subarray(offset, offset + length), length };
  return { source: run.source, from: run.from + offset, length };
}

/** Total bytes of runs. */
export function runsLength(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.length, 0);
}

/** All bytes of runs in one buffer. */
export async function loadRuns(runs: readonly Run[], signal?: AbortSignal | undefined): Promise<Uint8Array> {
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) {
    if ('bytes' in only) return only.bytes;
    if ('source' in only) return only.source.read(only.from, only.length, { signal });
  }
  const target = new Uint8Array(runsLength(runs));
  let at = 0;
  for (const run of runs) {
    if ('bytes' in run) target.set(run.bytes, at);
    else if ('source' in run) target.set(await run.source.read(run.from, run.length, { signal }), at);
    at += run.length;
  }
  return target;
}

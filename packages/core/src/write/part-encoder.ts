import { createChecksum, type RunningChecksum } from '../checksums/create-checksum.ts';
import type { CodecContext } from '../contract/codec.ts';
import type { WritePart } from '../contract/writer.ts';
import type { CodecPool } from './codec-pool.ts';
import { encodeSteps, isWorthwhile } from './encode-part.ts';
import { loadRuns, type Run } from './part-content.ts';

/** The bytes of a part as they go into the archive. */
export interface EncodedPart {
  readonly bytes: Uint8Array;
  /** Whether the steps were applied; plain bytes otherwise. */
  readonly isEncoded: boolean;
  readonly checksum: RunningChecksum | undefined;
}

/** Encodes a part that can be held, in a worker where there is one that can. */
export async function encodePart(
  part: WritePart,
  runs: readonly Run[],
  length: number,
  means: {
    readonly pool?: CodecPool | undefined;
    readonly codecs: CodecContext;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<EncodedPart> {
  const { pool, codecs, signal } = means;
  const { steps = [], onlyBelow } = part;
  const isPooled = pool?.accepts(steps) === true;
  const remote = isPooled ? encodeRemotely(part, runs, pool) : undefined;
  if (remote !== undefined) return { ...(await remote), checksum: startChecksum(part) };
  const plain = await loadRuns(runs, signal);
  const checksum = startChecksum(part);
  if (part.checksum?.over === 'content') checksum?.update(plain);
  const encoded = isPooled
    ? await pool.encode(plain, steps, onlyBelow)
    : await encodeSteps(plain, steps, codecs);
  if (encoded !== undefined && isWorthwhile(encoded.length, length, onlyBelow)) {
    return { bytes: encoded, isEncoded: true, checksum };
  }
  return { bytes: plain, isEncoded: false, checksum };
}

/** Lets a worker read as well, where the part is one range of a source and nobody here needs its plain bytes. */
function encodeRemotely(
  part: WritePart,
  runs: readonly Run[],
  pool: CodecPool,
): Promise<{ readonly bytes: Uint8Array; readonly isEncoded: boolean }> | undefined {
  const [only] = runs;
  if (runs.length !== 1 || only === undefined || !('source' in only)) return undefined;
  if (part.checksum?.over === 'content') return undefined;
  return pool.encodeFrom?.(only.source, only.from, only.length, part.steps ?? [], part.onlyBelow);
}

/** The checksum that a part asks for, begun with its prefix. */
export function startChecksum(part: WritePart): RunningChecksum | undefined {
  if (part.checksum === undefined) return undefined;
  const state = createChecksum(part.checksum.algorithm);
  if (part.checksum.prefix !== undefined) state.update(part.checksum.prefix);
  return state;
}

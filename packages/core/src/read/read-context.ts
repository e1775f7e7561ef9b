import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { CodecContext } from '../contract/codec.ts';
import type { Finding } from '../contract/finding.ts';
import type { Keys } from '../contract/keys.ts';
import type { Limits } from '../contract/limits.ts';
import type { MemoryBudget } from '../memory/memory-budget.ts';
import type { CodecRegistry } from './codec-registry.ts';
import type { RegionReader } from './region-reader.ts';

/** What reading extents of one archive needs. */
export interface ReadContext {
  readonly codecs: CodecRegistry;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly budget: MemoryBudget;
  readonly strict: boolean;
  /** The archive (0) or one of its sibling files. */
  volume(number: number): Awaitable<ByteSource>;
  region(number: number): RegionReader;
  report(finding: Finding): void;
}

/** Contexts for codecs that nothing can abort: they are the same for every entry. */
const lasting = new WeakMap<ReadContext, CodecContext>();
const lastingPooled = new WeakMap<ReadContext, CodecContext>();

/** What a codec sees of it. */
export function codecContext(
  context: ReadContext,
  signal: AbortSignal | undefined,
  pooled?: boolean | undefined,
): CodecContext {
  if (signal !== undefined) return makeContext(context, signal, pooled);
  const contexts = pooled ? lastingPooled : lasting;
  const known = contexts.get(context);
  if (known !== undefined) return known;
  const made = makeContext(context, undefined, pooled);
  contexts.set(context, made);
  return made;
}

function makeContext(
  context: ReadContext,
  signal: AbortSignal | undefined,
  pooled: boolean | undefined,
): CodecContext {
  return {
    keys: context.keys,
    strict: context.strict,
    signal,
    pooled,
    limit: Math.min(context.limits.entrySize, context.limits.memory),
    codec: (id) => context.codecs.get(id),
    report: (finding) => context.report(finding),
  };
}

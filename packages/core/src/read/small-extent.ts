import type { StoredExtent } from '../contract/archive-index.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ReadContext } from './read-context.ts';

/** An extent up to this size is decoded at once even when it could be streamed: one call is faster. */
const wholeLength = 4 * 2 ** 20;
/** Where little memory is allowed, only a share of it; and never more than is free for its stored and decoded bytes. */
const wholeShare = 1 / 8;
const freeShare = 1 / 2;

/** Whether an encoded extent is small enough to be decoded at once, as far as the table or its first bytes tell. */
export function isSmallExtent(extent: StoredExtent, context: ReadContext): Awaitable<boolean> {
  const most = longestWhole(context);
  if (extent.length > most) return false;
  if (extent.size !== undefined) return extent.size <= most;
  return chain(measureByHead(extent, context), (size) => size !== undefined && size <= most);
}

/** The longest extent that is decoded at once. */
export function longestWhole({ limits, budget }: Pick<ReadContext, 'limits' | 'budget'>): number {
  return Math.min(wholeLength, limits.memory * wholeShare, Math.max(0, budget.free) * freeShare);
}

/** The decoded size as the first stored bytes tell it; nothing when they do not. */
export function measureByHead(extent: StoredExtent, context: ReadContext): Awaitable<number | undefined> {
  const { offset, length, steps = [], region, volume = 0 } = extent;
  const [step] = steps;
  if (step === undefined || steps.length > 1 || region !== undefined) return undefined;
  const { measure } = context.codecs.get(step.codec);
  if (measure === undefined) return undefined;
  return chain(context.volume(volume), (source) => {
    const headLength = Math.min(measure.head, length);
    if (!(offset >= 0 && offset <= source.size - headLength)) return undefined;
    return chain(source.read(offset, headLength), (head) => measure.size(head, length, step));
  });
}

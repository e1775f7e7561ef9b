import type { FormatPlugin } from '@packwright/core';
import { NodeCodecPool } from '@packwright/node';
import type { CommandContext } from './command-context.ts';

/** Less content than this is encoded before a thread has started. */
const fewBytes = 2 ** 20;

/** Threads that encode, where there is enough for them to do. */
export function openEncoderPool(
  context: CommandContext,
  plugin: FormatPlugin,
  contentSize: number,
): NodeCodecPool | undefined {
  if (contentSize < fewBytes) return undefined;
  return new NodeCodecPool(plugin, context.count('jobs'), context.budget());
}

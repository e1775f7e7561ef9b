import type { CommandContext } from '../command-context.ts';
import { version } from '../version.ts';

/** `packwright version` */
export async function run({ output }: CommandContext): Promise<number> {
  if (output.isJson) output.object({ schema: 1, version: version() });
  else output.line(version());
  return 0;
}

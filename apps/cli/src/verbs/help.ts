import { unknownVerb } from '../arguments/parse-command.ts';
import type { CommandContext } from '../command-context.ts';
import { printHelp, printVerbHelp } from '../help.ts';
import { findVerb, verbs } from './verbs.ts';

/** `packwright help [VERB]` */
export async function run({ operands, output }: CommandContext): Promise<number> {
  const [name] = operands;
  const verb = findVerb(name);
  if (name !== undefined && verb === undefined) throw unknownVerb(name, verbs);
  if (verb === undefined) printHelp(output);
  else printVerbHelp(output, verb, operands);
  return 0;
}

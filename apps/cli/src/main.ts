import { allowOptimizerHold, endReserve, reserveThreads, usePrograms } from '@packwright/node';
import { installSignalCleanup, removeTemporaries } from '@packwright/node/reading';
import { parseCommand } from './arguments/parse-command.ts';
import { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-code.ts';
import type { HeadStart } from './head-start.ts';
import { printVerbHelp } from './help.ts';
import { isClosedPipe } from './output/closed-pipe.ts';
import { Output } from './output/output.ts';
import { reportError } from './output/report-error.ts';
import { endQuietlyOnClosedPipe } from './output/standard-streams.ts';
import { verbs } from './verbs/verbs.ts';

/**
 * Runs the command and gives its exit code; it can be called again and again in one process. With a head start it is
 * the process: what was begun is used, and a closed pipe ends it.
 */
export async function main(args: readonly string[], start?: HeadStart | undefined): Promise<number> {
  if (start !== undefined) {
    endQuietlyOnClosedPipe();
    allowOptimizerHold();
    usePrograms(start.programs);
    reserveThreads(start.threads);
  }
  const removeSignalCleanup = installSignalCleanup();
  let context: CommandContext | undefined;
  let hasRun = false;
  try {
    const command = parseCommand(verbs, args);
    const output = new Output(command.flags);
    if (command.flags.has('help')) {
      printVerbHelp(output, command.verb, command.operands);
      output.flush();
      hasRun = command.verb.name === 'help';
      return exitCodes.done;
    }
    context = new CommandContext(command, output);
    const { run } = await command.verb.load();
    const code = await run(context);
    context.tellMemory();
    output.flush();
    hasRun = true;
    return code;
  } catch (error) {
    if (isClosedPipe(error)) return exitCodes.done;
    context?.output.flush();
    return reportError(error, ...wishesOf(args));
  } finally {
    await context?.close();
    await endReserve();
    removeTemporaries();
    removeSignalCleanup();
    // Help for a verb, or one that could not do its work, has called next to nothing of what the next run needs.
    if (hasRun) start?.programs.keepCode();
  }
}

/** How errors are wanted, even where the command line cannot be understood. */
function wishesOf(args: readonly string[]): [isJson: boolean, color: string | undefined] {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  const at = words.indexOf('--color');
  const color =
    at < 0 ? words.find((word) => word.startsWith('--color='))?.slice('--color='.length) : words[at + 1];
  return [words.some((word) => word === '--json' || word.startsWith('--json=')), color];
}

#!/usr/bin/env node
import { endQuietlyOnClosedPipe } from './output/closed-pipe.ts';

endQuietlyOnClosedPipe();
/** Those that go through whole archives, with all cores. */
const longVerbs = ['extract', 'x', 'verify', 't', 'create', 'c'];
const args = process.argv.slice(2);
// Asked often by scripts and wrappers, so nothing else is loaded for it.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const { version } = await import('./version.ts');
  process.stdout.write(`${version()}\n`);
} else {
  if (longVerbs.includes(args[0] ?? '')) (await import('./head-start.ts')).giveHeadStart(args);
  const { main } = await import('./main.ts');
  process.exitCode = await main(args);
}

#!/usr/bin/env node
import { endQuietlyOnClosedPipe } from './output/standard-streams.ts';

/** Those that go through whole archives, with all cores. */
const longVerbs = ['extract', 'x', 'verify', 't', 'create', 'c'];
const args = process.argv.slice(2);
endQuietlyOnClosedPipe();
// Asked often by scripts and wrappers, so nothing else is loaded for it.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const { printVersion } = await import('./version.ts');
  printVersion();
} else {
  if (longVerbs.includes(args[0] ?? '')) (await import('./head-start.ts')).giveHeadStart(args);
  const { main } = await import('./main.ts');
  process.exitCode = await main(args);
}

#!/usr/bin/env node
import process from 'node:process';
import { endQuietlyOnClosedPipe } from './output/closed-pipe.ts';

endQuietlyOnClosedPipe();
const args = process.argv.slice(2);
// Asked often by scripts and wrappers, so nothing else is loaded for it.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const { version } = await import('./version.ts');
  process.stdout.write(`${version()}\n`);
} else {
  const { main } = await import('./main.ts');
  process.exitCode = await main(args);
}

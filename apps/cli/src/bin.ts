#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import type * as Command from './command.ts';
import { takeHeadStart } from './head-start.ts';
import { printVersion } from './version.ts';

const args = process.argv.slice(2);
// Asked often by scripts and wrappers, so nothing else is loaded for it.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) printVersion();
else {
  const start = takeHeadStart(args, (url) => import(url));
  const path = fileURLToPath(new URL('./command.cjs', import.meta.url));
  const command = start.programs.load(path) as typeof Command;
  void command.main(args, start).then((code) => {
    process.exitCode = code;
    // Node takes itself apart at an end of its own accord, which takes longer than many a verb. A slow reader is waited for.
    if (command.isAllSaid()) process.exit();
  });
}

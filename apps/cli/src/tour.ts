import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  discoverPlugins,
  installNodeNatives,
  installSignalCleanup,
  removeTemporaries,
  trackTemporaryPath,
} from '@packwright/node/reading';
import { paletteFor } from './output/color.ts';
import { plural } from './output/size.ts';
import { buildDemos } from './tour/build-demos.ts';

const command = fileURLToPath(new URL('./bin.js', import.meta.url));
const palette = paletteFor(process.stdout, undefined);

installSignalCleanup();
void showAround().then((code) => {
  process.exitCode = code;
});

/** Makes archives, shows what the command does with them, and removes them. Gives the exit code. */
async function showAround(): Promise<number> {
  installNodeNatives();
  const folder = mkdtempSync(join(tmpdir(), 'packwright-tour-'));
  trackTemporaryPath(folder);
  try {
    const demos = await buildDemos(discoverPlugins(import.meta.url).formats, folder);
    const names = demos.map(({ name }) => name);
    const first = demos.find(({ isNamed }) => isNamed)?.name ?? names[0] ?? '';
    const deep = demos.findLast(({ isNested }) => isNested)?.name ?? first;
    say(`A tour of Packwright, with ${plural(names.length, 'archive')} that it has just made.`);
    const steps: readonly (readonly [title: string, args: readonly string[]])[] = [
      ['These formats are installed:', ['formats']],
      ['What is in an archive:', ['list', '--long', '--sizes', first]],
      ['As a tree, with archives inside archives:', ['list', '--tree', '--recursive', deep]],
      ['Take the files out:', ['extract', deep, '--recursive', '-o', 'out']],
      ['Is every file whole?', ['verify', ...names]],
    ];
    for (const [title, args] of steps) {
      const code = await show(title, args, folder);
      if (code !== 0) return code;
    }
    sayGoodbye();
    return 0;
  } finally {
    removeTemporaries();
  }
}

/** Runs the real command, in view of the user. */
function show(title: string, args: readonly string[], folder: string): Promise<number> {
  say(`\n${palette.bold(title)}\n${palette.dim('$')} ${palette.cyan(`packwright ${args.join(' ')}`)}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function sayGoodbye(): void {
  say(`\n${palette.bold('Try next, with an archive of your own:')}`);
  for (const args of ['list pak0.pak', 'extract pak0.pak -o out', 'help']) say(`  npm start -- ${args}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

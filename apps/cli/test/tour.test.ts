import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binPath, finish, runCommand, startCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = temporaryFolder();
const tour = join(binPath, '..', 'tour.cjs');

function emptyFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
}

test('the tour shows five commands on an archive of each writable format, and leaves nothing behind', async () => {
  const temporary = emptyFolder('whole');
  const { code, stdout } = await runCommand([], { bin: tour, env: { TMPDIR: temporary, FORCE_COLOR: '1' } });
  expect(code).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with the escape character.
  const text = stdout.replace(/\u001b\[\d+m/g, '');
  expect(stdout).not.toBe(text);
  expect(text.match(/^\$ packwright (\w+)/gm)).toEqual(
    ['formats', 'list', 'list', 'extract', 'verify'].map((verb) => `$ packwright ${verb}`),
  );
  const formats = JSON.parse((await runCommand(['formats', '--json'])).stdout).formats as {
    id: string;
    canWrite: boolean;
  }[];
  for (const { id } of formats.filter(({ canWrite }) => canWrite))
    expect(text).toMatch(new RegExp(`^ok   ${id}\\.`, 'm'));
  expect(text).toContain('└── ');
  expect(text.trimEnd().split('\n').slice(-3)).toEqual([
    '  npm start -- list pak0.pak',
    '  npm start -- extract pak0.pak -o out',
    '  npm start -- help',
  ]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('Ctrl-C ends it, and leaves nothing behind', async () => {
  const temporary = emptyFolder('interrupted');
  const child = startCommand([], { bin: tour, env: { TMPDIR: temporary } });
  child.stdout?.once('data', () => child.kill('SIGINT'));
  expect((await finish(child)).code).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../src/arguments/parse-command.ts';
import { verbs } from '../src/verbs/verbs.ts';
import { putFile, writeFixtures } from './support/fixtures.ts';
import { runCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const commands = [
  ...readme.matchAll(/^packwright (.*)$/gm),
  ...verbs.flatMap(({ examples }) => examples.map(([command]) => ['', command.slice('packwright '.length)])),
];

/** The words of a command line as a shell gives them, without comments and redirections. */
function words(line: string): string[] {
  const bare = line.replace(/\s+(#|>).*$/, '');
  return [...bare.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

const folder = temporaryFolder();
const { plain } = writeFixtures(folder);

describe('examples', () => {
  test.each(commands.map(([, line]) => line ?? ''))('packwright %s', (line) => {
    const args = words(line);
    expect(parseCommand(verbs, args).verb.name).toBe(args[0]);
  });

  test('the script of the README runs', async () => {
    const source = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const library = new URL('../dist/library/index.js', import.meta.url).href;
    const script = putFile(
      join(folder, 'script.mjs'),
      `${source.replace("from 'packwright'", `from '${library}'`).replace('pak0.pak', plain).replace('import.meta.url', JSON.stringify(library))}\nconsole.log(text);`,
    );
    const { code, stdout, stderr } = await runCommand([], { bin: script });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'default.cfg 16\nmaps/start.bsp 9\nmaps/e1m1.bsp 10\nsound/door.wav 5\nbind w +forward\n\n',
    );
  });
});

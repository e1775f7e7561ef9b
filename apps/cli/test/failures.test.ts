import { copyFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFile, writeFixtures } from './support/fixtures.ts';
import { runIntoClosedPipe, runCommand as runProcess } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { runCommand } from './support/warm-command.ts';

const root = temporaryFolder();
const { plain, damaged, missing, unknown } = writeFixtures(root);
const file = putFile(join(root, 'file.txt'), 'content');

/** How each verb is asked to read an archive. */
const reading: Readonly<Record<string, (archive: string) => readonly string[]>> = {
  list: (archive) => ['list', archive],
  'list --long': (archive) => ['list', '--long', archive],
  info: (archive) => ['info', archive],
  extract: (archive) => ['extract', archive, '-o', `${archive}.out`],
  cat: (archive) => ['cat', archive, 'default.cfg'],
  verify: (archive) => ['verify', archive],
  repack: (archive) => ['repack', archive, `${archive}.out`],
  'repack --identical': (archive) => ['repack', '--identical', archive, `${archive}.out`],
  names: (archive) => ['names', 'coverage', archive],
  set: (archive) => ['set', `${archive}!/default.cfg`, file],
  add: (archive) => ['add', `${archive}!/new.cfg`, file],
  rm: (archive) => ['rm', `${archive}!/default.cfg`],
  mv: (archive) => ['mv', `${archive}!/default.cfg`, 'new.cfg'],
};

const cases = [
  ['a missing file', missing, 8, 'SOURCE_FAILED'],
  ['a file of no known format', unknown, 3, 'FORMAT_UNKNOWN'],
  ['a damaged archive', damaged, 4, 'TRUNCATED'],
] as const;

describe.each(cases)('%s', (_, archive, exit, code) => {
  test.each(Object.entries(reading))('%s', async (_verb, args) => {
    // A copy for each verb, because editing verbs lock.
    const folder = mkdtempSync(join(root, 'case-'));
    const copy = join(folder, basename(archive));
    if (existsSync(archive)) copyFileSync(archive, copy);
    const before = readdirSync(folder);
    const result = await runCommand(['--json', ...args(copy)]);
    expect(result).toMatchObject({ code: exit, stdout: '' });
    const { schema, error } = JSON.parse(result.stderr);
    expect(schema).toBe(1);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('the exit code of the process', async () => {
    expect((await runProcess(['list', archive])).code).toBe(exit);
  });
});

// As a process: threads are started for these verbs before the words are understood.
test.each([
  ['extract', ['extract']],
  ['verify', ['verify']],
  ['create', ['create', '-f', 'quake-pak', 'out.pak']],
])('%s says what is wrong with a name that the system does not take', async (_, args) => {
  const { code, stderr } = await runProcess([...args, 'x'.repeat(300)]);
  expect(stderr).toMatch(/^error: .*name too long/);
  expect(code).toBe(8);
});

test.runIf(process.platform === 'linux')('more words than a call can have arguments', async () => {
  const words = Array.from({ length: 160_000 }, () => 'a');
  const { code, stderr } = await runProcess(['verify', ...words, '--lnog']);
  expect(stderr).toMatch(/^error: verify has no flag --lnog\./);
  expect(code).toBe(2);
});

test('a folder is no archive', async () => {
  const { code, stderr } = await runCommand(['list', root]);
  expect(code).toBe(8);
  expect(stderr).toContain('found a folder, expected a file. [SOURCE_FAILED]');
});

describe.concurrent('a missing archive, for verbs about its journal', () => {
  test.each(['log', 'undo', 'recover'])('%s', async (verb) => {
    expect((await runCommand([verb, missing])).code).toBe(8);
  });
});

describe.concurrent('a text error', () => {
  test('has the sentence, the place and the help', async () => {
    const { stderr } = await runCommand(['list', damaged]);
    expect(stderr).toBe(`error: The directory starts at 616, but the file ends at 308. [TRUNCATED]
  where: damaged.pak, offset 4
  help:  The archive was not copied or downloaded to its end; nothing tells which files it has.
`);
  });

  test('a wrong use is told before anything is read', async () => {
    const { code, stdout, stderr } = await runCommand(['list', '--lnog', missing]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`error: list has no flag --lnog. [OPTION_INVALID]
  help:  Did you mean --long? See: packwright help list
`);
  });

  test('an option that the format does not have', async () => {
    const { code, stderr } = await runCommand(['list', '-O', 'colour=red', plain]);
    expect(code).toBe(2);
    expect(stderr).toContain('Found the option "colour"');
  });

  test('a format that is not there, and one that does not fit', async () => {
    expect((await runCommand(['list', '-f', 'zip', plain])).code).toBe(3);
    expect((await runCommand(['list', '-f', 'rage-rpf', plain])).code).toBeGreaterThanOrEqual(3);
  });

  test('a limit is told with its flag', async () => {
    const { code, stderr } = await runCommand(['list', '--limit-entries', '3', plain]);
    expect(code).toBe(7);
    expect(stderr).toContain('--limit-entries');
  });
});

describe.concurrent('a closed pipe ends quietly', () => {
  const quiet: readonly (readonly string[])[] = [
    ...Object.entries(reading)
      .filter(([verb]) => ['list', 'list --long', 'info', 'cat', 'verify', 'names'].includes(verb))
      .map(([, args]) => args(plain)),
    ['list', '--tree', '-r', plain],
    ['extract', '--dry-run', '--json', plain, '-o', join(root, 'nothing')],
    ['create', '--dry-run', '--json', '-f', 'quake-pak', 'x.pak', file],
    ['repack', '--json', plain, join(root, 'piped.pak')],
    ['formats'],
    ['plugins'],
    ['completion', 'bash'],
    ['help'],
    ['version'],
    ['--version'],
  ];

  test.each(quiet.map((args) => [args.slice(0, 2).join(' '), args] as const))('%s', async (_, args) => {
    const { code, stderr } = await runIntoClosedPipe(args);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/error|EPIPE/i);
  });
});

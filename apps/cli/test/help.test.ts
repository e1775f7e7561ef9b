import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verbs } from '../src/verbs/verbs.ts';
import { runCommand as runProcess } from './support/run-command.ts';
import { runCommand } from './support/warm-command.ts';

const firstScreen = `packwright reads, checks, edits and writes game archives.

Usage: packwright VERB ARCHIVE […]   (short name: pkw)

Read
  list        list the entries of an archive (ls)
  info        tell what an archive is and what can be done with it
  extract     take files out of an archive (x)
  cat         write entries to standard output
  verify      decode every entry and compare every checksum (t)
  overlay     several archives and folders as one tree, in a game’s load order

Write
  create      make an archive of folders and files (c)
  repack      write an archive anew: without dead space, with other options, or identical

Edit in place, with undo
  set         replace the content of an entry, at any depth
  add         add an entry; a path that ends in / is a folder
  rm          remove entries
  mv          rename an entry in its archive
  undo        take the last edit back, byte for byte
  log         list the edits that can be taken back
  recover     finish or roll back an edit that was interrupted

Formats, names and keys
  formats     list the formats that are installed
  plugins     list the plugins that were found, and what was refused and why
  names       names for archives that store hashes: what is known, and what contents give away
  keys        find keys in your own game files and keep them for later
  completion  print a completion script for a shell
  help        show help
  version     print the version

Examples
  # what is in it
  packwright list pak0.pak
  # take everything out
  packwright extract pak0.pak -o out
  # a file inside an archive inside an archive
  packwright cat 'data.vpp_pc!/weapons.str2_pc!/rifle.cpeg_pc' > rifle.cpeg_pc
  # make an archive of a folder
  packwright create -f quake-pak mod.pak mod/

A path goes into archives with !/, as deep as you like. More: packwright help VERB
`;

describe.concurrent('help', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j shows the first screen', async (args) => {
    expect(await runCommand(args)).toMatchObject({ code: 0, stdout: firstScreen, stderr: '' });
  });

  test.each([[['help', 'cat']], [['cat', '--help']], [['cat', 'x.pak', '-h']]])(
    '%j shows the verb',
    async (args) => {
      const { code, stdout, stderr } = await runCommand(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.slice(0, stdout.indexOf('Common flags'))).toBe(`packwright cat ARCHIVE[!/PATH] [PATH…]

  write entries to standard output.

Flags
      --index N  take the entry of this number, where a path is ambiguous
      --stored   the bytes as they lie in the archive, not decoded

Examples
  # one file
  packwright cat pak0.pak default.cfg
  # through nested archives
  packwright cat 'data.vpp_pc!/weapons.str2_pc!/rifle.cpeg_pc' > rifle.cpeg_pc

`);
    },
  );

  test('as JSON it is the table of verbs', async () => {
    const { code, stdout } = await runCommand(['help', '--json']);
    const { schema, verbs: shown, commonFlags } = JSON.parse(stdout);
    expect({ code, schema }).toEqual({ code: 0, schema: 1 });
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(verbs.map(({ name }) => name));
    expect(commonFlags.map(({ name }: { name: string }) => name)).toContain('memory');
  });

  test('a verb that does not exist is wrong usage', async () => {
    const { code, stdout, stderr } = await runCommand(['help', 'lisst']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: There is no verb "lisst". [OPTION_INVALID]\n  help:  Did you mean list? See all verbs with: packwright help\n',
    );
  });

  test('every example of the table uses a verb and flags that exist', () => {
    for (const { examples } of verbs) {
      for (const [command] of examples) expect(command).toMatch(/^packwright [a-z]+( |$)/);
    }
  });
});

describe.concurrent('version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

  test.each([[['--version']], [['-V']], [['version']], [['--color', 'never', '--version']]])(
    '%j',
    async (args) => {
      expect(await runProcess(args)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
      expect(await runCommand(args)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
    },
  );

  test('as JSON', async () => {
    expect(JSON.parse((await runCommand(['version', '--json'])).stdout)).toEqual({ schema: 1, version });
  });
});

describe.concurrent('completion', () => {
  test.each(['bash', 'zsh', 'fish'])('%s completes verbs and flags', async (shell) => {
    const { code, stdout, stderr } = await runCommand(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of verbs) expect(stdout).toContain(name);
    expect(stdout).toContain('overwrite');
  });

  test('another shell is wrong usage', async () => {
    const { code, stderr } = await runCommand(['completion', 'cmd']);
    expect(code).toBe(2);
    expect(stderr).toContain('Found the shell "cmd", expected bash, zsh or fish.');
  });

  test('as JSON', async () => {
    const { schema, shell, script } = JSON.parse((await runCommand(['completion', 'fish', '--json'])).stdout);
    expect({ schema, shell }).toEqual({ schema: 1, shell: 'fish' });
    expect(script).toContain('complete -c packwright');
  });
});

import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Destination } from '../../src/extract/destination.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const usual = { dryRun: false, resume: false };

describe('Destination', () => {
  test('a new one is a hidden folder until it is committed', () => {
    const folder = realpathSync(temporaryFolder());
    const destination = Destination.open(join(folder, 'a', 'out'), usual);
    expect(destination).toMatchObject({ isFresh: true, isStaged: true });
    expect(destination.root).toMatch(/[/\\]a[/\\]\.out\.[0-9a-f]+\.tmp$/);
    writeFileSync(join(destination.root, 'x'), '');
    destination.commit();
    expect(readdirSync(join(folder, 'a'))).toEqual(['out']);
    expect(readdirSync(join(folder, 'a', 'out'))).toEqual(['x']);
  });

  test('an abandoned one is gone', () => {
    const folder = temporaryFolder();
    const destination = Destination.open(join(folder, 'out'), usual);
    mkdirSync(join(destination.root, 'empty'));
    destination.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('folders that were made around it go with it, as far as they are empty', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'old'));
    Destination.open(join(folder, 'old', 'a', 'b', 'out'), usual).abandon();
    expect(readdirSync(join(folder, 'old'))).toEqual([]);
    const destination = Destination.open(join(folder, 'old', 'a', 'b', 'out'), usual);
    writeFileSync(join(folder, 'old', 'a', 'x'), '');
    destination.abandon();
    expect(readdirSync(join(folder, 'old', 'a'))).toEqual(['x']);
  });

  test('an old one is used as it is, through a link, too', () => {
    const folder = realpathSync(temporaryFolder());
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    const destination = Destination.open(join(folder, 'link'), usual);
    expect(destination).toMatchObject({ root: join(folder, 'real'), isFresh: false, isStaged: false });
    destination.commit();
    destination.abandon();
    expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
  });

  test('one that may be resumed has its name at once', () => {
    const out = join(temporaryFolder(), 'out');
    expect(Destination.open(out, { ...usual, resume: true })).toMatchObject({
      isFresh: true,
      isStaged: false,
    });
    expect(existsSync(out)).toBe(true);
  });

  test('a dry run makes nothing', () => {
    const folder = temporaryFolder();
    expect(Destination.open(join(folder, 'out'), { ...usual, dryRun: true }).isFresh).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file or a broken link of that name is refused', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('nowhere', join(folder, 'broken'));
    for (const name of ['file', 'broken', 'file/below']) {
      const error = await catchArchiveError(() => Destination.open(join(folder, name), usual));
      expect(error.code, name).toBe('SINK_FAILED');
    }
  });

  test('when the name is taken in the end, the error says where the files are', async () => {
    const folder = realpathSync(temporaryFolder());
    const destination = Destination.open(join(folder, 'out'), usual);
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', 'x'), '');
    const error = await catchArchiveError(() => destination.commit());
    expect(error.code).toBe('SINK_FAILED');
    expect(error.details.help).toBe(`The files are in ${destination.root}.`);
  });
});

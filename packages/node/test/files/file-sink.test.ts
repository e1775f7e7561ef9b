import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MemoryBudget } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { FileSink } from '../../src/files/file-sink.ts';
import { removeTemporaries } from '../../src/files/temporaries.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('FileSink', () => {
  test('takes writes in any order and shows the file only when it is closed', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'new.pak');
    const sink = FileSink.create(path);
    sink.write(6, text('world'));
    sink.write(0, text('hello '));
    sink.write(11, text('!'));
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.new\.pak\.[0-9a-f]{12}\.tmp$/)]);
    sink.close();
    sink.close();
    expect(readFileSync(path, 'utf8')).toBe('hello world!');
    expect(readdirSync(folder)).toEqual(['new.pak']);
  });

  test('draws its buffer until it is closed or given up, a smaller one where memory is scarce', () => {
    const folder = temporaryFolder();
    const budget = new MemoryBudget(2 ** 20 + 5000);
    const first = FileSink.create(join(folder, 'first'), { budget });
    expect(budget.used).toBe(2 ** 20);
    const second = FileSink.create(join(folder, 'second'), { budget });
    expect(budget.used).toBe(2 ** 20 + 4096);
    const bytes = new Uint8Array(10_000).map((_, at) => at);
    for (const [from, to] of [
      [0, 3000],
      [3000, 4000],
      [4000, 9000],
      [9000, 10_000],
    ])
      second.write(from ?? 0, bytes.subarray(from, to));
    second.close();
    expect(new Uint8Array(readFileSync(join(folder, 'second')))).toEqual(bytes);
    first.abort();
    expect(budget.used).toBe(0);
    catchArchiveError(() => FileSink.create(join(folder, 'missing', 'third'), { budget }));
    expect(budget.used).toBe(0);
  });

  test('gathers small writes and passes large ones on, in order', () => {
    const path = join(temporaryFolder(), 'large');
    const sink = FileSink.create(path);
    const large = new Uint8Array(3 * 2 ** 20).fill(7);
    let offset = 0;
    for (let i = 0; i < 1000; i++) {
      sink.write(offset, text('0123456789'));
      offset += 10;
    }
    sink.write(offset, large);
    sink.write(offset + large.length, text('end'));
    sink.close();
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(10_000 + large.length + 3);
    expect(bytes.subarray(9_990, 10_002).toString('latin1')).toBe('0123456789\x07\x07');
    expect(bytes.subarray(-3).toString()).toBe('end');
  });

  test('abort leaves nothing, and an old file as it was', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'kept');
    writeFileSync(path, 'old');
    const sink = FileSink.create(path, { overwrite: true });
    sink.write(0, text('new'));
    sink.abort();
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['kept']);
  });

  test('replaces an old file only when told to, and keeps its permissions', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'old');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const error = await catchArchiveError(() => FileSink.create(path));
    expect(error.code).toBe('SINK_FAILED');
    expect(error.message).toContain('the file is there already');
    const sink = FileSink.create(path, { overwrite: true });
    sink.write(0, text('new'));
    sink.close();
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('a file that appears meanwhile is not replaced', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'late');
    const sink = FileSink.create(path);
    sink.write(0, text('new'));
    writeFileSync(path, 'came first');
    expect((await catchArchiveError(() => sink.close())).code).toBe('SINK_FAILED');
    expect(readFileSync(path, 'utf8')).toBe('came first');
    expect(readdirSync(folder)).toEqual(['late']);
  });

  test('replaces the file behind a link, not the link', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'real'), 'old');
    symlinkSync('real', join(folder, 'link'));
    const sink = FileSink.create(join(folder, 'link'), { overwrite: true });
    sink.write(0, text('new'));
    sink.close();
    expect(readlinkSync(join(folder, 'link'))).toBe('real');
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
  });

  test('a missing folder and a folder of that name are SINK_FAILED', async () => {
    const folder = temporaryFolder();
    const missing = await catchArchiveError(() => FileSink.create(join(folder, 'none', 'x')));
    expect(missing.code).toBe('SINK_FAILED');
    expect(missing.details.help).toBe('Check the spelling of the path.');
    mkdirSync(join(folder, 'folder'));
    const taken = await catchArchiveError(() => FileSink.create(join(folder, 'folder'), { overwrite: true }));
    expect(taken.message).toContain('taken by something that is no file');
  });

  test('a name of 255 bytes has a temporary, too', () => {
    const path = join(temporaryFolder(), 'ü'.repeat(127));
    const sink = FileSink.create(path);
    sink.close();
    expect(existsSync(path)).toBe(true);
  });

  test('an interrupt removes the temporary', () => {
    const folder = temporaryFolder();
    const sink = FileSink.create(join(folder, 'x'));
    sink.write(0, text('x'));
    expect(readdirSync(folder)).toHaveLength(1);
    expect(removeTemporaries()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    sink.abort();
  });
});

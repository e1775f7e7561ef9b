import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readStdin } from '../../src/files/stdin-source.ts';
import { catchArchiveError } from '../support/catch-error.ts';

test('a stream becomes a source in a private file that goes away', async () => {
  const source = await readStdin(undefined, Readable.from([Buffer.from('PACK'), Buffer.from('rest')]));
  expect(new TextDecoder().decode(source.read(0, source.size))).toBe('PACKrest');
  expect(statSync(source.path).mode & 0o077).toBe(0);
  expect(await source.sibling('stdin.001')).toBeUndefined();
  await source.close();
  expect(existsSync(dirname(source.path))).toBe(false);
});

test('a silent stream does not keep an abort waiting', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const reading = readStdin(controller.signal, new Readable({ read() {} }));
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

test('a stream that breaks is SOURCE_FAILED', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('cable cut'));
    },
  });
  const error = await catchArchiveError(() => readStdin(undefined, broken));
  expect(error.code).toBe('SOURCE_FAILED');
  expect(error.message).toContain('cable cut');
});

import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileSource } from '../../src/files/file-source.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a file that is still the same is opened again, another one is not', async () => {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, 'abc');
  utimesSync(path, 1, 1);
  const source = FileSource.open(path);
  const again = FileSource.reopen(path, source.identity);
  expect(again.read(0, 3)).toEqual(source.read(0, 3));
  await again.close();
  writeFileSync(`${path}.new`, 'abd');
  utimesSync(`${path}.new`, 1, 1);
  renameSync(`${path}.new`, path);
  expect((await catchArchiveError(() => FileSource.reopen(path, source.identity))).code).toBe(
    'SOURCE_CHANGED',
  );
  source.assertUnchanged();
  await source.close();
});

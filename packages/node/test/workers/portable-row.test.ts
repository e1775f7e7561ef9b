import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rememberModule } from '../../src/discovery/plugin-modules.ts';
import { PortableCodecs } from '../../src/workers/portable-codecs.ts';
import { isPortable, rowFor } from '../../src/workers/portable-row.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openToy, toyFormat, xorCodec } from '../support/toy-format.ts';

test('tells what another thread can read', async () => {
  const path = join(temporaryFolder(), 'a.toy');
  const archive = await openToy(path, [
    { path: 'plain', content: 'x' },
    { path: 'zlib', content: 'x', codec: 'zlib' },
    { path: 'own', content: 'x', codec: 'toy/xor' },
    { path: 'literal', content: 'x', literal: 'head' },
    { path: 'solid', content: 'x', solid: true },
    { path: 'key', content: 'x', codec: 'zlib', key: 'toy/key' },
    { path: 'missing', content: 'x', codec: 'toy/missing' },
  ]);
  const portable = (codecs: PortableCodecs): string[] =>
    [...archive.entries()]
      .filter(({ row }) => isPortable(rowFor(row, 'files'), archive, codecs))
      .map((entry) => entry.path);
  expect(portable(new PortableCodecs(toyFormat))).toEqual(['plain', 'zlib', 'literal']);
  const known = { ...toyFormat };
  rememberModule(known, 'file:///toy.js');
  expect(portable(new PortableCodecs(known))).toEqual(['plain', 'zlib', 'own', 'literal']);
  const stored = [...archive.entries()].map(({ row }) =>
    isPortable(rowFor(row, 'stored'), archive, new PortableCodecs(toyFormat)),
  );
  expect(stored).toEqual([true, true, true, true, false, true, true]);
  await archive.source.close?.();
});

test('a codec that the caller plugged in under a known id stays in this thread', async () => {
  const path = join(temporaryFolder(), 'a.toy');
  const files = [{ path: 'zlib', content: 'x', codec: 'zlib' }] as const;
  const archive = await openToy(path, files, { codecs: [{ ...xorCodec, id: 'zlib' }] });
  expect(isPortable(archive.entry(0).row, archive, new PortableCodecs(toyFormat))).toBe(false);
  await archive.source.close?.();
});

import { expect, it } from 'vitest';
import {
  applyRecipe,
  BytesSink,
  BytesSource,
  createArchive,
  makeRecipe,
  openArchive,
  parseRecipe,
  serializeRecipe,
} from '../../src/index.ts';
import { toyFormat } from './toy-format.ts';

const contents: Record<string, Uint8Array> = {
  'a.txt': new TextEncoder().encode('hello '.repeat(50)),
  'empty.bin': new Uint8Array(0),
  'b/noise.bin': Uint8Array.from({ length: 1000 }, (_, i) => (i * 7919) >> 3),
};
const entries = Object.entries(contents).map(([path, bytes]) => ({ path, content: new BytesSource(bytes) }));

async function makeToy(options: Record<string, unknown>): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(toyFormat, entries, sink, { options });
  return sink.bytes();
}

for (const options of [{}, { compress: true }, { compress: true, align: 64 }]) {
  it(`writes and reads back with ${JSON.stringify(options)}`, async () => {
    const archive = await openArchive(new BytesSource(await makeToy(options)), { formats: [toyFormat] });
    expect([...archive.entries()].map(({ path }) => path)).toEqual(Object.keys(contents));
    for (const entry of archive.entries()) expect(await entry.bytes()).toEqual(contents[entry.path]);
    const report = await archive.verify();
    expect(report).toMatchObject({ files: 3, checked: 3, failures: [] });
  });

  it(`gives the same bytes back by its recipe with ${JSON.stringify(options)}`, async () => {
    const bytes = await makeToy(options);
    const archive = await openArchive(new BytesSource(bytes), { formats: [toyFormat] });
    const recipe = await parseRecipe(await serializeRecipe(await makeRecipe(archive)));
    expect(recipe.unreproduced).toEqual([]);
    const sink = new BytesSink();
    await applyRecipe(recipe, (_, path) => new BytesSource(contents[path] ?? new Uint8Array()), sink);
    expect(sink.bytes()).toEqual(bytes);
  });
}

it('refuses before writing what the format cannot express', async () => {
  const sink = new BytesSink();
  const long = [{ path: 'a-name-of-far-too-many-letters', content: new BytesSource(new Uint8Array(1)) }];
  await expect(createArchive(toyFormat, long, sink)).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
  expect(sink.bytes()).toHaveLength(0);
});

it.each([
  ['a size that its bytes do not give', 24, 305, 'SIZE_MISMATCH'],
  ['data beyond the end', 16, 1 << 20, 'TRUNCATED'],
])('an entry with %s is kept literally, since nobody can have its file', async (_, field, value, code) => {
  const bytes = (await makeToy({})).slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(view.getUint32(4, true) + field, value, true);
  const archive = await openArchive(new BytesSource(bytes), { formats: [toyFormat] });
  const recipe = await makeRecipe(archive);
  const reason = `its data cannot be decoded (${code})`;
  expect(recipe.unreproduced).toEqual([{ entry: 0, path: 'a.txt', reason }]);
  const sink = new BytesSink();
  const open = (_entry: number, path: string): BytesSource => {
    expect(path).not.toBe('a.txt');
    return new BytesSource(contents[path] ?? new Uint8Array());
  };
  await applyRecipe(recipe, open, sink);
  expect(sink.bytes()).toEqual(bytes);
});

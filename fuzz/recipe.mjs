import { readFileSync } from 'node:fs';
import {
  applyRecipe,
  BytesSink,
  BytesSource,
  makeRecipe,
  parseRecipe,
  serializeRecipe,
} from '@packwright/core';
import { mostEntries, withArchive } from './formats.mjs';

/** What can be opened is made again from its files and a recipe, byte for byte. */
export async function fuzzRecipe(path, random) {
  await withArchive(path, {}, async (archive) => {
    if (archive.length > mostEntries) return;
    const made = await makeRecipe(archive);
    const recipe = random.once(2) ? await parseRecipe(await serializeRecipe(made)) : made;
    const contents = new Map();
    for (const piece of recipe.parts.flatMap(({ pieces }) => pieces)) {
      if (!('entry' in piece) || contents.has(piece.entry)) continue;
      contents.set(piece.entry, new BytesSource(await archive.entry(piece.entry).bytes()));
    }
    const sink = new BytesSink();
    const { codecs } = archive.plugin;
    await applyRecipe(recipe, (entry) => contents.get(entry), sink, { codecs, keys: archive.reading.keys });
    if (Buffer.compare(sink.bytes(), readFileSync(path)) !== 0)
      throw new Error('the recipe gives other bytes');
  });
}

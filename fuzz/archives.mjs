import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BytesSink, BytesSource, createArchive } from '@packwright/core';
import { formats, withArchive } from './formats.mjs';
import { Random } from './random.mjs';

/** Larger ones take too long for a loop. */
const largest = 4 * 2 ** 20;
/** Options that make the layouts of a format, besides its default one. */
const layouts = {
  'quake-pak': [{ variant: 'daikatana', compress: 'always' }, { variant: 'sin' }],
  'forgelight-pack2': [{ compress: 'always' }],
  'rfg-vpp': ['compressed', 'condensed', 'compacted'].map((layout) => ({ layout })),
  'saints-row-vpp': ['4', '6', '10'].flatMap((version) =>
    ['raw', 'compressed', 'condensed', 'compacted'].map((layout) => ({ version, layout })),
  ),
  'rage-rpf': ['0', '2', '3', '4', '6'].map((version) => ({ version })),
};

/** Archives to be broken, as name and bytes: those named, or those of the samples, and besides one of each layout that can be made. */
export async function collectArchives(named) {
  const samples = process.env.PACKWRIGHT_SAMPLES;
  const paths = named.length > 0 || samples === undefined ? named : listFiles(samples);
  const archives = [];
  for (const path of paths) {
    const bytes = readFileSync(path);
    if (bytes.length <= largest && (await canBeOpened(path))) archives.push({ name: path, bytes });
  }
  return named.length > 0 ? archives : [...archives, ...(await makeArchives())];
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}

function canBeOpened(path) {
  return withArchive(path, {}, () => true).catch(() => false);
}

async function makeArchives() {
  const made = [];
  for (const plugin of formats.filter(({ writer }) => writer !== undefined)) {
    for (const options of [{}, ...(layouts[plugin.id] ?? [])]) {
      for (const first of [1_300_000, 100]) {
        const sink = new BytesSink();
        // Not every version has every layout.
        const isMade = await createArchive(plugin, contents(first), sink, { options }).then(
          () => true,
          () => false,
        );
        if (!isMade) continue;
        const name = `${plugin.id}-${Object.values(options).join('-')}${plugin.extensions[0]}`;
        made.push({ name, bytes: Buffer.from(sink.bytes()) });
      }
    }
  }
  return made;
}

/** A file of some length, a large one making the quick ways of decoding worthwhile, and many small ones. */
function contents(first) {
  const random = new Random(1);
  return Array.from({ length: 60 }, (_, number) => ({
    path: `file${number}.${random.pick(['txt', 'tga', 'bin'])}`,
    content: new BytesSource(random.bytes(number === 0 ? first : random.below(4000))),
  }));
}

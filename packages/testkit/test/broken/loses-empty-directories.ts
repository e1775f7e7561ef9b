import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures, writeSound } from './sound.ts';

/** Writes only directories that something lies in. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    writer: {
      options: {},
      check: (entries, options) => sound.writer?.check(entries, options) ?? [],
      async *write(entries, context) {
        const kept = entries.flatMap((entry, number) => {
          const isUseful = entries.some(({ path }) => path.startsWith(`${entry.path}/`));
          return entry.kind !== 'directory' || isUseful ? [{ entry, number }] : [];
        });
        const parts = writeSound(
          kept.map(({ entry }) => entry),
          context,
        );
        for await (const part of parts) {
          const pieces = part.pieces.map((piece) =>
            'entry' in piece ? { entry: kept[piece.entry]?.number ?? 0 } : piece,
          );
          yield { ...part, pieces };
        }
      },
    },
  },
  fixtures: soundFixtures,
  fails: ['writes or refuses an empty directory'],
};

export default broken;

import torture from '../../src/torture/index.ts';
import { tortureFixtures } from '../torture/fixtures.ts';
import type { BrokenPlugin } from './broken-plugin.ts';

const { writer } = torture;

/** Cleans up behind the end of an archive, where somebody else's bytes may lie. */
const broken: BrokenPlugin = {
  plugin: {
    ...torture,
    ...(writer?.update === undefined
      ? {}
      : {
          writer: {
            ...writer,
            async update(index, changes, context) {
              const updated = await writer.update?.(index, changes, context);
              if (updated === undefined || 'rewrite' in updated) return { rewrite: 'It cannot be changed.' };
              return (async function* () {
                yield* updated;
                yield { at: context.source.size - 4, pieces: [{ zeros: 4 }] };
              })();
            },
          },
        }),
  },
  fixtures: tortureFixtures.filter(({ name }) => name.startsWith('bytes of somebody else')),
  fails: ['leaves alone what belongs to nobody known when it changes an archive'],
};

export default broken;

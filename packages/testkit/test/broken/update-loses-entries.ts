import { BytesSource } from '@packwright/core';
import torture from '../../src/torture/index.ts';
import { tortureFixtures } from '../torture/fixtures.ts';
import type { BrokenPlugin } from './broken-plugin.ts';

const { writer } = torture;

/** Adds nothing when it is asked to add. */
const broken: BrokenPlugin = {
  plugin: {
    ...torture,
    ...(writer === undefined
      ? {}
      : {
          writer: {
            ...writer,
            update: (index, changes, context) => {
              const kept = changes.map((change) =>
                change.kind === 'add'
                  ? { ...change, path: 'elsewhere', content: new BytesSource(new Uint8Array(0)) }
                  : change,
              );
              return (
                writer.update?.(index, kept as typeof changes, context) ?? {
                  rewrite: 'It cannot be changed.',
                }
              );
            },
          },
        }),
  },
  fixtures: tortureFixtures.slice(0, 1),
  fails: ['adds a file', 'replaces and adds at once'],
};

export default broken;

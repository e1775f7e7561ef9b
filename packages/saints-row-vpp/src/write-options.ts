import type { OptionValues } from '@packwright/core';
import { packfileWriteOptions } from '@packwright/volition';

type WriteOptions = {
  readonly version: {
    readonly type: 'choice';
    readonly title: string;
    readonly choices: readonly ['4', '6', '10'];
    readonly default: '10';
  };
} & typeof packfileWriteOptions;

/** Options for writing. */
export const writeOptions: WriteOptions = {
  version: {
    type: 'choice',
    title: '4: Saints Row 2, 6: The Third and Armageddon, 10: IV and Gat out of Hell',
    choices: ['4', '6', '10'],
    default: '10',
  },
  ...packfileWriteOptions,
};

/** Values of those options. */
export type WriteValues = OptionValues<WriteOptions>;

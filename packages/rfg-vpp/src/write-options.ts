import type { OptionValues } from '@packwright/core';
import { packfileWriteOptions } from '@packwright/volition';

type WriteOptions = {
  readonly version: {
    readonly type: 'choice';
    readonly title: string;
    readonly choices: readonly ['1', '3'];
  };
} & typeof packfileWriteOptions;

/** Options for writing. */
export const writeOptions: WriteOptions = {
  version: {
    type: 'choice',
    title: '1: Red Faction, 3: Guerrilla; default: 1 for .vpp, else 3',
    choices: ['1', '3'],
  },
  ...packfileWriteOptions,
};

/** Values of those options. */
export type WriteValues = OptionValues<WriteOptions>;

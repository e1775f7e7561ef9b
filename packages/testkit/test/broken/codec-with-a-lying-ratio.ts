import { ArchiveError, type Codec } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

/** Pairs of a count and a byte: one pair gives up to 255 bytes. */
const runs: Codec = {
  id: 'sound/runs',
  maxRatio: 2,
  decode(input, _step, size) {
    if (input.length % 2 !== 0) throw new ArchiveError('DAMAGED', 'Found half a run.');
    const output: number[] = [];
    for (let at = 0; at < input.length; at += 2) {
      for (let count = input[at] ?? 0; count > 0; count--) output.push(input[at + 1] ?? 0);
    }
    if (size !== undefined && size !== output.length)
      throw new ArchiveError('SIZE_MISMATCH', 'Found other sizes.');
    return Uint8Array.from(output);
  },
  encode(input) {
    const output: number[] = [];
    for (let at = 0; at < input.length; ) {
      let end = at + 1;
      while (end < input.length && end - at < 255 && input[end] === input[at]) end++;
      output.push(end - at, input[at] ?? 0);
      at = end;
    }
    return Uint8Array.from(output);
  },
};

/** Understates how much its codec can give, so that core would refuse good archives. */
const broken: BrokenPlugin = {
  plugin: { ...readOnly, codecs: [...(readOnly.codecs ?? []), runs] },
  fixtures: soundFixtures,
  fails: ['keeps the ratio that sound/runs states'],
};

export default broken;

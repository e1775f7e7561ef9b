import { type FormatPlugin, fromHex } from '@packwright/core';
import { checkEntries } from './check.ts';
import { seal } from './codec.ts';
import { companionsOfTorture } from './companions.ts';
import { headerLength, magicHex, sealKey, version } from './layout.ts';
import { pathHash } from './names.ts';
import { type TortureOptions, writeOptions } from './options.ts';
import { openTorture } from './read.ts';
import { updateTorture } from './update.ts';
import { writeTorture } from './write.ts';

const signature = fromHex(magicHex) ?? new Uint8Array(0);

/** A made-up format that needs everything the contract offers. */
export const torture: FormatPlugin<Record<never, never>, TortureOptions> = {
  contract: 1,
  id: 'torture',
  title: 'Torture archive',
  extensions: ['.trt'],
  signatures: [{ at: 0, bytes: magicHex }],
  options: {},
  keys: [{ id: sealKey, title: 'key of sealed entries', length: 16 }],
  names: pathHash,
  codecs: [seal],
  detect({ head }) {
    if (head.length < headerLength || !signature.every((byte, at) => head[at] === byte)) return undefined;
    const isKnown = head[4] === version && head[5] === 0;
    return { confidence: isKnown ? 100 : 60, reason: 'the signature "TRTR"', claimed: true };
  },
  open: openTorture,
  writer: {
    options: writeOptions,
    check: checkEntries,
    write: writeTorture,
    update: updateTorture,
    companions: companionsOfTorture,
  },
};

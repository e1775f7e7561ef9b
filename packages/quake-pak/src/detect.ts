import { type Detection, decodeLatin1, type Probe } from '@packwright/core';
import { decideByLength } from './decide-layout.ts';
import { readHeader } from './header.ts';
import { layoutOfMagic, layouts } from './layout.ts';

/** A bid by the magic, high when the header makes sense for the file. */
export function detectPak(probe: Probe): Detection | undefined {
  const magic = decodeLatin1(probe.head.subarray(0, 4));
  const layout = layoutOfMagic(magic);
  if (layout === undefined) return undefined;
  const reason = `the magic "${magic}"`;
  if (probe.head.length < layout.headerBytes) return { confidence: 20, reason };
  const { dirOffset, dirLength } = readHeader(probe.head, layout);
  const inside = dirLength <= probe.size && dirOffset <= probe.size - dirLength;
  const proven = layout === layouts.quake ? decideByLength(dirLength) : layout;
  const whole =
    layout === layouts.quake
      ? dirLength % 64 === 0 || dirLength % 72 === 0
      : dirLength % layout.rowBytes === 0;
  if (!inside || !whole) return { confidence: 40, reason, variant: proven?.variant };
  // Both layouts of "PACK" divide a multiple of 576 bytes; only the rows tell then, and `open` reads them.
  return {
    confidence: 95,
    reason: `${reason} and a directory of whole rows`,
    variant: proven?.variant,
    claimed: true,
  };
}

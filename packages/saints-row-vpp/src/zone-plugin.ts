import type { ByteOrder, Detection, FormatPlugin, OpenContext, Probe } from '@packwright/core';
import { openZoneData, openZoneHeader } from './zone/open-zone.ts';
import { isSectionType } from './zone/section-types.ts';
import { readSectionHead } from './zone/sections.ts';
import { zoneSignature } from './zone/zone-header.ts';

/** Zone files of Saints Row: The Third and IV, as read-only archives of their sections. */
export const saintsRowZone: FormatPlugin<Record<string, never>> = {
  contract: 1,
  id: 'saints-row-zone',
  title: 'Saints Row zone file',
  extensions: ['.czh_pc', '.czn_pc', '.czh_xbox2', '.czn_xbox2', '.czh_ps3', '.czn_ps3'],
  signatures: [
    { at: 0, bytes: '54380400' }, // 0x3854, version 4, little endian
    { at: 0, bytes: '38540004' },
    { at: 1, bytes: '220000' }, // a section number such as 0x2234, little endian
    { at: 1, bytes: '220080' },
    { at: 0, bytes: '000022' },
    { at: 0, bytes: '800022' },
  ],
  options: {},
  detect: detectZone,
  open: async (source, context: OpenContext) => {
    const head = await source.read(0, Math.min(12, source.size), { signal: context.signal });
    const order = isHeader(head) ? undefined : findDataOrder(head);
    return order === undefined ? openZoneHeader(source, context) : openZoneData(source, context, order);
  },
};

async function detectZone(probe: Probe): Promise<Detection | undefined> {
  if (isHeader(probe.head))
    return { confidence: 80, reason: 'the zone header signature 0x3854', variant: 'czh' };
  const order = findDataOrder(probe.head);
  const section = order === undefined ? undefined : readSectionHead(probe.head, 0, order);
  if (order === undefined || section === undefined) return undefined;
  const next = section.headLength + section.size;
  if (next > probe.size) return undefined;
  const following = await probe.read(Math.ceil(next / 4) * 4, 12);
  if (following.length >= 8 && readSectionHead(following, next, order) === undefined) return undefined;
  return { confidence: 70, reason: `the zone section ${section.type.toString(16)}`, variant: 'czn' };
}

function isHeader(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const view = new DataView(head.buffer, head.byteOffset, 4);
  return [true, false].some(
    (isLittle) => view.getUint16(0, isLittle) === zoneSignature && view.getUint16(2, isLittle) === 4,
  );
}

function findDataOrder(head: Uint8Array): ByteOrder | undefined {
  if (head.length < 8) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, 8);
  return (['little', 'big'] as const).find((order) =>
    isSectionType(view.getUint32(0, order === 'little') & 0x7fffffff),
  );
}

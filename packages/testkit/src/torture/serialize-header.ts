import { ByteWriter } from '@packwright/core';
import { headerLength, magic, version } from './layout.ts';
import type { Header } from './tables.ts';

/** The bytes of a header. */
export function serializeHeader(header: Header): Uint8Array {
  const writer = new ByteWriter('little', headerLength).u32(magic).u16(version).u16(header.flags);
  writer.u32(header.count).u32(header.tableOffset).u32(header.tableChecksum);
  writer.u32(header.solidOffset).u32(header.solidLength).u32(header.solidSize);
  writer.u32(header.restartCount).u32(header.restartOffset).u32(header.unknown28);
  return writer.finish();
}

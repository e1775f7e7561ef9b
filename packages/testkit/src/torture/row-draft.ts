import {
  ArchiveError,
  type Attributes,
  hashName,
  type NameHash,
  parseUnresolvedName,
  type WritePart,
} from '@packwright/core';
import { type Method, methods, nameListPath, rowFlags, sealCodec, sealKey } from './layout.ts';
import { partHash, pathHash } from './names.ts';
import type { Row } from './row.ts';

/** What is known of a row before its data has a place. */
export type RowDraft = Omit<Row, 'offset' | 'length' | 'checksum'>;

/** What names a row and says how it is stored. */
export interface Named {
  readonly path: string;
  readonly hash?: bigint | undefined;
  readonly attributes?: Attributes | undefined;
}

/** A row for an entry; `parent` is a number of `layout.ts`. */
export function draftRow(entry: Named, method: Method, isTree: boolean, parent: number): RowDraft {
  const hash = entry.hash ?? hashPath(entry.path, isTree);
  const unknown1c = entry.attributes?.unknown1c;
  return {
    hashLow: Number(hash & 0xffffffffn),
    hashHigh: isTree ? 0 : Number((hash >> 32n) & 0xffffffffn),
    method: methods.indexOf(method),
    volume: 0,
    flags: entry.path.toLowerCase() === nameListPath ? rowFlags.nameList : 0,
    parent,
    unknown1c: typeof unknown1c === 'number' && unknown1c >= 0 && unknown1c <= 0xffffffff ? unknown1c : 0,
  };
}

/** The hash of a path, or the one that it spells. */
export function hashPath(path: string, isTree: boolean): bigint {
  const hash: NameHash = isTree ? partHash : pathHash;
  const name = isTree ? path.slice(path.lastIndexOf('/') + 1) : path;
  return parseUnresolvedName(name, hash.bits) ?? hashName(hash, name);
}

/** The method that attributes or an option ask for. */
export function methodOf(attributes: Attributes | undefined, fallback: string | undefined): Method {
  const wanted = attributes?.method ?? fallback ?? 'solid';
  const method = methods.find((known) => known === wanted && known !== 'directory');
  if (method === undefined) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found the method ${JSON.stringify(wanted)}, expected plain, solid or sealed.`,
    );
  }
  return method;
}

/** How content becomes a part of its own: plain or sealed. */
export function dataPart(entry: number, method: Method): WritePart {
  const pieces = [{ entry }];
  if (method !== 'sealed') return { pieces, checksum: { algorithm: 'crc32', over: 'content' } };
  const steps = [{ codec: sealCodec, key: sealKey }];
  return { pieces, steps, checksum: { algorithm: 'crc32', over: 'stored' } };
}

import { deflateSync } from 'node:zlib';
import { ByteWriter, crc32c } from '@packwright/core';
import { hashName } from '../../src/index.ts';
import { toBytes } from './archives.ts';

/** An asset as it shall lie in the file, right or wrong. */
export interface RawAsset {
  readonly name?: string;
  readonly hash?: bigint;
  readonly stored: Uint8Array | string;
  readonly flags?: number;
  readonly offset?: number;
  readonly length?: number;
  readonly dataHash?: number;
}

/** Header fields that shall be other than right. */
export interface RawHeader {
  readonly magic?: string;
  readonly version?: number;
  readonly count?: number;
  readonly packLength?: number | bigint;
  readonly mapOffset?: number | bigint;
  readonly unknown18?: number;
  readonly block?: Uint8Array;
}

/** Builds a pack2 by the book, with whatever lies it shall contain; rows stay in the given order. */
export function buildPack2(assets: readonly RawAsset[], header: RawHeader = {}): Uint8Array {
  const data = new ByteWriter('little').zeros(0x200);
  const rows = assets.map((asset) => {
    const stored = toBytes(asset.stored);
    const offset = data.align(256).length;
    data.bytes(stored);
    const hash = asset.hash ?? hashName(asset.name ?? '');
    const prefix = new ByteWriter('little').u64(hash).finish();
    return {
      hash,
      offset: asset.offset ?? offset,
      length: asset.length ?? stored.length,
      flags: asset.flags ?? 0x10,
      dataHash: asset.dataHash ?? crc32c(stored, crc32c(prefix)),
    };
  });
  const mapOffset = data.align(256).length;
  for (const { hash, offset, length, flags, dataHash } of rows) {
    data.u64(hash).u64(offset).u64(length).u32(flags).u32(dataHash);
  }
  const bytes = data.finish();
  const head = new ByteWriter('little')
    .text(header.magic ?? 'PAK')
    .u8(header.version ?? 1)
    .u32(header.count ?? assets.length)
    .u64(header.packLength ?? bytes.length)
    .u64(header.mapOffset ?? mapOffset)
    .u64(header.unknown18 ?? 256)
    .bytes(header.block ?? new Uint8Array(128));
  bytes.set(head.finish());
  return bytes;
}

/** A compressed asset's bytes, with the size that the frame shall state. */
export function buildFrame(content: Uint8Array | string, size?: number): Uint8Array {
  const plain = toBytes(content);
  return new ByteWriter('big')
    .u32(0xa1b2c3d4)
    .u32(size ?? plain.length)
    .bytes(deflateSync(plain, { level: 9 }))
    .finish();
}

/** Rows in ascending order of hash, as games have them. */
export function byHash(assets: readonly RawAsset[]): readonly RawAsset[] {
  const key = ({ hash, name = '' }: RawAsset): bigint => hash ?? hashName(name);
  return [...assets].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

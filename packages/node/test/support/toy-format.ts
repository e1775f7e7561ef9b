import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import {
  type Archive,
  type Checksum,
  type Codec,
  type CodecStep,
  crc32,
  type Extent,
  type FormatPlugin,
  type IndexEntry,
  type OpenOptions,
  openArchive,
} from '@packwright/core';
import { FileSource } from '../../src/files/file-source.ts';

/** A file of a toy archive, as a test wants it. */
export interface ToyFile {
  readonly path: string;
  readonly kind?: 'file' | 'directory';
  readonly content?: Uint8Array | string;
  /** How the content is stored; default as it is. */
  readonly codec?: 'zlib' | 'toy/xor' | 'toy/missing';
  /** Key that the step asks for. */
  readonly key?: string;
  /** Leaves the size out of the table. */
  readonly sizeless?: boolean;
  /** Puts a CRC-32 into the table; a number puts a wrong one. */
  readonly checksum?: boolean | number;
  /** Literal bytes in front of the stored ones. */
  readonly literal?: string;
  /** Lies in the solid block of the archive. */
  readonly solid?: boolean;
  /** Members of the extent that replace the right ones. */
  readonly lies?: Partial<{ offset: number; length: number; size: number }>;
}

interface ToyTable {
  readonly rows: readonly (Omit<IndexEntry, 'extents' | 'checksum'> & {
    readonly extents: readonly (Omit<Extent, 'bytes'> | { readonly text: string })[];
    readonly crc32?: number;
  })[];
  readonly region?: { readonly offset: number; readonly length: number; readonly size: number };
}

const magic = 'TOYA';

/** XOR with 0x55; the file of an entry whose first byte is `!` cannot be decoded. */
export const xorCodec: Codec = {
  id: 'toy/xor',
  maxRatio: 1,
  decode: (input) => input.map((byte) => byte ^ 0x55),
  encode: (input) => input.map((byte) => byte ^ 0x55),
};

/** A format whose table is JSON at the end, so that tests can say anything in it. */
export const toyFormat: FormatPlugin = {
  contract: 1,
  id: 'toy',
  title: 'Toy archive',
  extensions: ['.toy'],
  signatures: [{ at: 0, bytes: Buffer.from(magic).toString('hex') }],
  options: {},
  codecs: [xorCodec],
  detect: () => ({ confidence: 100, reason: 'the magic' }),
  async open(source) {
    const head = await source.read(0, 8);
    const tableOffset = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    const bytes = await source.read(tableOffset, source.size - tableOffset);
    const table: ToyTable = JSON.parse(new TextDecoder().decode(bytes));
    const rows = table.rows.map(toRow);
    const { region } = table;
    return {
      variant: 'toy',
      entries: { length: rows.length, at: (number) => rows[number] ?? { extents: [] } },
      structure: [],
      ...(region === undefined ? {} : { regions: [{ ...region, steps: [{ codec: 'zlib' }] }] }),
    };
  },
};

function toRow({ extents, crc32: value, ...row }: ToyTable['rows'][number]): IndexEntry {
  const checksum: Checksum | undefined =
    value === undefined ? undefined : { algorithm: 'crc32', over: 'content', value };
  return {
    ...row,
    checksum,
    extents: extents.map((extent) =>
      'text' in extent ? { bytes: new TextEncoder().encode(extent.text) } : (extent as Extent),
    ),
  };
}

/** Builds a toy archive. */
export function buildToy(files: readonly ToyFile[]): Uint8Array {
  const pieces: Uint8Array[] = [new Uint8Array(8)];
  let end = 8;
  const append = (bytes: Uint8Array): number => {
    pieces.push(bytes);
    end += bytes.length;
    return end - bytes.length;
  };
  const solid: Uint8Array[] = [];
  let solidLength = 0;
  const rows = files.map((file) => {
    const { path, kind, literal = '', sizeless, checksum, lies } = file;
    if (kind === 'directory') return { path, kind, extents: [] };
    const plain = toBytes(file.content ?? '');
    const step = file.codec && { codec: file.codec, key: file.key };
    let extent: object;
    if (file.solid) {
      extent = { region: 0, offset: solidLength, length: plain.length, size: plain.length };
      solid.push(plain);
      solidLength += plain.length;
    } else {
      const stored = encode(plain, step);
      const size = sizeless ? undefined : plain.length;
      extent = { offset: append(stored), length: stored.length, size, steps: step && [step], ...lies };
    }
    const whole = Buffer.concat([toBytes(literal), plain]);
    const crc =
      checksum === undefined || checksum === false ? undefined : checksum === true ? crc32(whole) : checksum;
    return { path, extents: [...(literal === '' ? [] : [{ text: literal }]), extent], crc32: crc };
  });
  const block = deflateSync(Buffer.concat(solid));
  const region =
    solid.length === 0 ? undefined : { offset: append(block), length: block.length, size: solidLength };
  const tableOffset = append(toBytes(JSON.stringify({ rows, region })));
  const result = new Uint8Array(Buffer.concat(pieces));
  result.set(toBytes(magic));
  new DataView(result.buffer).setUint32(4, tableOffset, true);
  return result;
}

/** Writes a toy archive and opens it from the disk. */
export async function openToy(
  path: string,
  files: readonly ToyFile[],
  options: Partial<OpenOptions> = {},
): Promise<Archive> {
  writeFileSync(path, buildToy(files));
  return openArchive(FileSource.open(path), { formats: [toyFormat], ...options });
}

function encode(plain: Uint8Array, step: CodecStep | undefined): Uint8Array {
  if (step?.codec === 'zlib') return new Uint8Array(deflateSync(plain));
  return step === undefined ? plain : plain.map((byte) => byte ^ 0x55);
}

function toBytes(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

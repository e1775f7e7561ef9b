import type { Finding } from '@packwright/core';
import {
  type Compression,
  isZlibHeader,
  type Packfile,
  type WriteStyle,
  zlibCompression,
} from '@packwright/volition';
import { lz4Frames } from './codecs/lz4-frames.ts';
import { isChunkHead, ps3Chunks } from './codecs/ps3-chunks.ts';
import { version6Wide, version10 } from './layout.ts';

const whole = (codec: string): Compression => ({ entry: [{ codec }], block: [{ codec }] });

/** Compression methods by the number in bits 11–14 of the flags; from version 10 on. */
const methods: ReadonlyMap<number, string> = new Map([
  [0, 'zlib'],
  [1, 'zlib'],
  [9, 'zlib'],
  [10, 'ps3-chunks'],
  [11, 'lzx'],
  [12, 'none'],
  [13, 'zstd'],
]);

/** Chooses how the compressed data of an archive is decoded. */
export function chooseCompression(packfile: Packfile, head: Uint8Array): Compression {
  const { header, directory } = packfile;
  if (header.version === version6Wide) return whole(lz4Frames.id);
  const isChunked =
    header.order === 'big' &&
    header.layout === 'compressed' &&
    !isZlibHeader(head) &&
    isChunkHead(head, firstSize(directory));
  if (isChunked) return whole(ps3Chunks.id);
  const method = methodOf(header);
  if (method === 'zlib') return zlibCompression;
  if (method === 'none') return { entry: [], block: [] };
  // No such codec is here, and reading an entry says so; the list of entries is good all the same.
  return whole(`saints-row-vpp/${method}`);
}

/** What is worth saying about an archive before an entry is read. */
export function remarkOn(packfile: Packfile): readonly Finding[] {
  const { header } = packfile;
  const findings: Finding[] = [];
  const method = methodOf(header);
  if ((method !== 'zlib' && method !== 'none' && method !== 'ps3-chunks') || isSolidChunks(packfile)) {
    findings.push({
      severity: 'warning',
      code: 'codec-missing',
      message: `The entries are compressed with method ${method}, which cannot be decoded.`,
      offset: header.version.header.flags.at,
    });
  }
  if (header.version.version === 4 && (header.layout === 'condensed' || header.layout === 'compacted')) {
    findings.push({
      severity: 'note',
      code: 'layout-unverified',
      message: `No ${header.layout} archive of version 4 is known; it is read by the rules of version 3.`,
      offset: header.version.header.flags.at,
    });
  }
  return findings;
}

/** What forbids archives of a style: its flags may name a method that is only read, or not even that. */
export function refuseMethod(style: Pick<WriteStyle, 'version' | 'layout' | 'flags'>): readonly Finding[] {
  const method = methodOf(style);
  if (method === 'zlib') return [];
  const flags = `0x${style.flags.toString(16).toUpperCase().padStart(4, '0')}`;
  return [
    {
      severity: 'error',
      code: 'method-unwritable',
      message: `The flags ${flags} say that entries are compressed with method ${method}, expected zlib (0x4800); the layout raw does without.`,
    },
  ];
}

function isSolidChunks({ header }: Packfile): boolean {
  return methodOf(header) === 'ps3-chunks' && header.layout === 'compacted';
}

function methodOf({ version, layout, flags }: Pick<WriteStyle, 'version' | 'layout' | 'flags'>): string {
  const isCompressed = layout === 'compressed' || layout === 'compacted';
  if (version !== version10 || !isCompressed) return 'zlib';
  const number = (flags >>> 11) & 15;
  return methods.get(number) ?? `method-${number}`;
}

/** The size of the first entry that has any: the one whose stream begins the data. */
function firstSize(directory: Packfile['directory']): number {
  for (let entry = 0; entry < directory.length; entry++) {
    if (directory.size(entry) > 0) return directory.size(entry);
  }
  return 0;
}

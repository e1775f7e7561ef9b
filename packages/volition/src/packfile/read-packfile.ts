import { ArchiveError, type ByteSource, hexNumber, type Limits } from '@packwright/core';
import { PackfileDirectory } from './packfile-directory.ts';
import { type Block, type PackfileHeader, parseHeader } from './packfile-header.ts';
import { readSignature } from './packfile-signature.ts';
import type { PackfileVersion } from './packfile-version.ts';

/** The tables of a packfile, taken apart but not yet judged. */
export interface Packfile {
  readonly header: PackfileHeader;
  readonly directory: PackfileDirectory;
  /** Bytes that are really there. */
  readonly fileSize: number;
}

/** What reading the tables may be given. */
export interface ReadPackfileOptions {
  /** The versions to accept. */
  readonly versions: readonly PackfileVersion[];
  readonly limits: Pick<Limits, 'entries' | 'memory'>;
  readonly signal?: AbortSignal | undefined;
}

const longestHeader = 4096;

/** Reads header, directory and names. Throws when they are not all there or contradict one another. */
export async function readPackfile(source: ByteSource, options: ReadPackfileOptions): Promise<Packfile> {
  const { signal, limits } = options;
  const head = await source.read(0, Math.min(source.size, longestHeader), { signal });
  const header = parseHead(head, source.size, options.versions);
  checkCount(header, limits);
  const { directory, names, extensions } = header;
  const last = extensions ?? names;
  const tablesSize = last.offset + last.length - directory.offset;
  checkTables(header, last, source.size);
  if (tablesSize > limits.memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The tables take ${tablesSize} bytes, the limit for memory is ${limits.memory}.`,
      { offset: directory.offset, help: 'Raise the memory limit (--memory) if you trust the archive.' },
    );
  }
  const bytes = await source.read(directory.offset, tablesSize, { signal });
  const cut = ({ offset, length }: Block): Uint8Array =>
    bytes.subarray(offset - directory.offset, offset - directory.offset + length);
  const tables = {
    directory: cut(directory),
    names: cut(names),
    extensions: extensions === undefined ? undefined : cut(extensions),
  };
  return { header, directory: new PackfileDirectory(header, tables), fileSize: source.size };
}

function parseHead(head: Uint8Array, fileSize: number, versions: readonly PackfileVersion[]): PackfileHeader {
  const signature = readSignature(head);
  if (signature === undefined) {
    const found = head.length < 8 ? `${head.length} bytes` : `another magic`;
    throw new ArchiveError(
      'FORMAT_UNKNOWN',
      `Found ${found}, expected a packfile that begins with 0x51890ACE.`,
      {
        offset: 0,
      },
    );
  }
  const version = findVersion(versions, head, fileSize);
  if (version === undefined) {
    const known = [...new Set(versions.map((candidate) => candidate.version))].join(', ');
    throw new ArchiveError(
      'VARIANT_UNSUPPORTED',
      `Found a packfile of version ${signature.version}, expected version ${known}.`,
      { offset: 4 },
    );
  }
  if (head.length < version.headerSize) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found a packfile of ${fileSize} bytes, expected at least ${version.headerSize} for its header.`,
      { offset: head.length, help: 'The archive was not copied or downloaded to its end.' },
    );
  }
  return parseHeader(head, version, signature.order);
}

/** The version of a packfile by its first bytes, or nothing when none of `versions` fits. */
export function findVersion(
  versions: readonly PackfileVersion[],
  head: Uint8Array,
  fileSize: number,
): PackfileVersion | undefined {
  const signature = readSignature(head);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isLittle = signature?.order === 'little';
  return versions.find(
    ({ version, matches }) =>
      version === signature?.version && (matches === undefined || matches(view, isLittle, fileSize)),
  );
}

function checkCount(header: PackfileHeader, limits: Pick<Limits, 'entries'>): void {
  const { count, directory, version } = header;
  const needed = count * version.entrySize;
  if (needed > directory.length) {
    throw new ArchiveError(
      'DAMAGED',
      `Found ${count} entries, which need ${needed} bytes, but the directory has ${directory.length}.`,
      { offset: version.header.count.at },
    );
  }
  if (count > limits.entries) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The archive has ${count} entries, the limit is ${limits.entries}.`,
      {
        offset: version.header.count.at,
        help: 'Raise it with --limit-entries if you trust the archive.',
      },
    );
  }
}

function checkTables(header: PackfileHeader, last: Block, fileSize: number): void {
  const end = last.offset + last.length;
  if (end <= fileSize) return;
  throw new ArchiveError(
    'TRUNCATED',
    `Found directory and names up to offset ${hexNumber(end)}, but the file ends at ${hexNumber(fileSize)}.`,
    {
      offset: header.directory.offset,
      help: 'The archive is damaged, or was not copied or downloaded to its end.',
    },
  );
}

import {
  ArchiveError,
  alignUp,
  type ByteOrder,
  type ByteSource,
  type Finding,
  hexNumber,
  type Limits,
  type TableMemory,
} from '@packwright/core';
import { isSectionType } from './section-types.ts';

/*
 * Zone data (czn) is a sequence of sections, each at a multiple of 4 (2: two implementations agree):
 *
 *   u32  type, 0x2233 to 0x22FF; high bit: a GPU size follows    2
 *   u32  bytes of the body, without this head                    2
 *   u32  only with the high bit: bytes in the gzn file           2
 *   …    body
 */
const headLength = 8;
const longHeadLength = 12;
const gpuBit = 0x80000000;

/** One section of zone data. */
export interface ZoneSection {
  readonly type: number;
  /** Where its head begins. */
  readonly offset: number;
  readonly headLength: number;
  /** Bytes of the body behind the head. */
  readonly size: number;
  /** Bytes in the gzn file; absent where the head has no such field. */
  readonly gpuSize: number | undefined;
}

/** Takes the head of a section apart, or gives nothing when it is none. `bytes` may end early. */
export function readSectionHead(
  bytes: Uint8Array,
  offset: number,
  order: ByteOrder,
): ZoneSection | undefined {
  if (bytes.length < headLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = order === 'little';
  const id = view.getUint32(0, isLittle);
  const type = id & ~gpuBit;
  if (!isSectionType(type)) return undefined;
  const size = view.getUint32(4, isLittle);
  if ((id & gpuBit) === 0) return { type, offset, headLength, size, gpuSize: undefined };
  if (bytes.length < longHeadLength) return undefined;
  return { type, offset, headLength: longHeadLength, size, gpuSize: view.getUint32(8, isLittle) };
}

/** What walking the sections may be given. */
export interface WalkOptions {
  readonly order: ByteOrder;
  readonly limits: Pick<Limits, 'entries'>;
  readonly signal?: AbortSignal | undefined;
  /** Told that what was read ahead is not kept. */
  readonly memory?: Pick<TableMemory, 'release'> | undefined;
  report(finding: Finding): void;
}

/** All sections of a zone data file; what follows a section that is none is reported and left out. */
export async function walkSections(
  source: ByteSource,
  options: WalkOptions,
): Promise<readonly ZoneSection[]> {
  const { order, limits, signal, memory, report } = options;
  const window = new Window(source, signal, memory);
  const sections: ZoneSection[] = [];
  let at = 0;
  while (at + headLength <= source.size) {
    const section = readSectionHead(await window.read(at, longHeadLength), at, order);
    if (section === undefined) {
      report({
        severity: 'error',
        code: 'section-unknown',
        message: `Found no section at offset ${hexNumber(at)}; the ${source.size - at} bytes from there are left out.`,
        offset: at,
      });
      break;
    }
    const body = at + section.headLength;
    if (section.size > source.size - body) {
      report({
        severity: 'error',
        code: 'section-outside',
        message: `The section at offset ${hexNumber(at)} takes ${section.size} bytes, but only ${source.size - body} follow its head.`,
        offset: at,
      });
      break;
    }
    if (sections.length >= limits.entries) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `The file has more than ${limits.entries} sections, which is the limit.`,
        {
          offset: at,
          help: 'Raise it with --limit-entries if you trust the file.',
        },
      );
    }
    sections.push(section);
    at = alignUp(body + section.size, 4);
  }
  window.close();
  return sections;
}

/** Reads ahead, so that a file of small sections costs few reads. */
class Window {
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  readonly #memory: Pick<TableMemory, 'release'> | undefined;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(
    source: ByteSource,
    signal: AbortSignal | undefined,
    memory: Pick<TableMemory, 'release'> | undefined,
  ) {
    this.#source = source;
    this.#signal = signal;
    this.#memory = memory;
  }

  /** Bytes at an offset, fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.min(length, this.#source.size - offset);
    if (offset < this.#start || offset + wanted > this.#start + this.#bytes.length) {
      this.close();
      this.#start = offset;
      const ahead = Math.min(65536, this.#source.size - offset);
      this.#bytes = await this.#source.read(offset, ahead, { signal: this.#signal });
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + wanted);
  }

  close(): void {
    this.#memory?.release(this.#bytes.length);
    this.#bytes = new Uint8Array(0);
  }
}

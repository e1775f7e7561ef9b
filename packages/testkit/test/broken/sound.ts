import {
  ArchiveError,
  type ArchiveIndex,
  ByteReader,
  type ByteSource,
  ByteWriter,
  type Codec,
  crc32,
  type FormatPlugin,
  type IndexEntry,
  type OpenContext,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '@packwright/core';
import type { FormatFixture } from '../../src/index.ts';

/**
 * A small format without faults; the broken plugins are this one with one thing spoilt.
 *
 * Header: "SOND", u32 count, then rows of 48 bytes: u8 kind (0 directory, 1 plain, 2 flipped), 3 zeros, u32 offset,
 * u32 length, u32 CRC-32 of the content, 32 bytes of name.
 */
export const rowLength = 48;
const headLength = 8;
const kinds = { directory: 0, plain: 1, flipped: 2 } as const;

/** Turns the bits of every byte. */
export const flip: Codec = {
  id: 'sound/flip',
  sameSize: true,
  decode: (input) => input.map((byte) => byte ^ 0xff),
  encode: (input) => input.map((byte) => byte ^ 0xff),
};

/** The rows of a sound archive, checked. */
export async function readRows(source: ByteSource, signal: AbortSignal | undefined): Promise<Uint8Array> {
  if (source.size < headLength) throw truncated(source.size, headLength);
  const count = new ByteReader(await source.read(0, headLength, { signal }), 'little').seek(4).u32();
  if (count > (source.size - headLength) / rowLength)
    throw truncated(source.size, headLength + count * rowLength);
  const rows = await source.read(headLength, count * rowLength, { signal });
  for (let at = 0; at < rows.length; at += rowLength) {
    const kind = rows[at] ?? 0;
    if (kind > kinds.flipped)
      throw new ArchiveError('DAMAGED', `Found the kind ${kind}, expected 0 to 2.`, { offset: at });
  }
  return rows;
}

/** An entry for a row. */
export function toEntry(rows: Uint8Array, number: number): IndexEntry {
  const reader = new ByteReader(rows, 'little').seek(number * rowLength);
  const kind = reader.u32() & 0xff;
  const offset = reader.u32();
  const length = reader.u32();
  const value = reader.u32();
  const path = reader.text(32);
  if (kind === kinds.directory) return { kind: 'directory', path, extents: [] };
  const steps = kind === kinds.flipped ? { steps: [{ codec: flip.id }] } : {};
  const checksum = { algorithm: 'crc32', over: 'content', value } as const;
  return { path, size: length, extents: [{ offset, length, size: length, ...steps }], checksum };
}

/** The index for rows. */
export function toIndex(rows: Uint8Array): ArchiveIndex {
  const { length } = rows;
  return {
    variant: 'sound',
    entries: { length: length / rowLength, at: (number) => toEntry(rows, number) },
    structure: [{ name: 'header and table', offset: 0, length: headLength + length }],
  };
}

/** Writes all entries, files flipped. */
export async function* writeSound(
  entries: readonly WriteEntry[],
  context: WriteContext,
): AsyncGenerator<WritePart, void, undefined> {
  yield { pieces: [{ zeros: headLength + entries.length * rowLength }] };
  for (const [entry, { kind }] of entries.entries()) {
    if (kind === 'directory') yield { pieces: [] };
    else
      yield {
        pieces: [{ entry }],
        steps: [{ codec: flip.id }],
        checksum: { algorithm: 'crc32', over: 'content' },
      };
  }
  const placed = await context.placed();
  const table = new ByteWriter('little').text('SOND').u32(entries.length);
  for (const [number, { path, kind }] of entries.entries()) {
    const isDirectory = kind === 'directory';
    table.u32(isDirectory ? kinds.directory : kinds.flipped).u32(isDirectory ? 0 : placed.at(number + 1));
    table
      .u32(placed.size(number + 1))
      .u32(Number(placed.checksum(number + 1) ?? 0))
      .text(path, 32);
  }
  yield { at: 0, pieces: [{ bytes: table.finish() }] };
}

/** The plugin without faults. */
export const sound: FormatPlugin = {
  contract: 1,
  id: 'sound',
  title: 'Sound archive',
  extensions: ['.snd'],
  signatures: [{ at: 0, bytes: '534f4e44' }],
  options: { mode: { type: 'choice', title: 'a choice without effect', choices: ['a', 'b'], default: 'a' } },
  codecs: [flip],
  detect: ({ head }) => (isSound(head) ? { confidence: 90, reason: 'the signature "SOND"' } : undefined),
  open: async (source: ByteSource, { signal }: OpenContext) => toIndex(await readRows(source, signal)),
  writer: {
    options: {},
    check: (entries) =>
      entries.flatMap(({ path, kind, content }, entry) => {
        const isName = /^[\x20-\x7e]{1,32}$/.test(path);
        if (isName && (kind === 'directory' || content !== undefined)) return [];
        return [
          {
            severity: 'error' as const,
            code: 'unsound',
            message: 'A name or content cannot be kept.',
            entry,
          },
        ];
      }),
    write: writeSound,
  },
};

const { writer: _writer, ...withoutWriter } = sound;

/** The same, for reading only. */
export const readOnly: FormatPlugin = withoutWriter;

/** Two files and a directory that is not empty. */
export const soundFixtures: readonly FormatFixture[] = [
  {
    name: 'a sound archive',
    bytes: buildSound([
      { path: 'b.txt', kind: 'flipped', text: 'second letter' },
      { path: 'folder', kind: 'directory', text: '' },
      { path: 'folder/a.txt', kind: 'plain', text: 'first letter' },
    ]),
    entries: [
      { path: 'b.txt', content: 'second letter' },
      { path: 'folder', kind: 'directory' },
      { path: 'folder/a.txt', content: 'first letter' },
    ],
  },
];

/** An entry to be put into a fixture. */
export interface SoundEntry {
  readonly path: string;
  readonly kind: keyof typeof kinds;
  readonly text: string;
  /** What it decodes to, where that is not the text. */
  readonly content?: string;
}

/** An archive made by hand, without the writer. */
export function buildSound(entries: readonly SoundEntry[]): Uint8Array {
  const table = new ByteWriter('little').text('SOND').u32(entries.length);
  const data = new ByteWriter('little');
  const start = headLength + entries.length * rowLength;
  for (const { path, kind, text, content = text } of entries) {
    const plain = new TextEncoder().encode(text);
    table
      .u32(kinds[kind])
      .u32(kind === 'directory' ? 0 : start + data.length)
      .u32(plain.length);
    table.u32(kind === 'directory' ? 0 : crc32(new TextEncoder().encode(content))).text(path, 32);
    data.bytes(kind === 'flipped' ? plain.map((byte) => byte ^ 0xff) : plain);
  }
  return table.bytes(data.finish()).finish();
}

function isSound(head: Uint8Array): boolean {
  return head.length >= 4 && new ByteReader(head, 'little').text(4) === 'SOND';
}

function truncated(found: number, expected: number): ArchiveError {
  return new ArchiveError('TRUNCATED', `Found ${found} bytes, expected at least ${expected}.`);
}

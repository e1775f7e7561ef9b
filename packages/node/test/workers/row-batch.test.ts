import { deflateRawSync, deflateSync } from 'node:zlib';
import { type Codec, CodecRegistry, type CodecStep, crc32, crc32c, defaultLimits } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { ColumnBuilder } from '../../src/workers/column-builder.ts';
import type { EntryJob } from '../../src/workers/entry-job.ts';
import type { PortableRow } from '../../src/workers/portable-row.ts';
import { RowBatch } from '../../src/workers/row-batch.ts';

const framed: Codec = {
  id: 'test/framed',
  framing: { length: 12, magic: 0xfeedbeef, sizeAt: 8, codec: 'zlib' },
  decode: (input) => input,
};
const opaque: Codec = { id: 'test/opaque', decode: (input) => input };

/** Bytes in the window, and what the table says of them. */
interface Stored {
  readonly bytes: Uint8Array;
  readonly size?: number | undefined;
  readonly steps?: readonly CodecStep[];
  readonly checksum?: PortableRow['checksum'];
}

const text = (number: number): Buffer => Buffer.from(`file ${number} `.repeat(number * 50 + 1));
const zlibRow = (number: number, more: Partial<Stored> = {}): Stored => ({
  bytes: deflateSync(text(number)),
  size: text(number).length,
  steps: [{ codec: 'zlib' }],
  ...more,
});

/** A row large enough that an engine is worthwhile; it is never made. */
const weight: Stored = { bytes: new Uint8Array(2 ** 20), size: 1, steps: [{ codec: 'test/opaque' }] };

interface Made {
  /** Rows that the batch got through. */
  readonly made: number;
  readonly files: readonly (string | undefined)[];
}

/** Lays rows one behind the other into the window, and makes those before the first that is not taken. */
function make(rows: readonly Stored[], changes: Partial<EntryJob> = {}, loaded = 2 ** 20): Made {
  const builder = new ColumnBuilder(rows.length + 1);
  const start = 5000;
  let offset = start;
  for (const { bytes, size, steps, checksum } of [...rows, weight]) {
    builder.add({ size, extents: [{ offset, length: bytes.length, size, steps }], checksum });
    offset += bytes.length;
  }
  const job = {
    columns: builder.finish(),
    limits: defaultLimits,
    strict: false,
    windowLength: 2 ** 20,
    ...changes,
  } as EntryJob;
  const batch = RowBatch.open(job, new CodecRegistry([framed, opaque]));
  if (batch === undefined) return { made: -1, files: [] };
  let at = 0;
  for (const { bytes } of rows) {
    batch.window.set(bytes, at);
    at += bytes.length;
  }
  const made = batch.make(0, rows.length, start, start + Math.min(loaded, at));
  const files = Array.from({ length: made }, (_, number) => {
    const from = batch.fileAt(number);
    return from === 0
      ? undefined
      : Buffer.from(batch.memory.subarray(from, from + batch.fileLength(number))).toString();
  });
  batch.close();
  return { made, files };
}

function frame(bytes: Uint8Array, size: number, magic = 0xfeedbeef): Uint8Array {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(magic);
  head.writeUInt32BE(size, 8);
  return Buffer.concat([head, bytes]);
}

describe('rows that come out right', () => {
  it('are zlib, raw deflate, framed, or lie as they are', () => {
    const { files } = make([
      zlibRow(1),
      { bytes: deflateRawSync(text(2)), size: text(2).length, steps: [{ codec: 'deflate-raw' }] },
      { bytes: frame(deflateSync(text(3)), text(3).length), steps: [{ codec: 'test/framed' }] },
      { bytes: text(4), size: text(4).length },
      { bytes: text(5) },
    ]);
    expect(files).toEqual([1, 2, 3, 4, 5].map((number) => text(number).toString()));
  });

  it.each([crc32, crc32c])('are checked by %o over stored bytes or content, with what lies before', (crc) => {
    const prefix = Uint8Array.of(1, 2, 3, 4, 5, 6, 7);
    const bytes = deflateSync(text(6));
    const algorithm = crc.name;
    const { files } = make([
      zlibRow(6, { checksum: { algorithm, over: 'stored', value: crc(bytes) } }),
      zlibRow(6, { checksum: { algorithm, over: 'content', value: crc(text(6)) } }),
      zlibRow(6, { checksum: { algorithm, over: 'stored', prefix, value: crc(bytes, crc(prefix)) } }),
      { bytes: text(6), checksum: { algorithm, over: 'stored', prefix, value: crc(text(6), crc(prefix)) } },
    ]);
    expect(files).toEqual(Array.from({ length: 4 }, () => text(6).toString()));
  });

  it('may stop early where they are unfinished', () => {
    const bytes = deflateSync(text(40)).subarray(0, -6);
    const steps = [{ codec: 'zlib', unfinished: true }];
    expect(make([{ bytes, size: 100, steps }]).files).toEqual([text(40).subarray(0, 100).toString()]);
  });

  it('are as many as the engine has room for', () => {
    const large = Buffer.alloc(3 * 2 ** 20, 'large ');
    const row = { bytes: deflateSync(large), size: large.length, steps: [{ codec: 'zlib' }] };
    expect(make([row, row]).made).toBe(1);
    expect(make(Array.from({ length: 100 }, (_, number) => zlibRow(number % 7))).made).toBe(64);
  });
});

describe('rows that do not come out right are left to others', () => {
  const damaged = deflateSync(text(9));
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 0x10;
  const sum = deflateSync(text(9));
  sum[sum.length - 1] = (sum[sum.length - 1] ?? 0) ^ 1;

  it.each([
    ['a damaged stream', zlibRow(9, { bytes: damaged })],
    ['another Adler-32', zlibRow(9, { bytes: sum })],
    ['another size', zlibRow(9, { size: text(9).length - 1 })],
    ['another checksum', zlibRow(9, { checksum: { algorithm: 'crc32', over: 'stored', value: 7 } })],
    ['a stream that is cut off', zlibRow(9, { bytes: deflateSync(text(9)).subarray(0, -5) })],
  ])('%s', (_, row) => {
    expect(make([zlibRow(1), row, zlibRow(2)]).files).toEqual([
      text(1).toString(),
      undefined,
      text(2).toString(),
    ]);
  });

  it('a stream whose bits are flipped one by one gives nothing or the file', () => {
    const bytes = deflateSync(text(3));
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const [file, next] = make([zlibRow(3, { bytes: flipped }), zlibRow(4)]).files;
      expect([undefined, text(3).toString()]).toContain(file);
      expect(next).toBe(text(4).toString());
    }
  });
});

describe('rows that are not taken', () => {
  it.each([
    ['two steps', zlibRow(1, { steps: [{ codec: 'zlib' }, { codec: 'zlib' }] })],
    ['another codec', zlibRow(1, { steps: [{ codec: 'test/opaque' }] })],
    ['a missing codec', zlibRow(1, { steps: [{ codec: 'test/nowhere' }] })],
    ['no size', zlibRow(1, { size: undefined })],
    ['a size that the bytes cannot give', zlibRow(1, { size: 2 ** 30 })],
    ['another kind of checksum', zlibRow(1, { checksum: { algorithm: 'crc64', over: 'stored', value: 1n } })],
    ['no frame', { bytes: frame(deflateSync(text(1)), 99, 7), steps: [{ codec: 'test/framed' }] }],
    [
      'half a frame',
      { bytes: frame(new Uint8Array(0), 9).subarray(0, 6), steps: [{ codec: 'test/framed' }] },
    ],
    ['nothing', zlibRow(1, { bytes: new Uint8Array(0), size: 0 })],
  ])('%s', (_, row) => {
    expect(make([zlibRow(2), row, zlibRow(3)]).files).toEqual([text(2).toString()]);
  });

  it('those that are not in the window to their end', () => {
    const row = zlibRow(9);
    expect(make([row], {}, row.bytes.length - 1).made).toBe(0);
  });

  it('those above a limit', () => {
    expect(make([zlibRow(9)], { limits: { ...defaultLimits, entrySize: 100 } }).made).toBe(0);
    expect(make([zlibRow(9)], { limits: { ...defaultLimits, memory: 100 } }).made).toBe(0);
  });

  it('all of them under strict, and where there are few bytes', () => {
    expect(make([zlibRow(9)], { strict: true }).made).toBe(-1);
    const builder = new ColumnBuilder(1);
    builder.add({ extents: [{ offset: 0, length: 1000, size: 9, steps: [{ codec: 'zlib' }] }] });
    const job = { columns: builder.finish(), limits: defaultLimits, strict: false } as EntryJob;
    expect(RowBatch.open(job, new CodecRegistry())).toBeUndefined();
  });

  it('those of a codec that was plugged in under a known id', () => {
    const builder = new ColumnBuilder(1);
    builder.add({ extents: [{ offset: 0, length: 2 ** 20, size: 9, steps: [{ codec: 'zlib' }] }] });
    const job = {
      columns: builder.finish(),
      limits: defaultLimits,
      strict: false,
      windowLength: 2 ** 20,
    } as EntryJob;
    const batch = RowBatch.open(job, new CodecRegistry([{ ...opaque, id: 'zlib' }]));
    expect(batch?.make(0, 1, 0, 2 ** 20)).toBe(0);
    batch?.close();
  });
});

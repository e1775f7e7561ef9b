import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../src/bytes/byte-reader.ts';
import { ArchiveError } from '../../src/errors/archive-error.ts';
import { failureOf } from '../support/codec-run.ts';

const bytes = Uint8Array.of(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88);

describe('numbers', () => {
  test('in little-endian order', () => {
    const reader = (): ByteReader => new ByteReader(bytes, 'little');
    expect(reader().u8()).toBe(0x01);
    expect(reader().u16()).toBe(0x0201);
    expect(reader().u24()).toBe(0x030201);
    expect(reader().u32()).toBe(0x04030201);
    expect(reader().u64()).toBe(0x8807060504030201n);
  });

  test('in big-endian order', () => {
    const reader = (): ByteReader => new ByteReader(bytes, 'big');
    expect(reader().u16()).toBe(0x0102);
    expect(reader().u24()).toBe(0x010203);
    expect(reader().u32()).toBe(0x01020304);
    expect(reader().u64()).toBe(0x0102030405060788n);
  });

  test('with a sign', () => {
    const reader = new ByteReader(Uint8Array.of(0xff, 0xfe, 0xff, 0xfd, 0xff, 0xff, 0xff), 'little');
    expect([reader.s8(), reader.s16(), reader.s32()]).toEqual([-1, -2, -3]);
  });

  test('high bits stay positive', () => {
    const reader = new ByteReader(new Uint8Array(16).fill(0xff), 'big');
    expect([reader.u8(), reader.u16(), reader.u24(), reader.u32()]).toEqual([
      255, 65535, 16777215, 4294967295,
    ]);
  });

  test('as floats', () => {
    expect(new ByteReader(Uint8Array.of(0, 0, 0x80, 0x3f), 'little').f32()).toBe(1);
    expect(new ByteReader(Uint8Array.of(0x3f, 0x80, 0, 0), 'big').f32()).toBe(1);
  });

  test('of 64 bits as sizes, up to what a file can have', async () => {
    const largest = new Uint8Array(8);
    new DataView(largest.buffer).setBigUint64(0, 2n ** 53n - 1n);
    expect(new ByteReader(largest, 'big').size64()).toBe(2 ** 53 - 1);
    const beyond = new Uint8Array(8);
    new DataView(beyond.buffer).setBigUint64(0, 2n ** 53n);
    const failure = await failureOf(() => new ByteReader(beyond, 'big').size64());
    expect(failure.code).toBe('DAMAGED');
    expect(failure.message).toContain('9007199254740992');
  });
});

describe('position', () => {
  test('moves with each read, and by hand', () => {
    const reader = new ByteReader(bytes, 'little');
    reader.u16();
    expect([reader.at, reader.remaining, reader.length]).toEqual([2, 6, 8]);
    expect(reader.skip(3).u8()).toBe(0x06);
    expect(reader.seek(7).u8()).toBe(0x88);
    expect(reader.remaining).toBe(0);
  });

  test('stays where it is when a read fails', () => {
    const reader = new ByteReader(bytes, 'little').seek(6);
    expect(() => reader.u32()).toThrow(ArchiveError);
    expect(reader.at).toBe(6);
    expect(reader.u16()).toBe(0x8807);
  });

  test('views a part of a larger buffer', () => {
    const reader = new ByteReader(bytes.subarray(2, 5), 'little');
    expect(reader.u24()).toBe(0x050403);
    expect(() => reader.u8()).toThrow(ArchiveError);
  });
});

describe('bounds', () => {
  const reads: readonly [string, (reader: ByteReader) => unknown][] = [
    ['u8', (reader) => reader.u8()],
    ['u16', (reader) => reader.u16()],
    ['u24', (reader) => reader.u24()],
    ['u32', (reader) => reader.u32()],
    ['s8', (reader) => reader.s8()],
    ['s16', (reader) => reader.s16()],
    ['s32', (reader) => reader.s32()],
    ['f32', (reader) => reader.f32()],
    ['u64', (reader) => reader.u64()],
    ['size64', (reader) => reader.size64()],
    ['take', (reader) => reader.take(1)],
    ['text', (reader) => reader.text(1)],
    ['skip', (reader) => reader.skip(1)],
  ];

  test.each(reads)('%s at the end is TRUNCATED, with the offset in the archive', (_, read) => {
    const reader = new ByteReader(bytes, 'little', 1000).seek(8);
    expect(() => read(reader)).toThrow(expect.objectContaining({ code: 'TRUNCATED' }));
    try {
      read(reader);
    } catch (error) {
      expect(ArchiveError.is(error) && error.details.offset).toBe(1008);
    }
  });

  test.each([-1, 9, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'seeking to %s is refused',
    async (offset) => {
      expect((await failureOf(() => new ByteReader(bytes, 'little').seek(offset))).code).toBe('TRUNCATED');
    },
  );

  test.each([-1, 9, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY])(
    'taking %s bytes is refused',
    async (count) => {
      expect((await failureOf(() => new ByteReader(bytes, 'little').take(count))).code).toBe('TRUNCATED');
    },
  );
});

describe('bytes and text', () => {
  test('take gives a view, not a copy', () => {
    expect(new ByteReader(bytes, 'little').seek(1).take(3).buffer).toBe(bytes.buffer);
  });

  test('a field is cut at its first NUL and still taken whole', () => {
    const reader = new ByteReader(Uint8Array.of(0x61, 0xe9, 0, 0x62, 0x63), 'little');
    expect(reader.text(4)).toBe('aé');
    expect(reader.at).toBe(4);
  });

  test('a NUL after the field does not count', () => {
    expect(new ByteReader(Uint8Array.of(0x61, 0x62, 0x63, 0), 'little').text(2)).toBe('ab');
  });
});

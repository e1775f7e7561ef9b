import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../src/bytes/byte-reader.ts';
import { ByteWriter } from '../../src/bytes/byte-writer.ts';
import { toHex } from '../../src/bytes/hex.ts';
import { failureOf } from '../support/codec-run.ts';

describe.each(['little', 'big'] as const)('%s-endian', (order) => {
  test('what is written is read back', () => {
    const writer = new ByteWriter(order, 1);
    writer
      .u8(0xfe)
      .u16(0xfedc)
      .u24(0xfedcba)
      .u32(0xfedcba98)
      .s32(-5)
      .u64(0xfedcba9876543210n)
      .u64(2 ** 52);
    const reader = new ByteReader(writer.finish(), order);
    expect([reader.u8(), reader.u16(), reader.u24(), reader.u32(), reader.s32()]).toEqual([
      0xfe, 0xfedc, 0xfedcba, 0xfedcba98, -5,
    ]);
    expect(reader.u64()).toBe(0xfedcba9876543210n);
    expect(reader.size64()).toBe(2 ** 52);
    expect(reader.remaining).toBe(0);
  });
});

test('numbers lie in the order asked for', () => {
  expect(toHex(new ByteWriter('little').u16(0x0102).u24(0x030405).u32(0x06070809).finish())).toBe(
    '020105040309080706',
  );
  expect(toHex(new ByteWriter('big').u16(0x0102).u24(0x030405).u32(0x06070809).finish())).toBe(
    '010203040506070809',
  );
});

test('grows from any capacity, and the new bytes are zeros', () => {
  const writer = new ByteWriter('little', 0);
  writer.u8(1).zeros(1000).u8(2);
  expect(writer.length).toBe(1002);
  const bytes = writer.finish();
  expect(bytes.subarray(1, 1001).every((byte) => byte === 0)).toBe(true);
  expect([bytes[0], bytes[1001]]).toEqual([1, 2]);
});

test('aligns with zeros', () => {
  expect(toHex(new ByteWriter('little').u8(7).align(4).u8(8).align(1).finish())).toBe('0700000008');
  expect(new ByteWriter('little').align(2048).length).toBe(0);
});

test('writes text into a field', () => {
  expect(toHex(new ByteWriter('little').text('aé', 4).text('b').finish())).toBe('61e9000062');
});

test('refuses text that the format cannot store', async () => {
  const failure = await failureOf(() => new ByteWriter('little').text('日本'));
  expect(failure.code).toBe('WRITE_REFUSED');
  expect(failure.message).toContain('"日"');
});

test('overwrites a number written before', () => {
  expect(toHex(new ByteWriter('big').u32(0).bytes(Uint8Array.of(9)).patchU32(0, 5).finish())).toBe(
    '0000000509',
  );
});

/** The magic of a zstd frame, little-endian. */
const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** A zstd frame that only stores: one raw block of fewer than 128 KiB behind a header with the size. */
export function makeZstd(plain: Uint8Array): Uint8Array {
  const block = (plain.length << 3) | 1;
  return Uint8Array.from([
    ...magic,
    0xa0,
    ...[0, 8, 16, 24].map((shift) => (plain.length >>> shift) & 0xff),
    ...[0, 8, 16].map((shift) => (block >>> shift) & 0xff),
    ...plain,
  ]);
}

/** A zstd frame of one run of a byte. */
export function makeZstdRun(byte: number, length: number): Uint8Array {
  const block = (length << 3) | 3;
  return Uint8Array.from([
    ...magic,
    0xa0,
    ...[0, 8, 16, 24].map((shift) => (length >>> shift) & 0xff),
    ...[0, 8, 16].map((shift) => (block >>> shift) & 0xff),
    byte,
  ]);
}

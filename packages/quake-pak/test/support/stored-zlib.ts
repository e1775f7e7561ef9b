/** A zlib stream of one stored block: bytes that any inflate reads and no encoder is needed for. */
export function storedZlib(plain: Uint8Array): Uint8Array {
  let a = 1;
  let b = 0;
  for (const byte of plain) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const { length } = plain;
  const block = [1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255, ...plain];
  return Uint8Array.of(0x78, 0x01, ...block, b >> 8, b & 255, a >> 8, a & 255);
}

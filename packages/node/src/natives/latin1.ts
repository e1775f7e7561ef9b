/** What `Buffer`'s own `toString` calls underneath; it takes any bytes, and no `Buffer` has to be made of them. */
interface Latin1Slice {
  readonly latin1Slice?: (start: number, end: number) => string;
}

const { latin1Slice } = Buffer.prototype as Latin1Slice;

/** Latin-1 text of a range of bytes, with Node's own decoder. */
export function decodeLatin1Natively(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice === undefined
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start, end)
    : latin1Slice.call(bytes, start, end);
}

/** Bytes that the ciphers of RAGE work on at once. */
export const blockLength = 16;

/** A cipher of 16-byte blocks; each call changes one block, from one place to another or in place. */
export interface BlockCipher {
  decryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void;
  encryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void;
}

/** Little-endian 32-bit words of bytes, whatever the machine's own order is. */
export function toWords(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Int32Array(bytes.length >>> 2);
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(4 * i, true);
  return words;
}

/** The little-endian 32-bit word at an offset. */
export function readWord(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** Writes a little-endian 32-bit word. */
export function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word;
  bytes[at + 1] = word >>> 8;
  bytes[at + 2] = word >>> 16;
  bytes[at + 3] = word >>> 24;
}

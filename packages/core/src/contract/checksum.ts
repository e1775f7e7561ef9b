/** A checksum as the table of an archive has it. */
export interface Checksum {
  /** Name of an algorithm that core knows: `crc32`, `crc32c`, `crc64`, `sha1`, `sha256`. */
  readonly algorithm: string;
  /** Whether it covers the file (`content`) or the bytes as they lie in the archive (`stored`). */
  readonly over: 'content' | 'stored';
  /** Bytes hashed before the data. */
  readonly prefix?: Uint8Array | undefined;
  readonly value: number | bigint | Uint8Array;
}

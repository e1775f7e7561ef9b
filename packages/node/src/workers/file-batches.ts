import type { CodecStep } from '@packwright/core';

/** A batch goes out when it has this many bytes or files: a message costs as much as encoding a few kilobytes. */
const batchBytes = 2 ** 18;
const batchFiles = 64;

/** A range of a file that a thread is to read and encode. */
export interface FilePart {
  readonly path: string;
  /** Bytes that the whole file had when it was found. */
  readonly size: number;
  readonly from: number;
  readonly length: number;
  readonly steps: readonly CodecStep[];
  readonly onlyBelow: number | undefined;
}

/** What became of a batch: the results one after the other, with the length of each and whether it is encoded. */
export interface EncodedFiles {
  readonly bytes: Uint8Array;
  readonly lengths: readonly number[];
  readonly flags: readonly boolean[];
}

/** What became of one file. */
export interface EncodedFile {
  readonly bytes: Uint8Array;
  readonly isEncoded: boolean;
}

interface Waiting {
  resolve(file: EncodedFile): void;
  reject(error: unknown): void;
}

/** Gathers small files into few messages. What is gathered goes out at the latest when the caller waits. */
export class FileBatches {
  readonly #send: (files: readonly FilePart[]) => Promise<EncodedFiles>;
  #files: FilePart[] = [];
  #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(send: (files: readonly FilePart[]) => Promise<EncodedFiles>) {
    this.#send = send;
  }

  /** The encoded file; it fails when any file of its batch does. */
  add(file: FilePart): Promise<EncodedFile> {
    if (this.#files.length === 0) setImmediate(() => this.#flush());
    this.#files.push(file);
    this.#bytes += file.length;
    const result = new Promise<EncodedFile>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    if (this.#bytes >= batchBytes || this.#files.length >= batchFiles) this.#flush();
    return result;
  }

  #flush(): void {
    if (this.#files.length === 0) return;
    const waiting = this.#waiting;
    const sent = this.#send(this.#files);
    this.#files = [];
    this.#waiting = [];
    this.#bytes = 0;
    sent.then(
      ({ bytes, lengths, flags }) => {
        let at = 0;
        for (const [number, { resolve }] of waiting.entries()) {
          const end = at + (lengths[number] ?? 0);
          resolve({ bytes: bytes.subarray(at, end), isEncoded: flags[number] ?? false });
          at = end;
        }
      },
      (error) => {
        for (const { reject } of waiting) reject(error);
      },
    );
  }
}

import type { ByteSink } from '@packwright/core';
import { type Disk, type DiskFile, writeAll } from './disk.ts';

/** A new file of a disk as a sink. */
export class DiskSink implements ByteSink {
  readonly #disk: Disk;
  readonly #file: DiskFile;

  private constructor(disk: Disk, file: DiskFile) {
    this.#disk = disk;
    this.#file = file;
  }

  static create(disk: Disk, path: string): DiskSink {
    return new DiskSink(disk, disk.open(path, 'create'));
  }

  write(offset: number, bytes: Uint8Array): void {
    writeAll(this.#disk, this.#file, bytes, offset);
  }

  flush(): void {
    this.#disk.flush(this.#file);
  }

  close(): void {
    this.#disk.close(this.#file);
  }
}

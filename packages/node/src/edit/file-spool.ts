import { rmSync } from 'node:fs';
import type { ByteSource } from '@packwright/core';
import type { Spool } from '@packwright/toolkit';
import { FileSource } from '../files/file-source.ts';
import { trackTemporaryPath } from '../files/temporaries.ts';
import { temporaryBeside } from '../files/temporary-name.ts';
import { systemDisk } from './disk.ts';
import { DiskSink } from './disk-sink.ts';

/** A temporary file beside an archive for a nested one that must be rebuilt; it is gone once its source is closed. */
export async function spoolBeside(archive: string): Promise<Spool> {
  const path = temporaryBeside(archive);
  const forget = trackTemporaryPath(path);
  const sink = DiskSink.create(systemDisk, path);
  const remove = (): void => {
    rmSync(path, { force: true });
    forget();
  };
  return {
    sink,
    finish: async (): Promise<ByteSource> => {
      sink.close();
      return FileSource.open(path, remove);
    },
  };
}

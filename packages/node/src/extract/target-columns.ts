import type { PlannedFiles } from './planned-files.ts';

/** Where each row goes: plain data, most of it in shared memory. */
export interface TargetColumns {
  /** Number of the folder. */
  readonly folder: Int32Array;
  /** File names, with `/` between them. One text is copied to a thread far quicker than many. */
  readonly names: string;
  /** What became of each row: see `rowStatus`. */
  readonly status: Uint8Array;
}

/** What became of a row. */
export const rowStatus = { open: 0, written: 1, skipped: 2, failed: 3 } as const;

/** Puts files into columns that threads can share. */
export function toTargetColumns({ length, folders, names }: PlannedFiles): TargetColumns {
  const folder = new Int32Array(new SharedArrayBuffer(length * 4));
  folder.set(folders);
  return { folder, names: names.join('/'), status: new Uint8Array(new SharedArrayBuffer(length)) };
}

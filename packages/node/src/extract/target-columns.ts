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

/** Puts targets into columns. */
export function toTargetColumns(
  targets: readonly { readonly folder: number; readonly name: string }[],
): TargetColumns {
  const folder = new Int32Array(new SharedArrayBuffer(targets.length * 4));
  for (let row = 0; row < targets.length; row++) folder[row] = targets[row]?.folder ?? 0;
  return {
    folder,
    names: targets.map(({ name }) => name).join('/'),
    status: new Uint8Array(new SharedArrayBuffer(targets.length)),
  };
}

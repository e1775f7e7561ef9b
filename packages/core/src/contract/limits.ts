/** Caps that keep hostile bytes harmless. All are numbers a user can set. */
export interface Limits {
  /** Rows of one archive's table. */
  readonly entries: number;
  /** Decoded bytes of one entry. */
  readonly entrySize: number;
  /** Decoded bytes of one operation, such as an extraction. */
  readonly totalSize: number;
  /** Decoded bytes for each stored byte, where a codec has no tighter bound of its own. */
  readonly ratio: number;
  /** Archives inside archives. */
  readonly depth: number;
  /** Bytes of one name. */
  readonly nameLength: number;
  /** Bytes that buffers, tables, regions and queues may hold together. */
  readonly memory: number;
}

/** The limits used where the caller sets none. */
export const defaultLimits: Limits = {
  entries: 16_777_216,
  entrySize: 64 * 2 ** 30,
  totalSize: 4 * 2 ** 40,
  ratio: 1100,
  depth: 16,
  nameLength: 4096,
  memory: 512 * 2 ** 20,
};

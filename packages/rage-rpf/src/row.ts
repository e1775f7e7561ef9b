/** A directory as the table has it. */
interface DirectoryRow {
  readonly kind: 'directory';
  /** Offset in the name table, or the hash of the name. */
  readonly name: number;
  /** Entry number of the first child. */
  readonly first: number;
  readonly children: number;
}

/** A file that is nothing special. */
export interface BinaryRow {
  readonly kind: 'binary';
  readonly name: number;
  readonly offset: number;
  /** Bytes in the archive. */
  readonly stored: number;
  /** Bytes of the file. */
  readonly size: number;
  readonly isCompressed: boolean;
  /** Version 7: 0 plain, 1 encrypted with the archive's cipher. */
  readonly encryption: number;
}

/** A memory image that the game loads as it is. */
export interface ResourceRow {
  readonly kind: 'resource';
  readonly name: number;
  readonly offset: number;
  /** Bytes in the archive, header included. */
  readonly stored: number;
  /** Versions 2 to 6: what kind of resource. */
  readonly type: number;
  /** Versions 2 to 6: flags1; 7: flags of the system part. */
  readonly flags1: number;
  /** Version 6: flags2; 7: flags of the graphics part. */
  readonly flags2: number;
}

/** A row of a file. */
export type FileRow = BinaryRow | ResourceRow;

/** A row of the table, apart from how a version packs it. */
export type Row = DirectoryRow | FileRow;

import { alignUp } from '../bytes/align.ts';
import type { WritePart } from '../contract/writer.ts';

/** Decides where a part goes whose size is known. */
export interface Placement {
  /** End of the file so far. */
  readonly end: number;
  place(part: WritePart, size: number): number;
  /** Where a part of unknown size would begin: only the end will do. */
  placeOpen(part: WritePart): number;
  /** Tells how far a part reached. */
  wrote(at: number, size: number): void;
}

/** A new archive: parts follow one another. */
export class AppendPlacement implements Placement {
  #end = 0;

  get end(): number {
    return this.#end;
  }

  place(part: WritePart): number {
    return this.placeOpen(part);
  }

  placeOpen(part: WritePart): number {
    return part.at ?? alignUp(this.#end, part.align ?? 1);
  }

  wrote(at: number, size: number): void {
    this.#end = Math.max(this.#end, at + size);
  }
}

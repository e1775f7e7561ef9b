import type { JournalFrame } from './journal-frame.ts';

/** An edit that writes into the archive: how to take it back, and how to tell that it is complete. */
export interface PatchRecord {
  readonly kind: 'patch';
  readonly id: string;
  readonly time: string;
  readonly title: string;
  readonly oldSize: number;
  readonly newSize: number;
  /** Ranges that are written, as offset and length. */
  readonly ranges: readonly (readonly [offset: number, length: number])[];
  /** CRC-64 over the new bytes of all ranges. */
  readonly newChecksum: string;
}

/** An edit that puts a new file in the archive's place and keeps the old one under another name. */
export interface RewriteRecord {
  readonly kind: 'rewrite';
  readonly id: string;
  readonly time: string;
  readonly title: string;
  readonly oldSize: number;
  readonly newSize: number;
  /** File names in the archive's folder. */
  readonly kept: string;
  readonly temporary: string;
  /** Which file the new one is, so that recovery can tell whether it is in place. */
  readonly identity: string;
}

/** An edit in the journal. */
export type EditRecord = PatchRecord | RewriteRecord;

/** A mark that goes with an edit: it is complete, or it is being taken back. */
interface Mark {
  readonly kind: 'done' | 'undo';
  readonly id: string;
}

/** `pending`: perhaps half done. `done`: complete. `undoing`: perhaps half taken back. */
export type EditState = 'pending' | 'done' | 'undoing';

/** An edit with its place in the journal. */
export interface JournalledEdit {
  readonly record: EditRecord;
  readonly state: EditState;
  readonly frame: JournalFrame;
}

/** The edits that frames tell of, oldest first. */
export function collectEdits(frames: readonly JournalFrame[]): JournalledEdit[] {
  const edits: JournalledEdit[] = [];
  for (const frame of frames) {
    const record = frame.description as EditRecord | Mark;
    if (record.kind === 'patch' || record.kind === 'rewrite') {
      edits.push({ record, state: 'pending', frame });
      continue;
    }
    const last = edits.at(-1);
    if (last?.record.id !== record.id) continue;
    edits[edits.length - 1] = { ...last, state: record.kind === 'done' ? 'done' : 'undoing' };
  }
  return edits;
}

/** The mark that an edit is complete. */
export function doneMark(record: EditRecord): Mark {
  return { kind: 'done', id: record.id };
}

/** The mark that an edit is being taken back. */
export function undoMark(record: EditRecord): Mark {
  return { kind: 'undo', id: record.id };
}

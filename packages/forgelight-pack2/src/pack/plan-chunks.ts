import { encodeLatin1, type OptionValues, type WriteEntry } from '@packwright/core';
import { blockLength, chunkHeaderLength } from './layout.ts';
import type { WriteOptions } from './options.ts';
import { recordSize } from './record.ts';

/** A file of a pack to be: which entry it is, and where its data goes. */
interface PlannedFile {
  readonly entry: number;
  readonly name: Uint8Array;
  readonly offset: number;
  readonly length: number;
}

/** A list and the data behind it. */
interface PlannedChunk {
  readonly offset: number;
  /** Bytes kept for the list. */
  readonly room: number;
  readonly files: readonly PlannedFile[];
}

/** Where everything goes: names and sizes are enough to tell. */
export interface PackPlan {
  readonly chunks: readonly PlannedChunk[];
  readonly size: number;
}

/**
 * Plans a pack. A list ends when the next record would not fit 8192 bytes, and where the `chunk` attribute of
 * entries changes, so that an archive that has been read is divided as it was.
 */
export function planChunks(entries: readonly WriteEntry[], options: OptionValues<WriteOptions>): PackPlan {
  const chunks: PlannedChunk[] = [];
  let position = 0;
  for (const group of divide(entries)) {
    const offset = position;
    const room = options.layout === 'compact' ? group.length : blockLength;
    position += room;
    const files = group.files.map(({ entry, name, length }) => {
      const file = { entry, name, length, offset: position };
      position += length;
      return file;
    });
    chunks.push({ offset, room, files });
  }
  return { chunks, size: position };
}

interface Group {
  readonly files: { readonly entry: number; readonly name: Uint8Array; readonly length: number }[];
  /** Bytes of the list so far. */
  length: number;
}

function divide(entries: readonly WriteEntry[]): readonly Group[] {
  const first: Group = { files: [], length: chunkHeaderLength };
  const groups = [first];
  let group = first;
  let mark: unknown;
  for (const [entry, { kind, path, content, attributes }] of entries.entries()) {
    if (kind === 'directory') continue;
    const name = encodeLatin1(path);
    const step = recordSize(name.length);
    const isMarked = attributes?.chunk !== undefined && mark !== undefined && attributes.chunk !== mark;
    mark = attributes?.chunk ?? mark;
    if (group.files.length > 0 && (isMarked || group.length + step > blockLength)) {
      group = { files: [], length: chunkHeaderLength };
      groups.push(group);
    }
    group.files.push({ entry, name, length: content?.size ?? 0 });
    group.length += step;
  }
  return groups;
}

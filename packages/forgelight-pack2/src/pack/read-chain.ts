import {
  ArchiveError,
  type ByteSource,
  type ErrorCode,
  hexNumber,
  type Limits,
  type TableMemory,
} from '@packwright/core';
import { blockLength, chunkHeaderLength, longestName, mostChunks, mostEmptyChunks } from './layout.ts';
import { recordSize } from './record.ts';
import { type Chunk, RecordTable } from './record-table.ts';

/** Why the chain could not be followed to its end. */
interface ChainProblem {
  /** The code of the finding. */
  readonly code: 'chunk-beyond-file' | 'chain-loops' | 'list-cut-off' | 'name-length' | 'data-beyond-file';
  /** The code of the error, where it must be one. */
  readonly error: ErrorCode;
  readonly message: string;
  readonly offset: number;
}

/** All records up to the end of the chain, or up to the first that cannot be right. */
export interface Chain {
  readonly table: RecordTable;
  readonly problem?: ChainProblem | undefined;
}

/** Follows the chain of chunks from the start of a file; `memory` is told what is kept of it. */
export async function readChain(
  source: ByteSource,
  limits: Limits,
  signal?: AbortSignal | undefined,
  memory?: TableMemory | undefined,
): Promise<Chain> {
  const reader = new ChainReader(source, limits, signal, memory);
  const problem = await reader.run();
  return { table: reader.finish(), problem };
}

class ChainReader {
  readonly #source: ByteSource;
  readonly #limits: Limits;
  readonly #signal: AbortSignal | undefined;
  readonly #memory: TableMemory | undefined;
  readonly #chunks: Chunk[] = [];
  #positions = new Uint32Array(256);
  #rows = 0;
  #held = 0;

  constructor(
    source: ByteSource,
    limits: Limits,
    signal: AbortSignal | undefined,
    memory: TableMemory | undefined,
  ) {
    this.#source = source;
    this.#limits = limits;
    this.#signal = signal;
    this.#memory = memory;
    memory?.take(this.#positions.byteLength);
  }

  async run(): Promise<ChainProblem | undefined> {
    const seen = new Set<number>();
    let offset = 0;
    do {
      this.#signal?.throwIfAborted();
      const last = this.#chunks.at(-1)?.offset ?? 0;
      if (seen.has(offset)) {
        const message = `The chunk at offset ${last} names ${offset} as the next, which the chain has been at.`;
        return { code: 'chain-loops', error: 'DAMAGED', message, offset: last };
      }
      if (offset > this.#source.size - chunkHeaderLength) {
        const named =
          offset === 0
            ? 'The first chunk has 8 bytes at least'
            : `The chunk at offset ${last} names ${offset} as the next`;
        const message = `${named}, but the file ends at ${this.#source.size}.`;
        return { code: 'chunk-beyond-file', error: 'TRUNCATED', message, offset: last };
      }
      if (seen.size >= Math.min(mostChunks, this.#rows + mostEmptyChunks)) throw this.#tooManyChunks(offset);
      seen.add(offset);
      const problem = await this.#readChunk(offset);
      if (problem !== undefined) return problem;
      offset = this.#chunks.at(-1)?.next ?? 0;
    } while (offset !== 0);
    return undefined;
  }

  finish(): RecordTable {
    this.#memory?.take(4 * this.#rows);
    const positions = this.#positions.slice(0, this.#rows);
    this.#memory?.release(this.#positions.byteLength);
    return new RecordTable(this.#chunks, positions);
  }

  async #readChunk(offset: number): Promise<ChainProblem | undefined> {
    const firstRow = this.#rows;
    let list = await this.#readList(offset, blockLength);
    let view = viewOf(list);
    const next = view.getUint32(0);
    const count = view.getUint32(4);
    let problem: ChainProblem | undefined;
    let at = chunkHeaderLength;
    while (this.#rows - firstRow < count && problem === undefined) {
      const step = measureRecord(view, at);
      if (step === undefined && offset + list.length < this.#source.size) {
        this.#memory?.release(list.length);
        list = await this.#readList(offset, list.length * 2);
        view = viewOf(list);
      } else if (step === undefined) {
        problem = this.#cutOff(offset, this.#rows - firstRow, count);
      } else {
        problem = this.#checkRecord(view, at, step, offset);
        if (problem === undefined) {
          this.#addRow(at);
          at += step;
        }
      }
    }
    // Only what the records take is kept: a window is much larger than a short list.
    this.#hold(at);
    this.#chunks.push({ offset, next, list: list.slice(0, at), firstRow, rows: this.#rows - firstRow });
    this.#memory?.release(list.length);
    return problem;
  }

  async #readList(offset: number, length: number): Promise<Uint8Array> {
    if (length > Math.max(blockLength, this.#limits.memory)) throw this.#overMemory(length);
    return this.#source.read(offset, Math.min(length, this.#source.size - offset), { signal: this.#signal });
  }

  #checkRecord(view: DataView, at: number, step: number, chunk: number): ChainProblem | undefined {
    const nameLength = view.getUint32(at);
    const { size } = this.#source;
    if (nameLength === 0 || nameLength > longestName) {
      const message = `Record ${this.#rows} has a name of ${nameLength} bytes, expected 1 to ${longestName}.`;
      return { code: 'name-length', error: 'DAMAGED', message, offset: chunk + at };
    }
    const offset = view.getUint32(at + step - 12);
    const length = view.getUint32(at + step - 8);
    if (length === 0 || offset <= size - length) return undefined;
    const message = `Record ${this.#rows} has ${length} bytes at offset ${offset}, but the file ends at ${size}.`;
    return { code: 'data-beyond-file', error: 'TRUNCATED', message, offset: chunk + at };
  }

  #cutOff(chunk: number, found: number, count: number): ChainProblem {
    const message = `Found ${found} of ${count} records of the chunk at offset ${hexNumber(chunk)} before the file ends at ${this.#source.size}.`;
    return { code: 'list-cut-off', error: 'TRUNCATED', message, offset: chunk };
  }

  #addRow(position: number): void {
    if (this.#rows >= this.#limits.entries) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `Found more than ${this.#limits.entries} records, which is the limit.`,
        {
          help: 'Raise it with --limit-entries if you trust the archive.',
        },
      );
    }
    if (this.#rows === this.#positions.length) {
      this.#memory?.take(8 * this.#positions.length);
      const larger = new Uint32Array(this.#positions.length * 2);
      larger.set(this.#positions);
      this.#memory?.release(this.#positions.byteLength);
      this.#positions = larger;
    }
    this.#positions[this.#rows++] = position;
  }

  #tooManyChunks(offset: number): ArchiveError {
    const found = `${this.#chunks.length} chunks with ${this.#rows} records`;
    return new ArchiveError('LIMIT_EXCEEDED', `Found a chain of ${found} that goes on, expected its end.`, {
      offset,
    });
  }

  #hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#limits.memory) throw this.#overMemory(this.#held);
    this.#memory?.take(bytes);
  }

  #overMemory(bytes: number): ArchiveError {
    return new ArchiveError(
      'LIMIT_EXCEEDED',
      `The lists take ${bytes} bytes, the memory limit is ${this.#limits.memory}.`,
      { help: 'Raise it with --memory.' },
    );
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes of the record at a position, or nothing when they are not all there; a bad name length is left to others. */
function measureRecord(view: DataView, at: number): number | undefined {
  if (at > view.byteLength - 4) return undefined;
  const nameLength = view.getUint32(at);
  if (nameLength > longestName) return recordSize(0);
  return at > view.byteLength - recordSize(nameLength) ? undefined : recordSize(nameLength);
}

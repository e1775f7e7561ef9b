import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  type Transform,
} from '@packwright/core';

/** Stored and plain bytes of a block. */
interface BlockSizes {
  readonly stored: number;
  readonly plain: number;
}

/** How data in blocks, each with a head that tells its sizes, is decoded. */
export interface Framing {
  readonly id: string;
  readonly maxRatio: number;
  readonly headLength: number;
  /** Stored and plain bytes of the block behind a head. Throws `ArchiveError` when it is no head. */
  readHead(head: DataView): BlockSizes;
  decodeBlock(input: Uint8Array, plain: number, context: CodecContext): Awaitable<Uint8Array>;
}

/** A codec for framed blocks: block by block, at most one of them held. */
export function createFramedCodec(framing: Framing): Codec {
  return {
    id: framing.id,
    maxRatio: framing.maxRatio,
    async decode(input, _step, size, context) {
      const decoder = new FrameDecoder(framing, size, context);
      const chunks = await decoder.push(input);
      decoder.finish();
      return joinChunks(chunks);
    },
    decoder: (_step, size, context) => new FrameDecoder(framing, size, context),
  };
}

class FrameDecoder implements Transform {
  readonly #framing: Framing;
  readonly #size: number | undefined;
  readonly #context: CodecContext;
  /** Input that does not yet make up a block, and how many bytes would. */
  #pending: Uint8Array[] = [];
  #pendingLength = 0;
  #needed: number;
  #found = 0;

  constructor(framing: Framing, size: number | undefined, context: CodecContext) {
    this.#framing = framing;
    this.#size = size;
    this.#context = context;
    this.#needed = framing.headLength;
  }

  async push(input: Uint8Array): Promise<readonly Uint8Array[]> {
    if (this.#isDone) return [];
    this.#pending.push(input.slice());
    this.#pendingLength += input.length;
    if (this.#pendingLength < this.#needed) return [];
    const bytes = joinChunks(this.#pending);
    const chunks: Uint8Array[] = [];
    let at = 0;
    while (!this.#isDone) {
      this.#needed = this.#measureBlock(bytes, at);
      if (bytes.length - at < this.#needed) break;
      chunks.push(await this.#decodeBlock(bytes, at));
      at += this.#needed;
    }
    this.#pending = [bytes.slice(at)];
    this.#pendingLength = bytes.length - at;
    return chunks;
  }

  finish(): readonly Uint8Array[] {
    if (this.#isDone || (this.#size === undefined && this.#pendingLength === 0)) return [];
    const wanted = this.#size === undefined ? 'a whole block' : `${this.#size} bytes`;
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${this.#found} bytes and ${this.#pendingLength} stored ones of a further block, expected ${wanted}.`,
    );
  }

  get #isDone(): boolean {
    return this.#size !== undefined && this.#found >= this.#size;
  }

  /** Stored bytes of the next block with its head, or of the head alone while that is not there. */
  #measureBlock(bytes: Uint8Array, at: number): number {
    const { headLength } = this.#framing;
    return bytes.length - at < headLength ? headLength : headLength + this.#readHead(bytes, at).stored;
  }

  async #decodeBlock(bytes: Uint8Array, at: number): Promise<Uint8Array> {
    this.#context.signal?.throwIfAborted();
    const { stored, plain } = this.#readHead(bytes, at);
    const start = at + this.#framing.headLength;
    this.#found += plain;
    return this.#framing.decodeBlock(bytes.subarray(start, start + stored), plain, this.#context);
  }

  #readHead(bytes: Uint8Array, at: number): BlockSizes {
    const { headLength, maxRatio } = this.#framing;
    const head = this.#framing.readHead(new DataView(bytes.buffer, bytes.byteOffset + at, headLength));
    const open = (this.#size ?? this.#context.limit ?? Number.POSITIVE_INFINITY) - this.#found;
    const most = Math.min(open, head.stored * maxRatio);
    if (head.plain <= most) return head;
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `Found a block of ${head.stored} stored bytes that declares ${head.plain}, expected at most ${most}.`,
    );
  }
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

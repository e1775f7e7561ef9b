import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  CodecRegistry,
  type CodecStep,
  type Transform,
} from '@packwright/core';
import { lzxStep } from './lzx/index.ts';
import { zstdCodecId } from './zstd-codec.ts';

/** Id of the codec that goes by the first bytes. */
const sniffCodecId = 'rage-rpf/sniff';

/** A resource's body in versions 2 to 6: zlib, Xbox LZX, zstd, or stored. */
export const bodyStep: CodecStep = { codec: sniffCodecId, otherwise: 'stored' };

/** A compressed file in version 6: zstd, else raw deflate. */
export const fileStep: CodecStep = { codec: sniffCodecId, otherwise: 'deflate-raw' };

/** Bytes that decide. */
const headLength = 8;

/** Magic and length before Xbox LZX data. */
const lzxHeaderLength = 8;

/** Window of GTA IV, Midnight Club LA and Red Dead Redemption. */
const lzxWindowBits = 17;

/**
 * The tightest bound that holds for all of them: a zstd block of four bytes gives 128 KiB. Each of them checks
 * again with its own.
 */
const mostRatio = 32768;

/** Who decodes, and what of the input is theirs; nothing for stored bytes. */
interface Handover {
  readonly step: CodecStep;
  readonly start: number;
  readonly end: number;
}

/** Looks at the first bytes and hands over: archives do not say which compressor wrote a body. */
export const sniffCodec: Codec = {
  id: sniffCodecId,
  maxRatio: mostRatio,
  pools: true,
  decode(input, step, size, context) {
    const found = chooseCodec(input, input.length, step);
    if (found === undefined) return input;
    return context
      .codec(found.step.codec)
      .decode(input.subarray(found.start, found.end), found.step, size, context);
  },
  encode(input, step, context) {
    // What a resource is compressed with is copied, never made: a body that is encoded is a stored one.
    if (step.otherwise === 'stored') return input;
    const { id, encode } = context.codec('deflate-raw');
    if (encode === undefined)
      throw new ArchiveError('CODEC_MISSING', `The codec "${id}" can decode but not encode.`);
    return encode(input, { ...step, codec: id }, context);
  },
  decoder: (step, size, context) => new SniffTransform(step, size, context),
  candidates(step, stored) {
    // Only raw deflate is ever written here; zlib, LZX and zstd lie inside resources, which are copied whole.
    if (step.otherwise !== 'deflate-raw' || isZstd(stored)) return [];
    const deflated = new CodecRegistry()
      .get('deflate-raw')
      .candidates?.({ ...step, codec: 'deflate-raw' }, stored);
    return (deflated ?? []).map((candidate) => ({ ...candidate, codec: sniffCodecId }));
  },
};

function chooseCodec(head: Uint8Array, length: number, { otherwise }: CodecStep): Handover | undefined {
  if (isZstd(head)) return { step: { codec: zstdCodecId }, start: 0, end: length };
  if (otherwise === 'deflate-raw') return { step: { codec: 'deflate-raw' }, start: 0, end: length };
  if (isZlib(head)) return { step: { codec: 'zlib' }, start: 0, end: length };
  const lzxLength = readLzxLength(head, length);
  if (lzxLength === undefined) return undefined;
  return { step: lzxStep(lzxWindowBits), start: lzxHeaderLength, end: lzxHeaderLength + lzxLength };
}

/** The standard frame `28 B5 2F FD`, and the older ones whose first byte is 22 to 27. */
function isZstd([a = 0, b, c, d]: Uint8Array): boolean {
  return (a & 0xf0) === 0x20 && b === 0xb5 && c === 0x2f && d === 0xfd;
}

function isZlib([a = 0, b = 0]: Uint8Array): boolean {
  return a === 0x78 && (a * 256 + b) % 31 === 0;
}

/** `0F F5 12 F1` and a big-endian length; other first and last bytes are believed when the length can be right. */
function readLzxLength(head: Uint8Array, length: number): number | undefined {
  if (head.length < lzxHeaderLength || head[1] !== 0xf5 || head[2] !== 0x12) return undefined;
  const declared = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4);
  const available = length - lzxHeaderLength;
  if (declared > 0 && declared <= available) return declared;
  return head[0] === 0x0f && head[3] === 0xf1 ? available : undefined;
}

/** Gathers the first bytes, then runs the codec they ask for; one that cannot go in pieces gets all at the end. */
class SniffTransform implements Transform {
  readonly #step: CodecStep;
  readonly #size: number | undefined;
  readonly #context: CodecContext;
  #head: Uint8Array = new Uint8Array(0);
  #inner: Transform | undefined;

  constructor(step: CodecStep, size: number | undefined, context: CodecContext) {
    this.#step = step;
    this.#size = size;
    this.#context = context;
  }

  push(input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    if (this.#inner !== undefined) return this.#inner.push(input);
    this.#head = join([this.#head, input]);
    return this.#head.length < headLength ? [] : this.#begin();
  }

  async finish(): Promise<Iterable<Uint8Array>> {
    const before = this.#inner === undefined ? [...(await this.#begin())] : [];
    return [...before, ...((await this.#inner?.finish()) ?? [])];
  }

  async #begin(): Promise<Iterable<Uint8Array>> {
    const head = this.#head;
    this.#head = new Uint8Array(0);
    // The end is not known yet, so a length in the head counts as possible.
    const found = chooseCodec(head, Number.MAX_SAFE_INTEGER, this.#step);
    this.#inner = await this.#open(found);
    return this.#inner.push(head);
  }

  async #open(found: Handover | undefined): Promise<Transform> {
    if (found === undefined) return { push: (input) => [input.slice()], finish: () => [] };
    const codec = this.#context.codec(found.step.codec);
    if (codec.decoder !== undefined && found.start === 0)
      return codec.decoder(found.step, this.#size, this.#context);
    const chunks: Uint8Array[] = [];
    return {
      push: (input) => {
        chunks.push(input.slice());
        return [];
      },
      finish: async () => {
        const own = join(chunks).subarray(found.start, found.end);
        return [await codec.decode(own, found.step, this.#size, this.#context)];
      },
    };
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

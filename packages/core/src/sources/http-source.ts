import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { BlockCache } from './block-cache.ts';
import { checkSourceRange } from './check-range.ts';
import { type HttpHead, type HttpResource, requestHead, requestRange } from './http-resource.ts';
import { RangeJoiner } from './range-joiner.ts';

/** How an HTTP resource is read. */
export interface HttpSourceOptions {
  /** Default: the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with each request, such as an authorisation. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Most bytes of small reads to keep. Default 4 MiB. */
  readonly cacheSize?: number | undefined;
  /** For opening only; reads have their own. */
  readonly signal?: AbortSignal | undefined;
}

const blockLength = 65536;
/** What the first request brings, enough for detection and for most tables; it stays as block 0. */
const headLength = blockLength;
const usualCacheSize = 4 * 2 ** 20;
/** Longer reads are asked for as they are and not kept. */
const longestCached = 4 * blockLength;

/**
 * A resource on a server that answers range requests. Reads of one tick that lie close together are one request; each
 * answer must belong to the version that was opened.
 */
export class HttpSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly url: string;
  readonly #options: HttpSourceOptions;
  readonly #head: Uint8Array;
  readonly #cache: BlockCache;
  readonly #joiner: RangeJoiner;

  /** Asks for the first 64 KiB and the size. */
  static async open(url: string | URL, options: HttpSourceOptions = {}): Promise<HttpSource> {
    const source = await HttpSource.#openIfThere(parseUrl(String(url)), options);
    if (source !== undefined) return source;
    throw new ArchiveError('SOURCE_FAILED', `Found no file at ${url} (HTTP status 404 or 410).`, {
      path: String(url),
    });
  }

  static async #openIfThere(url: string, options: HttpSourceOptions): Promise<HttpSource | undefined> {
    options.signal?.throwIfAborted();
    // Called without a receiver: a browser's fetch refuses any other than the global object.
    const { fetch = globalThis.fetch, headers = {} } = options;
    const resource: HttpResource = { url, headers, fetch: (...request) => fetch(...request) };
    const head = await requestHead(resource, headLength, options.signal);
    return head && new HttpSource(resource, head, options);
  }

  private constructor(resource: HttpResource, head: HttpHead, options: HttpSourceOptions) {
    const { version, bytes } = head;
    this.#options = options;
    this.#head = bytes;
    this.#cache = new BlockCache(options.cacheSize ?? usualCacheSize);
    this.#joiner = new RangeJoiner((offset, length, signal) =>
      requestRange(resource, version, offset, length, signal),
    );
    this.size = version.size;
    this.url = resource.url;
    this.name = nameOf(resource.url);
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    const signal = options?.signal;
    signal?.throwIfAborted();
    checkSourceRange(offset, length, this.size, this.name);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    if (length === 0) return new Uint8Array(0);
    if (length > longestCached) return this.#joiner.read(offset, length, signal);
    return this.#readBlocks(offset, length, signal);
  }

  /** A file in the same folder of the server; nothing when there is none. */
  async sibling(name: string): Promise<ByteSource | undefined> {
    if (name === '' || name === '.' || name === '..') return undefined;
    const { signal: _, ...options } = this.#options;
    return HttpSource.#openIfThere(new URL(encodeURIComponent(name), this.url).href, options);
  }

  async close(): Promise<void> {
    this.#joiner.close(
      new ArchiveError('SOURCE_FAILED', 'The source was closed while it was read.', { path: this.url }),
    );
    this.#cache.clear();
  }

  async #readBlocks(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const first = Math.floor(offset / blockLength);
    const last = Math.floor((offset + length - 1) / blockLength);
    const blocks: Awaitable<Uint8Array>[] = [];
    for (let number = first; number <= last; number++) {
      blocks.push(number === 0 ? this.#head : (this.#cache.get(number) ?? this.#loadBlock(number, signal)));
    }
    return cutBlocks(await Promise.all(blocks), offset - first * blockLength, length);
  }

  /** The joiner makes one request of neighbours, and shares a block that is on its way. */
  async #loadBlock(number: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const start = number * blockLength;
    const block = await this.#joiner.read(start, Math.min(blockLength, this.size - start), signal);
    return this.#cache.keep(number, block);
  }
}

function cutBlocks(blocks: readonly Uint8Array[], skip: number, length: number): Uint8Array {
  const [only, ...more] = blocks;
  if (only !== undefined && more.length === 0) return only.subarray(skip, skip + length);
  const target = new Uint8Array(length);
  let at = -skip;
  for (const block of blocks) {
    const part = block.subarray(Math.max(0, -at), length - at);
    target.set(part, Math.max(0, at));
    at += block.length;
  }
  return target;
}

function parseUrl(url: string): string {
  try {
    return new URL(url).href;
  } catch (cause) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found ${JSON.stringify(url)}, expected the address of a file.`,
      {
        cause,
      },
    );
  }
}

function nameOf(url: string): string | undefined {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    // A stray percent sign: the name is only shown and matched, so it may stay as it is.
    return last;
  }
}

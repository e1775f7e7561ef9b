import { allocate } from '../bytes/allocate.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** What tells one version of a resource from another. */
export interface HttpVersion {
  readonly size: number;
  readonly etag: string | null;
  readonly modified: string | null;
}

/** The first answer of a server: the version, and the bytes that came along. */
export interface HttpHead {
  readonly version: HttpVersion;
  readonly bytes: Uint8Array;
}

/** How a resource is asked for. */
export interface HttpResource {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks for the first bytes, which tells the size as well; nothing when there is no such resource. */
export async function requestHead(
  resource: HttpResource,
  length: number,
  signal: AbortSignal | undefined,
): Promise<HttpHead | undefined> {
  const response = await send(resource, 0, length, signal);
  if (response.status === 404 || response.status === 410) return dismiss(response, undefined);
  const version = readVersion(response);
  if (response.status === 416 && version?.size === 0) {
    return dismiss(response, { version, bytes: new Uint8Array(0) });
  }
  if (response.status === 200 && version !== undefined && version.size <= length) {
    return { version, bytes: await readBody(resource, response, 0, version.size, signal) };
  }
  if (response.status !== 206 || version === undefined)
    throw await dismiss(response, noRanges(resource, response));
  const expected = Math.min(length, version.size);
  return { version, bytes: await readBody(resource, response, 0, expected, signal) };
}

/** Asks for a range and makes sure that it belongs to the version seen first. */
export async function requestRange(
  resource: HttpResource,
  version: HttpVersion,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const response = await send(resource, offset, length, signal);
  const found = readVersion(response);
  if (response.status === 206 || response.status === 416 || response.status === 200) {
    const change = found && describeChange(version, found);
    if (change !== undefined) throw await dismiss(response, changed(resource, change));
  }
  if (response.status !== 206) throw await dismiss(response, noRanges(resource, response));
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (start !== undefined && Number(start) !== offset) {
    throw await dismiss(
      response,
      failed(resource, `Found bytes from offset ${start} in the answer, expected ${offset}.`),
    );
  }
  return readBody(resource, response, offset, length, signal);
}

async function send(
  resource: HttpResource,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = { ...resource.headers, range: `bytes=${offset}-${offset + length - 1}` };
  try {
    return await resource.fetch(resource.url, { headers, signal: signal ?? null });
  } catch (cause) {
    throw failure(resource, cause, signal);
  }
}

function readVersion(response: Response): HttpVersion | undefined {
  const { headers, status } = response;
  const total = status === 200 ? headers.get('content-length') : headers.get('content-range')?.split('/')[1];
  const size = Number(total?.trim() || Number.NaN);
  if (!Number.isSafeInteger(size) || size < 0) return undefined;
  return { size, etag: headers.get('etag'), modified: headers.get('last-modified') };
}

function describeChange(before: HttpVersion, now: HttpVersion): string | undefined {
  if (now.size !== before.size) return `Found a size of ${now.size} bytes, expected ${before.size}`;
  for (const [name, a, b] of [
    ['ETag', before.etag, now.etag],
    ['Last-Modified', before.modified, now.modified],
  ] as const) {
    if (a !== null && b !== null && a !== b) return `Found the ${name} ${b}, expected ${a}`;
  }
  return undefined;
}

/** Exactly the promised bytes; a server that sends more or less is not believed. */
async function readBody(
  resource: HttpResource,
  response: Response,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    throw await dismiss(
      response,
      failed(resource, `Found the Content-Encoding ${encoding} in the answer, expected none.`),
    );
  }
  const target = allocate(length);
  let found = 0;
  try {
    const reader = response.body?.getReader();
    for (let done = reader === undefined; !done; ) {
      const step = await reader?.read();
      done = step?.done ?? true;
      const chunk = step?.value;
      if (chunk === undefined) continue;
      if (chunk.length <= length - found) target.set(chunk, found);
      found += chunk.length;
      if (found > length) {
        await reader?.cancel();
        done = true;
      }
    }
  } catch (cause) {
    throw failure(resource, cause, signal);
  }
  signal?.throwIfAborted();
  if (found === length) return target;
  throw failed(
    resource,
    `Found ${found < length ? found : `more than ${length}`} bytes in the answer for offset ${offset}, expected ${length}.`,
  );
}

/** Frees the connection of an answer that is not read. */
async function dismiss<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined);
  return value;
}

function failure(resource: HttpResource, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const why =
    cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : cause;
  return new ArchiveError('SOURCE_FAILED', `The request for ${resource.url} failed: ${why}.`, {
    path: resource.url,
    cause,
    help: 'Check the address and the connection; in a browser the server must also allow other origins (CORS).',
  });
}

function failed(resource: HttpResource, message: string): ArchiveError {
  return new ArchiveError('SOURCE_FAILED', message, { path: resource.url });
}

function changed(resource: HttpResource, change: string): ArchiveError {
  return new ArchiveError('SOURCE_CHANGED', `${change}: the file on the server is not the one opened.`, {
    path: resource.url,
    help: 'Open it again.',
  });
}

function noRanges(resource: HttpResource, response: Response): ArchiveError {
  const { status } = response;
  if (status >= 400)
    return failed(resource, `Found the HTTP status ${status}, expected 206 (partial content).`);
  return new ArchiveError(
    'SOURCE_FAILED',
    `Found the HTTP status ${status} without the range asked for, expected 206 (partial content) with a Content-Range.`,
    {
      path: resource.url,
      help: 'The server gives whole files only, or hides Content-Range from other origins: download the file and open it from disk.',
    },
  );
}

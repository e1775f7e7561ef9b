import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on this machine that answers range requests. */
export interface RangeServer {
  /** Address of the folder that the files lie in, with a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves files by name until it is stopped. */
export async function startRangeServer(files: ReadonlyMap<string, Uint8Array>): Promise<RangeServer> {
  const server = createServer((request, response) => {
    const bytes = files.get(decodeURIComponent((request.url ?? '/').slice(1)));
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first);
    const end = last === '' ? bytes.length : Math.min(Number(last) + 1, bytes.length);
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    response.writeHead(206, {
      'content-range': `bytes ${start}-${end - 1}/${bytes.length}`,
      'content-length': String(end - start),
      etag: '"1"',
    });
    response.end(bytes.subarray(start, end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

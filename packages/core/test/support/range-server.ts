import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file on the server, and how the server misbehaves for it. */
export interface ServedFile {
  bytes: Uint8Array;
  etag?: string | undefined;
  modified?: string | undefined;
  /** Answers in the server's stead; `false` leaves it to the server. */
  answer?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** An HTTP server on this machine that answers range requests and remembers them. */
export class RangeServer {
  readonly files: Map<string, ServedFile> = new Map();
  /** `path range` of each request. */
  readonly requests: string[] = [];
  /** Connections that the client gave up. */
  dropped = 0;
  readonly #server: Server;

  static async start(): Promise<RangeServer> {
    const server = new RangeServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const range = request.headers.range ?? '';
    this.requests.push(`${path} ${range.replace('bytes=', '')}`);
    response.on('close', () => {
      if (!response.writableFinished) this.dropped++;
    });
    const file = this.files.get(path);
    if (file === undefined) {
      response.writeHead(404).end('no such file');
      return;
    }
    if (file.answer?.(request, response)) return;
    if (file.etag !== undefined) response.setHeader('etag', file.etag);
    if (file.modified !== undefined) response.setHeader('last-modified', file.modified);
    const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const start = Number(first);
    const end = Math.min(Number(last) + 1, file.bytes.length);
    if (start >= file.bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${file.bytes.length}` }).end();
      return;
    }
    response.writeHead(206, {
      'content-range': `bytes ${start}-${end - 1}/${file.bytes.length}`,
      'content-length': String(end - start),
    });
    response.end(file.bytes.subarray(start, end));
  }
}

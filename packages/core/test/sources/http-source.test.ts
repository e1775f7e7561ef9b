import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpSource } from '../../src/sources/http-source.ts';
import { failureOf } from '../support/codec-run.ts';
import { expectSameBytes, makeNoise } from '../support/corpus.ts';
import { RangeServer } from '../support/range-server.ts';

const block = 65536;
const bytes = makeNoise(20 * block + 123);

let server: RangeServer;
beforeEach(async () => {
  server = await RangeServer.start();
  server.files.set('/game/data.pak', { bytes, etag: '"one"', modified: 'Mon, 01 Jan 2024 00:00:00 GMT' });
});
afterEach(() => server.stop());

function open(path = '/game/data.pak'): Promise<HttpSource> {
  return HttpSource.open(server.url(path));
}

/** The ranges asked for since the file was opened. */
function laterRanges(): string[] {
  return server.requests.slice(1).map((request) => request.split(' ')[1] ?? '');
}

describe('reading', () => {
  test('the first request brings the size, the name and the first 64 KiB', async () => {
    const source = await open();
    expect(source.size).toBe(bytes.length);
    expect(source.name).toBe('data.pak');
    expectSameBytes(await source.read(0, block), bytes.subarray(0, block));
    expect(source.read(100, 200)).toBeInstanceOf(Uint8Array);
    expect(server.requests).toEqual(['/game/data.pak 0-65535']);
  });

  test('any range gives its bytes', async () => {
    const source = await open();
    for (const [offset, length] of [
      [block - 1, 2],
      [block, 1],
      [0, block + 1],
      [3 * block + 7, 2 * block],
      [bytes.length - 5, 5],
      [bytes.length, 0],
      [5 * block + 1, 9 * block],
      [1, bytes.length - 1],
    ] as const) {
      expectSameBytes(await source.read(offset, length), bytes.subarray(offset, offset + length));
    }
  });

  test('small reads are kept: a second one asks nothing', async () => {
    const source = await open();
    await source.read(5 * block + 10, 100);
    await source.read(5 * block + 50, 500);
    expect(laterRanges()).toEqual([`${5 * block}-${6 * block - 1}`]);
  });

  test('the cache keeps to its budget', async () => {
    const source = await HttpSource.open(server.url('/game/data.pak'), { cacheSize: 2 * block });
    for (const number of [2, 5, 8, 2]) await source.read(number * block, 10);
    expect(laterRanges().length).toBe(4);
    await source.read(8 * block, 10);
    expect(laterRanges().length).toBe(4);
  });

  test('reads of one tick that lie close together are one request', async () => {
    const source = await open();
    const reads = [7, 4, 5, 9].map((number) => source.read(number * block + 3, 20));
    for (const [index, number] of [7, 4, 5, 9].entries()) {
      expectSameBytes(
        await (reads[index] ?? new Uint8Array(0)),
        bytes.subarray(number * block + 3, number * block + 23),
      );
    }
    expect(laterRanges()).toEqual([`${4 * block}-${10 * block - 1}`]);
  });

  test('reads far apart are separate requests', async () => {
    const source = await open();
    await Promise.all([source.read(2 * block, 10), source.read(18 * block, 10)]);
    expect(laterRanges().length).toBe(2);
  });

  test('a read inside a range that is on its way waits for that', async () => {
    const source = await open();
    const first = source.read(5 * block, 8 * block);
    await Promise.resolve();
    await Promise.resolve();
    const second = await source.read(6 * block + 1, 100);
    expectSameBytes(second, bytes.subarray(6 * block + 1, 6 * block + 101));
    await first;
    expect(laterRanges().length).toBe(1);
  });

  test('a range outside the file is refused with numbers, without a request', async () => {
    const source = await open();
    for (const [offset, length] of [
      [bytes.length, 1],
      [0, bytes.length + 1],
      [-1, 1],
      [0.5, 1],
      [Number.NaN, 1],
    ] as const) {
      const failure = await failureOf(async () => source.read(offset, length));
      expect(failure.code).toBe('SOURCE_OUT_OF_RANGE');
      expect(failure.message).toContain(String(bytes.length));
    }
    expect(laterRanges()).toEqual([]);
  });

  test('an empty file, a tiny file, and a server that gives tiny files whole', async () => {
    server.files.set('/empty', { bytes: new Uint8Array(0) });
    expect((await open('/empty')).size).toBe(0);
    server.files.set('/tiny', { bytes: bytes.subarray(0, 3) });
    expect(await (await open('/tiny')).read(0, 3)).toEqual(bytes.subarray(0, 3));
    const answer = (_: unknown, response: { end(body: Uint8Array): void }): boolean => {
      response.end(bytes.subarray(0, 30));
      return true;
    };
    server.files.set('/whole', { bytes, answer });
    expectSameBytes(await (await open('/whole')).read(0, 30), bytes.subarray(0, 30));
  });

  test('headers of the caller go along', async () => {
    let seen: unknown;
    server.files.set('/private', {
      bytes,
      answer: (request) => {
        seen = request.headers.authorization;
        return false;
      },
    });
    await HttpSource.open(server.url('/private'), { headers: { authorization: 'Basic abc' } });
    expect(seen).toBe('Basic abc');
  });
});

describe('siblings', () => {
  test('are files of the same folder', async () => {
    server.files.set('/game/data%20001.pak', { bytes: bytes.subarray(0, 10) });
    const source = await open();
    const sibling = await source.sibling('data 001.pak');
    expect(sibling?.size).toBe(10);
    expect(sibling?.name).toBe('data 001.pak');
  });

  test('that do not exist are nothing', async () => {
    expect(await (await open()).sibling('other.pak')).toBeUndefined();
  });

  test.each(['..', '.', '', '../data.pak', '//127.0.0.1/x', 'http://127.0.0.1/x', '..\\x', '?x', '%2e%2e'])(
    'the name %j does not leave the folder',
    async (name) => {
      const source = await open();
      server.requests.length = 0;
      expect(await source.sibling(name)).toBeUndefined();
      for (const request of server.requests) expect(request).toMatch(/^\/game\/[^/?]+ /);
    },
  );
});

describe('changes on the server are noticed', () => {
  test.each([
    ['the ETag', { etag: '"two"' }, ['"two"', '"one"']],
    ['the time of change', { etag: undefined, modified: 'Tue, 02 Jan 2024 00:00:00 GMT' }, ['Tue', 'Mon']],
    [
      'a larger size',
      { bytes: new Uint8Array(bytes.length + 1) },
      [String(bytes.length + 1), String(bytes.length)],
    ],
    ['a smaller size', { bytes: new Uint8Array(3) }, ['3', String(bytes.length)]],
  ])('by %s', async (_, change, values) => {
    const source = await open();
    const file = server.files.get('/game/data.pak');
    server.files.set('/game/data.pak', { bytes, modified: file?.modified, etag: file?.etag, ...change });
    const failure = await failureOf(async () => source.read(5 * block, 10));
    expect(failure.code).toBe('SOURCE_CHANGED');
    for (const value of values) expect(failure.message).toContain(value);
  });
});

describe('servers that cannot be used say why', () => {
  const serve = (answer: (response: import('node:http').ServerResponse) => void): void => {
    server.files.set('/odd', {
      bytes,
      answer: (_, response) => {
        answer(response);
        return true;
      },
    });
  };

  test('no such file', async () => {
    const failure = await failureOf(() => open('/missing'));
    expect(failure.code).toBe('SOURCE_FAILED');
    expect(failure.message).toContain('404');
  });

  test('no ranges: the body is not downloaded', async () => {
    serve((response) => {
      response.writeHead(200, { 'content-length': '100000000' });
      response.write(bytes);
    });
    const failure = await failureOf(() => open('/odd'));
    expect(failure.code).toBe('SOURCE_FAILED');
    expect(failure.message).toContain('200');
  });

  test('an answer without a total size', async () => {
    serve((response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/*' }).end(bytes.subarray(0, 10)),
    );
    expect((await failureOf(() => open('/odd'))).code).toBe('SOURCE_FAILED');
  });

  test('a refusal', async () => {
    serve((response) => response.writeHead(403).end());
    expect((await failureOf(() => open('/odd'))).message).toContain('403');
  });

  test('a compressed answer', async () => {
    serve((response) =>
      response
        .writeHead(206, { 'content-range': 'bytes 0-65535/70000', 'content-encoding': 'gzip' })
        .end(gzipSync(bytes.subarray(0, 65536))),
    );
    expect((await failureOf(() => open('/odd'))).message).toContain('gzip');
  });

  test('an answer that is too long or too short', async () => {
    for (const length of [9, 11, 100_000]) {
      serve((response) =>
        response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end(bytes.subarray(0, length)),
      );
      const failure = await failureOf(() => open('/odd'));
      expect(failure.code).toBe('SOURCE_FAILED');
      expect(failure.message).toContain('expected 10');
    }
  });

  test('an answer for another range', async () => {
    const source = await open();
    server.files.set('/game/data.pak', {
      bytes,
      answer: (_, response) => {
        response
          .writeHead(206, { 'content-range': `bytes 0-65535/${bytes.length}` })
          .end(bytes.subarray(0, block));
        return true;
      },
    });
    const failure = await failureOf(async () => source.read(5 * block, 10));
    expect(failure.message).toContain(`expected ${5 * block}`);
  });

  test('a broken connection', async () => {
    serve((response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-65535/70000', 'content-length': '65536' });
      response.write(bytes.subarray(0, 10), () => response.destroy());
    });
    expect((await failureOf(() => open('/odd'))).code).toBe('SOURCE_FAILED');
  });

  test('an address that is none, and nobody there', async () => {
    expect((await failureOf(() => HttpSource.open('not an address'))).code).toBe('OPTION_INVALID');
    const gone = server.url('/x');
    await server.stop();
    expect((await failureOf(() => HttpSource.open(gone))).code).toBe('SOURCE_FAILED');
    server = await RangeServer.start();
  });
});

describe('abort', () => {
  const reason = new Error('enough');

  /** Makes the server keep its answers to itself. */
  function hang(): void {
    server.files.set('/game/data.pak', { bytes, answer: () => true });
  }

  test('while opening', async () => {
    hang();
    const controller = new AbortController();
    const opening = HttpSource.open(server.url('/game/data.pak'), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 10);
    await expect(opening).rejects.toBe(reason);
  });

  test('before a read', async () => {
    const source = await open();
    await expect(async () => source.read(5 * block, 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(laterRanges()).toEqual([]);
  });

  test('during a read ends the request', async () => {
    const source = await open();
    hang();
    const controller = new AbortController();
    const read = source.read(5 * block, 8 * block, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 10);
    await expect(read).rejects.toBe(reason);
    await expect.poll(() => server.dropped).toBe(1);
  });

  test('of one of two joined reads leaves the other alone', async () => {
    const source = await open();
    const controller = new AbortController();
    const one = source.read(5 * block, 10, { signal: controller.signal });
    const other = source.read(6 * block, 10);
    controller.abort(reason);
    await expect(one).rejects.toBe(reason);
    expectSameBytes(await other, bytes.subarray(6 * block, 6 * block + 10));
  });

  test('closing refuses what is still read', async () => {
    const source = await open();
    hang();
    const read = failureOf(async () => source.read(5 * block, 10));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await source.close();
    expect((await read).code).toBe('SOURCE_FAILED');
  });
});

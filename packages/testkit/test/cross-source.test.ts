import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Archive,
  BlobSource,
  type ByteSource,
  BytesSink,
  BytesSource,
  createArchive,
  HttpSource,
  NameList,
  openArchive,
} from '@packwright/core';
import { FileSource } from '@packwright/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeContents } from '../src/describe-contents.ts';
import type { FormatFixture } from '../src/index.ts';
import torture from '../src/torture/index.ts';
import { type RangeServer, startRangeServer } from './support/range-server.ts';
import { tortureFixtures } from './torture/fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'packwright-cross-source-'));
const served = new Map<string, Uint8Array>();
let server: RangeServer;

beforeAll(async () => {
  server = await startRangeServer(served);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(tortureFixtures)('$name', (fixture) => {
  const name = fixture.fileName ?? 'archive.trt';
  const siblings = Object.entries(fixture.siblings ?? {});
  const sibling = async (wanted: string): Promise<ByteSource | undefined> => {
    const bytes = fixture.siblings?.[wanted];
    return bytes && new BytesSource(bytes, wanted);
  };
  let bytes: Uint8Array;
  let expected: unknown;

  beforeAll(async () => {
    bytes = typeof fixture.bytes === 'function' ? await fixture.bytes() : fixture.bytes;
    for (const [path, content] of [[name, bytes] as const, ...siblings]) {
      writeFileSync(join(folder, path), content);
      served.set(path, content);
    }
    expected = await resultOf(fixture, Object.assign(new BytesSource(bytes, name), { sibling }));
  });

  test('gives the same through a file', async () => {
    const source = FileSource.open(join(folder, name));
    expect(await resultOf(fixture, source)).toEqual(expected);
    await source.close();
  });

  test('gives the same through a Blob', async () => {
    const source = Object.assign(new BlobSource(new Blob([bytes.slice()]), name), { sibling });
    expect(await resultOf(fixture, source)).toEqual(expected);
  });

  test('gives the same through HTTP', async () => {
    expect(await resultOf(fixture, await HttpSource.open(server.url + name))).toEqual(expected);
  });

  test.each(['plain', 'solid', 'sealed'])(
    'gives the same through a %s entry of an archive',
    async (method) => {
      const outer = await wrap(fixture, bytes, name, method, sibling);
      const source = await outer.entry(1).source();
      expect(source.size).toBe(bytes.length);
      expect(await resultOf(fixture, source)).toEqual(expected);
    },
  );
});

/** All that one can see of an archive. */
async function resultOf(fixture: FormatFixture, source: ByteSource): Promise<unknown> {
  const { options, keys, names } = fixture;
  const archive = await openArchive(source, {
    formats: [torture],
    options,
    keys,
    names: names && [NameList.of(names)],
  });
  const contents = await describeContents(archive);
  const { failures, files, bytes } = await archive.verify();
  const { variant, findings, index } = archive;
  return { contents, failures, files, bytes, variant, findings, structure: index.structure };
}

/** An archive in an archive, behind another file so that it begins at an odd offset. */
async function wrap(
  fixture: FormatFixture,
  bytes: Uint8Array,
  path: string,
  method: string,
  sibling: (name: string) => Promise<ByteSource | undefined>,
): Promise<Archive> {
  const keys = fixture.keys ?? new Map([['torture/seal-key', new Uint8Array(16)]]);
  const sink = new BytesSink();
  const before = { path: 'before', content: new BytesSource(new Uint8Array(777)), attributes: { method } };
  await createArchive(
    torture,
    [before, { path, content: new BytesSource(bytes), attributes: { method } }],
    sink,
    {
      keys,
    },
  );
  const source = Object.assign(new BytesSource(sink.bytes().slice(), 'outer.trt'), { sibling });
  return openArchive(source, { formats: [torture], keys, names: [NameList.of([path])] });
}

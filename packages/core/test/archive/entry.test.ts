import { describe, expect, it } from 'vitest';
import { type ByteSource, BytesSink, BytesSource, createArchive, openArchive } from '../../src/index.ts';
import { toyFormat } from '../engine/toy-format.ts';

const content = Uint8Array.from({ length: 3000 }, (_, at) => at % 50);

async function makeToy(compress: boolean): Promise<Uint8Array> {
  const sink = new BytesSink();
  await createArchive(toyFormat, [{ path: 'a.bin', content: new BytesSource(content) }], sink, {
    options: { compress },
  });
  return sink.bytes();
}

const open = async (bytes: Uint8Array, strict = false) =>
  openArchive(new BytesSource(bytes), { formats: [toyFormat], strict });

describe.each([false, true])('an entry, deflated: %s', (compress) => {
  it('is the same as bytes, chunks, stream and source', async () => {
    const entry = (await open(await makeToy(compress))).entry(0);
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.chunks()) chunks.push(chunk);
    expect(await entry.bytes()).toEqual(content);
    expect(Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))).toEqual(content);
    expect(new Uint8Array(await new Response(entry.stream()).arrayBuffer())).toEqual(content);
    const source = await entry.source();
    expect(await source.read(100, 33)).toEqual(content.subarray(100, 133));
    expect(entry.stored().size).toBe(entry.storedSize);
  });

  it('reports a wrong checksum and still gives the bytes; strict refuses', async () => {
    const bytes = await makeToy(compress);
    // The last four bytes are the row's checksum.
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 0xff;
    const archive = await open(bytes);
    expect(await archive.entry(0).bytes()).toEqual(content);
    expect(archive.findings).toMatchObject([{ code: 'checksum-mismatch', entry: 0, path: 'a.bin' }]);
    expect((await (await open(bytes)).verify()).failures).toMatchObject([{ path: 'a.bin' }]);
    await expect((await open(bytes, true)).entry(0).bytes()).rejects.toMatchObject({
      code: 'CHECKSUM_MISMATCH',
    });
  });
});

it('forgives case, separators and a leading ./ when nothing fits exactly', async () => {
  const archive = await open(await makeToy(false));
  expect(archive.find('./A.BIN')?.path).toBe('a.bin');
  expect(archive.find('b.bin')).toBeUndefined();
});

it('names the limits for a number that is no entry', async () => {
  const archive = await open(await makeToy(false));
  expect(() => archive.entry(7)).toThrow(/number 7, expected 0 to 0/);
});

it('rethrows the signal’s own reason, before and while reading', async () => {
  const bytes = await makeToy(true);
  const reason = new Error('enough');
  const archive = await open(bytes);
  await expect(archive.entry(0).bytes({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const slow: ByteSource = {
    size: bytes.length,
    read: async (offset, length, options) => {
      if (offset > 0) controller.abort(reason);
      options?.signal?.throwIfAborted();
      return bytes.subarray(offset, offset + length);
    },
  };
  await expect(openArchive(slow, { formats: [toyFormat], signal: controller.signal })).rejects.toBe(reason);
});

it('refuses a size that the stored bytes cannot give before allocating it', async () => {
  const bytes = await makeToy(true);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(bytes.length - 12, 0xfffffff0, true);
  const archive = await open(bytes);
  await expect(archive.entry(0).bytes()).rejects.toMatchObject({
    code: 'SIZE_MISMATCH',
    details: { path: 'a.bin' },
  });
});

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Archive,
  ArchiveError,
  BytesSink,
  BytesSource,
  createArchive,
  installNatives,
  openArchive,
} from '@packwright/core';
import { extractArchive, FileSource, installNodeNatives, verifyInParallel } from '@packwright/node';
import rfgVpp from '@packwright/rfg-vpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * Streams without checksums, broken anywhere. Whatever way an entry goes, through the platform's inflate or core's own,
 * at once or in pieces, it comes to the same bytes or the same error, and what lies before the break is right.
 */

const plugins = [rfgVpp].flat();
const [plugin] = plugins;
const entryCount = 12;
const folder = mkdtempSync(join(tmpdir(), 'packwright-damaged-'));
/** So much that all is decoded at once, and so little that the larger half is in pieces. */
const memories = { much: 512 * 2 ** 20, little: 12 * 2 ** 20 };
const breaks = 10;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Text that deflate has something to do with, and that differs from entry to entry. */
function contentOf(entry: number): Uint8Array {
  let state = entry + 1;
  return Uint8Array.from({ length: entry % 4 === 1 ? 1_600_000 : 20_000 + 7 * entry }, (_, at) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return at % 64 < 40 ? 0x61 + ((at >> 6) % 26) : state >>> 24;
  });
}

async function makeArchive(layout: string): Promise<Uint8Array> {
  if (plugin === undefined) throw new Error('there is no plugin');
  const entries = Array.from({ length: entryCount }, (_, number) => ({
    path: `${number}.bin`,
    content: new BytesSource(contentOf(number)),
  }));
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options: { layout } });
  return sink.bytes();
}

function outcomeOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function codeOf(error: unknown): string {
  if (!ArchiveError.is(error)) throw error;
  return error.code;
}

/** What each entry comes to, one after the other. */
async function readAll(archive: Archive): Promise<string[]> {
  const outcomes: string[] = [];
  for (const entry of archive.entries()) outcomes.push(await entry.bytes().then(outcomeOf, codeOf));
  return outcomes;
}

async function extractAll(archive: Archive): Promise<string[]> {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  const { failed } = await extractArchive(archive, out);
  const codes = new Map(failed.map(({ entry, error }) => [entry, error.code]));
  return Array.from(archive.entries(), ({ index, path }) => {
    return codes.get(index) ?? outcomeOf(readFileSync(join(out, path)));
  });
}

async function verifyAll(archive: Archive): Promise<(string | undefined)[]> {
  const { failures } = await verifyInParallel(archive, { jobs: 2 });
  const codes = new Map(failures.map(({ entry, error }) => [entry, error.code]));
  return Array.from({ length: archive.length }, (_, entry) => codes.get(entry));
}

describe.each(['compacted', 'compressed'])('an archive with a break somewhere, layout %s', (layout) => {
  const path = join(folder, `${layout}.vpp_pc`);
  let whole = new Uint8Array();
  let dataAt = 0;

  beforeAll(async () => {
    whole = new Uint8Array(await makeArchive(layout));
    const archive = await openArchive(new BytesSource(whole), { formats: plugins });
    const [first] = archive.entry(0).row.extents;
    dataAt =
      archive.regions[0]?.region.offset ?? (first !== undefined && 'offset' in first ? first.offset : 0);
  });

  async function tryAll(bytes: Uint8Array, memory: number): Promise<void> {
    writeFileSync(path, bytes);
    const source = FileSource.open(path);
    const open = () => openArchive(source, { formats: plugins, limits: { memory } });
    const restore = installNatives({ inflate: undefined, inflater: undefined } as object);
    const portable = await readAll(await open());
    restore();
    installNodeNatives();
    expect(await readAll(await open())).toEqual(portable);
    expect(await extractAll(await open())).toEqual(portable);
    const codes = portable.map((outcome) => (/^[A-Z_]+$/.test(outcome) ? outcome : undefined));
    expect(await verifyAll(await open())).toEqual(codes);
    await source.close();
  }

  it.each(Object.entries(memories))('comes to the same with %s memory', async (_, memory) => {
    for (let part = 0; part < breaks; part++) {
      const broken = whole.slice();
      const at = dataAt + 2 + Math.floor(((broken.length - dataAt - 4) * part) / breaks);
      broken[at] = (broken[at] ?? 0) ^ (1 << (part % 8));
      await tryAll(broken, memory);
    }
  });

  it('goes to a break few times, however many entries lie behind it', async () => {
    installNodeNatives();
    const broken = whole.slice();
    broken.fill(0xff, dataAt + Math.floor((broken.length - dataAt) / 4));
    const archive = await openArchive(new BytesSource(broken), {
      formats: plugins,
      limits: { memory: memories.little },
    });
    await readAll(archive);
    const region = archive.regions[0];
    expect(region?.inflated ?? 0).toBeLessThanOrEqual((region?.region.size ?? 0) * 1.5);
  });

  it.each(Object.entries(memories))('gives what lies before the break with %s memory', async (_, memory) => {
    installNodeNatives();
    const archive = await openArchive(new BytesSource(whole.slice(0, Math.floor(whole.length * 0.7))), {
      formats: plugins,
      limits: { memory },
    });
    const outcomes = await readAll(archive);
    const good = outcomes.filter((outcome, entry) => outcome === outcomeOf(contentOf(entry)));
    expect(good.length).toBeGreaterThanOrEqual(7);
  });
});

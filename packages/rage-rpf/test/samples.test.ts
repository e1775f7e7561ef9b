import {
  applyRecipe,
  BytesSink,
  BytesSource,
  createArchive,
  makeRecipe,
  type WriteEntry,
} from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { openBytes } from './support/make-archive.ts';
import { loadSamples } from './support/samples.ts';

const samples = loadSamples();
const pretender = 'raidx7_laferrari17_americandlc_NOT_AN_RPF.rpf';
const encrypted = 'nemesus_no_crosshair_dlc.rpf';
const readable = samples.filter(({ path }) => path !== pretender && path !== encrypted);
const built = samples.filter(({ path }) => path.startsWith('built') && !path.includes('rpf8'));

describe.skipIf(samples.length === 0)('real archives', () => {
  it('are all there', () => expect(samples.length).toBeGreaterThanOrEqual(22));

  it.each(readable)('$path opens without findings and decodes to its end', async ({ bytes, name }) => {
    const archive = await openBytes(bytes, { name, strict: true });
    expect(archive.findings).toEqual([]);
    expect((await archive.verify()).failures).toEqual([]);
  });

  it.each(readable)('$path is made again byte for byte', async ({ bytes, name }) => {
    const archive = await openBytes(bytes, { name });
    const recipe = await makeRecipe(archive);
    const contents = new Map<number, Uint8Array>();
    for (const entry of archive.entries()) {
      if (entry.kind === 'file') contents.set(entry.index, await entry.bytes());
    }
    const sink = new BytesSink();
    const content = (entry: number): BytesSource => new BytesSource(contents.get(entry) ?? new Uint8Array(0));
    await applyRecipe(recipe, content, sink, { codecs: plugin.codecs });
    expect(Buffer.from(sink.bytes()).equals(bytes)).toBe(true);
  });

  it.each(built)('$path is created byte for byte from its files', async ({ bytes, name }) => {
    const archive = await openBytes(bytes, { name });
    const entries: WriteEntry[] = [];
    for (const entry of archive.entries()) {
      const { path, kind } = entry;
      entries.push(
        kind === 'directory' ? { kind, path } : { path, content: new BytesSource(await entry.bytes()) },
      );
    }
    const sink = new BytesSink();
    await createArchive(plugin, entries, sink, { options: archive.index.writeOptions });
    expect(Buffer.from(sink.bytes()).equals(bytes)).toBe(true);
  });

  it('without the magic are no archives', async () => {
    const { bytes = new Uint8Array(0) } = samples.find(({ path }) => path === pretender) ?? {};
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
  });

  it('with an encrypted table ask for the keys by name', async () => {
    const { bytes = new Uint8Array(0) } = samples.find(({ path }) => path === encrypted) ?? {};
    await expect(openBytes(bytes, { name: 'dlc.rpf' })).rejects.toMatchObject({
      code: 'KEY_MISSING',
      message: expect.stringContaining('rage-rpf/gta5-ng-keys'),
    });
  });

  it('inside archives are read too, with a resource in them', async () => {
    const { bytes = new Uint8Array(0) } = samples.find(({ path }) => path === 'nemesus_maps_dlc.rpf') ?? {};
    const outer = await openBytes(bytes);
    const nested = await openBytes(
      (await outer.find('x64/levels/gta5/credits.rpf')?.bytes()) ?? new Uint8Array(0),
    );
    const map = nested.find('credits.ymap');
    expect(map?.size).toBe(1965);
    expect(map?.row.attributes).toMatchObject({ resource: 2, virtualSize: 16384, physicalSize: 0 });
    expect((await map?.body())?.length).toBe(16384);
  });
});

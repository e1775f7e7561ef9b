import { BytesSource, MemoryBudget, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins, { readZoneHeader } from '../src/index.ts';
import * as dumps from './support/dumps.ts';

const open = (bytes: Uint8Array, name: string) =>
  openArchive(new BytesSource(bytes, name), { formats: plugins });

function set(bytes: Uint8Array, words: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [offset, value] of Object.entries(words)) view.setUint32(Number(offset), value, true);
  return copy;
}

test('a zone header is taken apart', () => {
  expect(readZoneHeader(dumps.zoneHeader)).toMatchObject({
    order: 'little',
    version: 4,
    zoneVersion: 29,
    zoneType: 'streaming',
    positionOffset: [100, 0, -50],
    strings: ['a.clmesh_pc', 'b.clmesh_pc'],
    references: [{ name: 'b.clmesh_pc', position: [101, 0, -51], orientation: [0, 0, 1] }],
  });
});

test('an archive shows what is in it', async () => {
  const archive = await open(dumps.zoneHeader, 'demo.czh_pc');
  expect(archive.index.attributes).toMatchObject({ zoneVersion: 29, referenceStrings: 2, fileReferences: 1 });
  expect(archive.entry(0).row.attributes).toEqual({ strings: ['a.clmesh_pc', 'b.clmesh_pc'] });
  const data = await open(dumps.zoneData, 'demo.czn_pc');
  expect([...data.entries()].map(({ path, row }) => [path, row.attributes])).toEqual([
    ['2241 traffic signals', { cpuSize: 5 }],
    ['2237 editor geometry', { cpuSize: 4, gpuSize: 16 }],
  ]);
});

describe('zone headers that lie', () => {
  test.each<[string, Uint8Array, string]>([
    ['strings beyond the file', set(dumps.zoneHeader, { 4: 0xffffffff }), 'TRUNCATED'],
    ['another mark', set(dumps.zoneHeader, { 64: 0 }), 'DAMAGED'],
    ['references beyond the file', set(dumps.zoneHeader, { 92: 2 }), 'TRUNCATED'],
    ['half a header', dumps.zoneHeader.slice(0, 20), 'TRUNCATED'],
  ])('%s', async (_, bytes, code) => {
    await expect(open(bytes, 'demo.czh_pc')).rejects.toMatchObject({ code });
  });

  test('more strings than there are give those that are there', () => {
    expect(readZoneHeader(set(dumps.zoneHeader, { 12: 0xffffffff })).strings).toHaveLength(2);
  });

  test('a name outside the strings is empty', () => {
    expect(readZoneHeader(set(dumps.zoneHeader, { 138: 0xffff1000 })).references[0]?.name).toBe('');
  });
});

describe('zone data that lies', () => {
  test.each<[string, Uint8Array, readonly string[], number]>([
    ['a section that is none', set(dumps.zoneData, { 16: 0x2300 }), ['section-unknown'], 1],
    ['a section beyond the file', set(dumps.zoneData, { 20: 5 }), ['section-outside'], 1],
    ['a head cut short', dumps.zoneData.slice(0, 0x1a), ['section-unknown'], 1],
  ])('%s', async (_, bytes, findings, count) => {
    const archive = await openArchive(new BytesSource(bytes, 'a.czn_pc'), {
      formats: plugins,
      format: 'saints-row-zone',
    });
    expect(archive.findings.map(({ code }) => code)).toEqual(findings);
    expect(archive.length).toBe(count);
  });

  test('too many sections are refused', async () => {
    const bytes = new Uint8Array(8 * 100);
    for (let at = 0; at < bytes.length; at += 8) bytes.set([0x34, 0x22], at);
    const opening = openArchive(new BytesSource(bytes), { formats: plugins, limits: { entries: 50 } });
    await expect(opening).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  test('what is read ahead is not held', async () => {
    const bytes = new Uint8Array(300_000);
    for (let at = 0; at < bytes.length; at += 30_000)
      bytes.set([0x34, 0x22, 0, 0, ...new Uint8Array(Uint32Array.of(29_992).buffer)], at);
    const budget = new MemoryBudget(2 ** 20);
    const archive = await openArchive(new BytesSource(bytes, 'a.czn_pc'), { formats: plugins, budget });
    expect(archive.length).toBe(10);
    expect(budget.used).toBeLessThan(100);
    expect(budget.peak).toBeLessThan(70_000);
    await archive.close();
  });

  test('a GPU file that is too short is a finding', async () => {
    const source = new BytesSource(dumps.zoneData, 'demo.czn_pc');
    const withSibling = Object.assign(source, { sibling: async () => new BytesSource(new Uint8Array(3)) });
    const archive = await openArchive(withSibling, { formats: plugins });
    expect(archive.findings.map(({ code }) => code)).toEqual(['gpu-size']);
    await expect(archive.entry(1).bytes()).rejects.toMatchObject({ name: 'ArchiveError' });
  });
});

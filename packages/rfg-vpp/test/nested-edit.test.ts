import { type Archive, BytesSource, openArchive, type WriteEntry } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins, { rfgVpp } from '../src/index.ts';
import { type Asm5Container, buildAsm5, readAsm5 } from './support/asm5.ts';
import { edit } from './support/edit.ts';
import { readSample, samplesMissing } from './support/samples.ts';
import { textBytes, writeBytes } from './support/write-bytes.ts';

const file = (path: string, content: string): WriteEntry => ({
  path,
  content: new BytesSource(textBytes(content)),
});

const rifleFiles = [
  file('rifle.cpeg_pc', 'head'),
  file('rifle.gpeg_pc', 'pixels'),
  file('rifle.rig_pc', 'bones'),
];
const pistolFiles = [file('pistol.cpeg_pc', 'small')];

async function describeContainer(name: string, bytes: Uint8Array): Promise<Asm5Container> {
  const archive = await openArchive(new BytesSource(bytes, `${name}.str2_pc`), { formats: plugins });
  const { dataOffset, compressedSize } = archive.index.attributes ?? {};
  const size = (path: string): number => archive.find(path)?.size ?? 0;
  return {
    name,
    flags: 0x80,
    dataOffset: Number(dataOffset),
    compressedSize: Number(compressedSize),
    sizes: [...archive.entries()].map((entry) => entry.size ?? 0),
    primitives: [...archive.entries()]
      .filter(({ path }) => !path.includes('.g'))
      .map(({ path }) => ({
        name: path,
        cpu: size(path),
        gpu: size(path.replace('.c', '.g')) * Number(path.includes('.c')),
      })),
  };
}

/** Two containers, and two asm files: the second has only a virtual container that lists an asset of the first. */
async function buildOuter(options: Readonly<Record<string, unknown>> = {}): Promise<Uint8Array> {
  const rifle = await writeBytes(rfgVpp, rifleFiles, {}, 'rifle.str2_pc');
  const pistol = await writeBytes(rfgVpp, pistolFiles, {}, 'pistol.str2_pc');
  const records = [await describeContainer('Rifle', rifle), await describeContainer('pistol', pistol)];
  const virtual: Asm5Container = {
    name: 'preload',
    flags: 0x200,
    dataOffset: 0,
    compressedSize: 0,
    sizes: [],
    primitives: [{ name: 'rifle.cpeg_pc', cpu: 4, gpu: 6 }],
  };
  const entries: readonly WriteEntry[] = [
    { path: 'rifle.str2_pc', content: new BytesSource(rifle) },
    { path: 'pistol.str2_pc', content: new BytesSource(pistol) },
    { path: 'weapons.asm_pc', content: new BytesSource(buildAsm5(records)) },
    { path: 'preload.asm_pc', content: new BytesSource(buildAsm5([virtual])) },
    file('readme.txt', 'hello'),
  ];
  return writeBytes(rfgVpp, entries, options, 'items.vpp_pc');
}

async function read(archive: Archive, path: string): Promise<Uint8Array> {
  return (await archive.find(path)?.bytes()) ?? new Uint8Array(0);
}

/** Compares every asm record of an archive with what its str2 files really have. */
async function expectAsmAgrees(archive: Archive): Promise<void> {
  for (const container of readAsm5(await read(archive, 'weapons.asm_pc'))) {
    const actual = await describeContainer(container.name, await read(archive, `${container.name}.str2_pc`));
    expect(container).toEqual({ ...actual, name: container.name });
  }
}

const pixels = new BytesSource(textBytes('many more pixels '.repeat(300)));

describe('a file in a container in an archive', () => {
  test('is replaced, and every asm record follows', async () => {
    const before = await buildOuter();
    const { archive, bytes, plan } = await edit(before, 'items.vpp_pc', [
      { kind: 'replace', path: ['rifle.str2_pc', 'rifle.gpeg_pc'], content: pixels },
    ]);
    expect(plan.steps.map(({ archive: where, method, reason }) => [where, method, reason])).toEqual([
      ['rifle.str2_pc', 'rewrite', 'all entries share one compressed block'],
      ['', 'update', undefined],
    ]);
    const inner = await openArchive((await archive.find('rifle.str2_pc')?.source()) ?? pixels, {
      formats: plugins,
    });
    expect(inner.index.writeOptions).toMatchObject({ layout: 'compacted', align: 1, level: 9 });
    expect(await read(inner, 'rifle.gpeg_pc')).toEqual(await pixels.read(0, pixels.size));
    expect(await read(inner, 'rifle.rig_pc')).toEqual(textBytes('bones'));
    await expectAsmAgrees(archive);
    const [virtual] = readAsm5(await read(archive, 'preload.asm_pc'));
    expect(virtual?.primitives).toEqual([{ name: 'rifle.cpeg_pc', cpu: 4, gpu: pixels.size }]);
    const old = await openArchive(new BytesSource(before, 'items.vpp_pc'), { formats: plugins });
    for (const path of ['pistol.str2_pc', 'readme.txt']) {
      expect(await read(archive, path)).toEqual(await read(old, path));
    }
    expect(archive.findings).toEqual([]);
    expect((await archive.verify()).failures).toEqual([]);
    expect(archive.index.attributes).toMatchObject({ layout: 'raw' });
    expect(bytes.length).toBeGreaterThanOrEqual(before.length);
  });

  test('is added and removed, and the asm record follows', async () => {
    const added = await edit(await buildOuter(), 'items.vpp_pc', [
      { kind: 'add', path: ['pistol.str2_pc', 'scope.cpeg_pc'], content: pixels },
    ]);
    await expectAsmAgrees(added.archive);
    const removed = await edit(added.bytes, 'items.vpp_pc', [
      { kind: 'remove', path: ['pistol.str2_pc', 'pistol.cpeg_pc'] },
    ]);
    await expectAsmAgrees(removed.archive);
    const [, pistol] = readAsm5(await read(removed.archive, 'weapons.asm_pc'));
    expect(pistol?.primitives).toEqual([{ name: 'scope.cpeg_pc', cpu: pixels.size, gpu: 0 }]);
  });

  test('in an archive that must be rewritten: the asm records follow too', async () => {
    const { archive, plan } = await edit(await buildOuter({ layout: 'compressed' }), 'items.vpp_pc', [
      { kind: 'replace', path: ['rifle.str2_pc', 'rifle.rig_pc'], content: pixels },
    ]);
    expect(plan.rewrite?.reason).toBe('compressed entries are found by the sizes of those before them');
    await expectAsmAgrees(archive);
  });
});

describe('a container in an archive', () => {
  test('takes its record along when it is renamed or removed', async () => {
    const renamed = await edit(await buildOuter(), 'items.vpp_pc', [
      { kind: 'rename', path: ['rifle.str2_pc'], to: 'gun.str2_pc' },
    ]);
    expect(readAsm5(await read(renamed.archive, 'weapons.asm_pc')).map(({ name }) => name)).toEqual([
      'gun',
      'pistol',
    ]);
    const removed = await edit(renamed.bytes, 'items.vpp_pc', [{ kind: 'remove', path: ['gun.str2_pc'] }]);
    expect(readAsm5(await read(removed.archive, 'weapons.asm_pc')).map(({ name }) => name)).toEqual([
      'pistol',
    ]);
    expect(removed.archive.find('gun.str2_pc')).toBeUndefined();
  });

  test.each([
    ['that no asm file lists', 'add', 'new.str2_pc', 'asm-container-missing'],
    ['that is no packfile', 'replace', 'rifle.str2_pc', 'str2-unreadable'],
  ] as const)('%s is reported', async (_, kind, name, code) => {
    const content =
      code === 'str2-unreadable' ? pixels : new BytesSource(await writeBytes(rfgVpp, pistolFiles, {}, name));
    const { plan } = await edit(await buildOuter(), 'items.vpp_pc', [{ kind, path: [name], content }]);
    expect(plan.findings.map((finding) => finding.code)).toEqual([code]);
  });

  test('without a readable asm file is reported', async () => {
    const entries = [
      { path: 'a.str2_pc', content: new BytesSource(await writeBytes(rfgVpp, pistolFiles, {}, 'a.str2_pc')) },
      file('a.asm_pc', 'no asm'),
    ];
    const outer = await writeBytes(rfgVpp, entries, {}, 'a.vpp_pc');
    const { plan } = await edit(outer, 'a.vpp_pc', [
      { kind: 'replace', path: ['a.str2_pc', 'pistol.cpeg_pc'], content: pixels },
    ]);
    expect(plan.findings.map(({ code }) => code)).toEqual(['asm-unreadable', 'asm-container-missing']);
  });
});

describe.skipIf(samplesMissing)('the original archive', () => {
  test('has one file in one of its containers replaced, and nothing else changes', async () => {
    const name = 'dlcp01_activities.vpp_pc';
    const before = readSample(name);
    const { archive, plan } = await edit(before, name, [
      { kind: 'replace', path: ['DLC_AD_07_09.str2_pc', 'dlc01_07_09_129.layer_pc'], content: pixels },
    ]);
    expect(plan.findings).toEqual([]);
    const old = await openArchive(new BytesSource(before, name), { formats: plugins });
    const changed = [];
    for (const entry of old.entries()) {
      const after = archive.entry(entry.index);
      expect(after.path).toBe(entry.path);
      if (Buffer.compare(await entry.bytes(), await after.bytes()) !== 0) changed.push(entry.path);
    }
    expect(changed).toEqual(['DLC_AD_07_09.str2_pc', 'dlc_activity_containers.asm_pc']);
    const records = readAsm5(await read(archive, 'dlc_activity_containers.asm_pc'));
    const before5 = readAsm5(await read(old, 'dlc_activity_containers.asm_pc'));
    for (const [number, record] of records.entries()) {
      if (record.name !== 'DLC_AD_07_09') expect(record).toEqual(before5[number]);
    }
    const record = records.find((one) => one.name === 'DLC_AD_07_09');
    const inner = await openArchive((await archive.find('DLC_AD_07_09.str2_pc')?.source()) ?? pixels, {
      formats: plugins,
    });
    expect(record).toMatchObject({
      dataOffset: 6144,
      compressedSize: inner.index.attributes?.compressedSize,
      sizes: [pixels.size],
      primitives: [{ name: 'dlc01_07_09_129.layer_pc', cpu: pixels.size, gpu: 0 }],
    });
  });
});

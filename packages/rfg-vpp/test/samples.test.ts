import { type Archive, BytesSource, openArchive } from '@packwright/core';
import { parseAssembler, serializeAssembler } from '@packwright/volition';
import { describe, expect, test } from 'vitest';
import plugins from '../src/index.ts';
import { expectSameBytes, rebuild } from './support/round-trip.ts';
import { readSample, samplesMissing } from './support/samples.ts';

const open = (bytes: Uint8Array, name: string): Promise<Archive> =>
  openArchive(new BytesSource(bytes, name), { formats: plugins });

const originals: readonly (readonly [string, number])[] = [
  ['table.vpp_pc', 423],
  ['xray_effect.str2_pc', 3],
  ['dlc01_l1.vpp_pc', 1],
  ['dlcp01_activities.vpp_pc', 9],
  ['dashfaction_a646dcf.vpp', 2],
];

const built = ['v1.vpp', 'v3_raw', 'v3_compressed', 'v3_condensed', 'v3_both', 'v3_both_align64'].map(
  (name) => [`built/${name.includes('.') ? name : `${name}.vpp_pc`}`, 2] as const,
);

describe.skipIf(samplesMissing)('real archives', () => {
  test.each([...originals, ...built])('%s: verifies clean, and comes back the same', async (name, count) => {
    const bytes = readSample(name);
    const archive = await open(bytes, name);
    expect(archive.length).toBe(count);
    // A wrong name hash would be a finding.
    expect(archive.findings).toEqual([]);
    const report = await archive.verify();
    expect(report).toMatchObject({ files: count, failures: [] });
    expectSameBytes(await rebuild(archive), bytes);
  });

  test('the style of each is found', async () => {
    const style = async (name: string): Promise<unknown> =>
      (await open(readSample(name), name)).index.writeOptions;
    const common = { version: '3', byteOrder: 'little' };
    expect(await style('table.vpp_pc')).toEqual({ ...common, layout: 'compacted', align: 64, level: 1 });
    expect(await style('xray_effect.str2_pc')).toEqual({
      ...common,
      layout: 'compacted',
      align: 1,
      level: 9,
    });
    expect(await style('dlcp01_activities.vpp_pc')).toEqual({ ...common, layout: 'raw', align: 2048 });
    expect(await style('dashfaction_a646dcf.vpp')).toEqual({ version: '1', byteOrder: 'little' });
  });

  test('the containers of an archive open in place and come back the same', async () => {
    const outer = await open(readSample('dlcp01_activities.vpp_pc'), 'dlcp01_activities.vpp_pc');
    const containers = [...outer.entries()].filter(({ path }) => path.endsWith('.str2_pc'));
    expect(containers).toHaveLength(8);
    for (const entry of containers) {
      const inner = await openArchive(await entry.source(), { formats: plugins });
      expect(inner.findings).toEqual([]);
      expectSameBytes(await rebuild(inner), await entry.bytes());
    }
  });

  test('the asm file agrees with its containers, and is written back the same', async () => {
    const outer = await open(readSample('dlcp01_activities.vpp_pc'), 'dlcp01_activities.vpp_pc');
    const asm = outer.find('dlc_activity_containers.asm_pc');
    const bytes = (await asm?.bytes()) ?? new Uint8Array(0);
    const { assembler } = parseAssembler(bytes);
    expect(assembler.containers).toHaveLength(8);
    expect(serializeAssembler(assembler)).toEqual(bytes);
    for (const container of assembler.containers) {
      const entry = outer.find(`${container.name}.str2_pc`);
      const inner = await openArchive((await entry?.source()) ?? new BytesSource(bytes), {
        formats: plugins,
      });
      expect(inner.index.attributes).toMatchObject({
        dataOffset: container.dataOffset,
        compressedSize: container.compressedSize,
      });
      expect([...inner.entries()].map(({ size }) => size)).toEqual(container.sizes);
    }
  });

  test('an asm file lists its containers', async () => {
    const archive = await open(readSample('built/asm5.asm_pc'), 'asm5.asm_pc');
    expect(archive.format).toBe('rfg-asm');
    expect(archive.index.attributes).toMatchObject({ version: 5, containers: 1, primitives: 2 });
    expect(archive.entry(0).row.attributes).toMatchObject({
      type: 'items',
      dataOffset: 6144,
      compressedSize: 31,
      sizes: [13, 20, 7],
      primitives: [
        { name: 'demo.cpeg_pc', type: 'peg', cpuSize: 13, gpuSize: 20 },
        { name: 'demo.rig_pc', type: 'anim', cpuSize: 7, gpuSize: 0 },
      ],
    });
    expectSameBytes(await rebuild(archive), readSample('built/asm5.asm_pc'));
  });
});

import { describe, expect, test } from 'vitest';
import {
  type AssemblerContainer,
  type AssemblerPrimitive,
  type AssetAssembler,
  type ContainerContents,
  updateAssembler,
} from '../../src/index.ts';

const primitive = (name: string, cpuSize: number, gpuSize = 0, type = 1): AssemblerPrimitive => ({
  name,
  type,
  allocator: 0,
  flags: gpuSize > 0 ? 4 : 0,
  splitExtension: 0,
  cpuSize,
  gpuSize,
  allocationGroup: undefined,
});

const container = (
  name: string,
  flags: number,
  primitives: readonly AssemblerPrimitive[],
  sizes: readonly number[],
): AssemblerContainer => ({
  name,
  type: 22,
  flags,
  dataOffset: 6144,
  compressionType: undefined,
  parent: undefined,
  auxiliary: undefined,
  unknownBeforeSize: undefined,
  compressedSize: 100,
  sizes,
  primitives,
});

const peg = primitive('Rifle.cpeg_pc', 10, 20);
const mesh = primitive('rifle.rig_pc', 7, 0, 17);

const assembler = (version: number): AssetAssembler => ({
  version,
  order: 'little',
  types: undefined,
  containers: [
    container('Rifle', 0x80, [peg, mesh], version === 5 ? [10, 20, 7] : [10, 20, 7, 0]),
    container('preload', 0x200, [peg], version === 5 ? [] : [10, 20]),
    container('pistol', 0x80, [primitive('pistol.cpeg_pc', 3)], version === 5 ? [3] : [3, 0]),
  ],
  trailing: new Uint8Array(0),
});

const contents = (files: Readonly<Record<string, number>>, compressedSize?: number): ContainerContents => ({
  dataOffset: 8192,
  compressedSize,
  files: Object.entries(files).map(([name, size]) => ({ name, size })),
});

const before = contents({ 'Rifle.cpeg_pc': 10, 'Rifle.gpeg_pc': 20, 'rifle.rig_pc': 7 }, 100);
const change = (after: ContainerContents) => ({
  name: 'rifle.str2_pc',
  newName: 'rifle.str2_pc',
  old: before,
  contents: after,
});

describe('a changed str2 file', () => {
  test('has its record brought up to date, and every other that lists one of its assets', () => {
    const after = contents({ 'Rifle.cpeg_pc': 11, 'Rifle.gpeg_pc': 2000, 'rifle.rig_pc': 7 }, 555);
    const updated = updateAssembler(assembler(5), change(after));
    const [rifle, preload, pistol] = updated.assembler.containers;
    expect(updated.isListed).toBe(true);
    expect(rifle).toMatchObject({ dataOffset: 8192, compressedSize: 555, sizes: [11, 2000, 7] });
    expect(rifle?.primitives[0]).toMatchObject({ cpuSize: 11, gpuSize: 2000 });
    expect(preload).toMatchObject({ dataOffset: 6144, compressedSize: 100, sizes: [] });
    expect(preload?.primitives[0]).toMatchObject({ cpuSize: 11, gpuSize: 2000 });
    expect(pistol).toEqual(assembler(5).containers[2]);
  });

  test('has pairs of sizes from version 11 on', () => {
    const after = contents({ 'Rifle.cpeg_pc': 11, 'Rifle.gpeg_pc': 21, 'rifle.rig_pc': 8 }, 555);
    const [rifle, preload] = updateAssembler(assembler(11), change(after)).assembler.containers;
    expect(rifle?.sizes).toEqual([11, 21, 8, 0]);
    expect(preload?.sizes).toEqual([11, 21]);
  });

  test.each([
    [5, 0xffffffff],
    [11, 0],
  ])('that is not compressed says so in the way of version %i', (version, expected) => {
    const after = contents({ 'Rifle.cpeg_pc': 10, 'Rifle.gpeg_pc': 20, 'rifle.rig_pc': 7 });
    expect(updateAssembler(assembler(version), change(after)).assembler.containers[0]).toMatchObject({
      compressedSize: expected,
    });
  });

  test('loses the primitives of files that are gone', () => {
    const after = contents({ 'Rifle.cpeg_pc': 10, 'Rifle.gpeg_pc': 20 }, 100);
    const [rifle] = updateAssembler(assembler(5), change(after)).assembler.containers;
    expect(rifle).toMatchObject({ primitives: [{ name: 'Rifle.cpeg_pc' }], sizes: [10, 20] });
  });

  test('gains primitives for new files of a known kind, in the order of the files', () => {
    const after = contents(
      {
        'new.cpeg_pc': 1,
        'new.gpeg_pc': 2,
        'Rifle.cpeg_pc': 10,
        'Rifle.gpeg_pc': 20,
        'rifle.rig_pc': 7,
        'x.wem': 5,
      },
      100,
    );
    const updated = updateAssembler(assembler(5), change(after));
    expect(updated.assembler.containers[0]?.primitives).toMatchObject([
      { name: 'new.cpeg_pc', type: 1, flags: 4, cpuSize: 1, gpuSize: 2 },
      { name: 'Rifle.cpeg_pc' },
      { name: 'rifle.rig_pc' },
    ]);
    expect(updated.unknownFiles).toEqual(['x.wem']);
  });

  test('keeps primitives that never had a file', () => {
    const withBuffer = assembler(11);
    const [first, ...others] = withBuffer.containers;
    const buffer = primitive('a buffer', 64, 0, 39);
    const containers = first === undefined ? [] : [{ ...first, primitives: [peg, buffer, mesh] }, ...others];
    const updated = updateAssembler({ ...withBuffer, containers }, change(before));
    expect(updated.assembler.containers[0]?.primitives.map(({ name }) => name)).toEqual([
      'Rifle.cpeg_pc',
      'a buffer',
      'rifle.rig_pc',
    ]);
    expect(updated.assembler.containers[0]?.sizes).toEqual([10, 20, 64, 0, 7, 0]);
  });

  test('is found by its name with or without an extension, but never in a virtual container', () => {
    const named = (name: string, flags = 0x80): boolean => {
      const containers = [container(name, flags, [], [])];
      return updateAssembler({ ...assembler(11), containers }, change(before)).isListed;
    };
    expect(named('RIFLE')).toBe(true);
    expect(named('rifle.veh')).toBe(true);
    expect(named('rifle2')).toBe(false);
    expect(named('rifle', 0x300)).toBe(false);
    expect(named('rifle', 0)).toBe(true);
  });

  test('takes its record along when it is renamed or removed', () => {
    const same = { old: undefined, contents: undefined };
    const renamed = updateAssembler(assembler(5), { name: 'rifle.str2_pc', newName: 'gun.str2_pc', ...same });
    expect(renamed.assembler.containers.map(({ name }) => name)).toEqual(['gun', 'preload', 'pistol']);
    const removed = updateAssembler(assembler(5), { name: 'rifle.str2_pc', newName: undefined, ...same });
    expect(removed.assembler.containers.map(({ name }) => name)).toEqual(['preload', 'pistol']);
  });

  test('that no record knows leaves the file as it is', () => {
    const original = assembler(5);
    const updated = updateAssembler(original, {
      ...change(contents({ 'other.cpeg_pc': 1 })),
      name: 'x.str2_pc',
    });
    expect(updated.isListed).toBe(false);
    expect(updated.assembler).toBe(original);
  });
});

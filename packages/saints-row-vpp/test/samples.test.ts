import { type Archive, BytesSource, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins from '../src/index.ts';
import { expectSameBytes, rebuild } from './support/round-trip.ts';
import { readSample, samplesMissing } from './support/samples.ts';

const open = (bytes: Uint8Array, name: string): Promise<Archive> =>
  openArchive(new BytesSource(bytes, name), { formats: plugins });

describe.skipIf(samplesMissing)('archives of the sample folder', () => {
  test.each([
    ['built/v4_raw.vpp_pc', 'saints-row-vpp', 2, []],
    ['built/v6_raw.vpp_pc', 'saints-row-vpp', 2, []],
    ['built/v6_both.vpp_pc', 'saints-row-vpp', 2, []],
    ['built/v10_raw.vpp_pc', 'saints-row-vpp', 2, []],
    ['built/v10_both.vpp_pc', 'saints-row-vpp', 2, []],
    ['built/asm11.asm_pc', 'saints-row-asm', 1, []],
    ['built/asm12.asm_pc', 'saints-row-asm', 1, []],
    ['template_customize_item.asm_pc', 'saints-row-asm', 0, []],
    ['built/demo.czh_pc', 'saints-row-zone', 3, []],
    ['built/demo.czn_pc', 'saints-row-zone', 2, ['gpu-file-missing']],
  ])('%s: verifies clean, and comes back the same', async (name, format, count, findings) => {
    const bytes = readSample(name);
    const archive = await open(bytes, name);
    expect(archive.format).toBe(format);
    expect(archive.length).toBe(count);
    expect(archive.findings.map(({ code }) => code)).toEqual(findings);
    expect(await archive.verify()).toMatchObject({ files: count, failures: [] });
    expectSameBytes(await rebuild(archive), bytes);
  });

  test('an asm file of IV names its types', async () => {
    const archive = await open(readSample('template_customize_item.asm_pc'), 'template.asm_pc');
    const { allocators, primitiveTypes, containerTypes } = archive.index.attributes ?? {};
    const count = (types: unknown): number => Object.keys(types ?? {}).length;
    expect([count(allocators), count(primitiveTypes), count(containerTypes)]).toEqual([44, 48, 41]);
  });
});

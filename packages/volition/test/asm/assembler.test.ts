import { describe, expect, test } from 'vitest';
import { parseAssembler, serializeAssembler } from '../../src/index.ts';
import * as dumps from '../support/dumps.ts';
import { readSample, samplesMissing } from '../support/samples.ts';

const container = { name: 'demo', flags: 0x80, compressedSize: 31 };

describe('asm files', () => {
  test.each([
    ['version 5', dumps.asm5, { ...container, dataOffset: 6144, sizes: [13, 20, 7] }],
    ['version 11', dumps.asm11, { ...container, dataOffset: 6144, sizes: [13, 20], parent: '' }],
    ['version 12', dumps.asm12, { ...container, dataOffset: 108, sizes: [13, 20], compressionType: 9 }],
  ])('%s is read whole and written back the same', (_, bytes, expected) => {
    const { assembler } = parseAssembler(bytes);
    expect(assembler.containers).toHaveLength(1);
    expect(assembler.containers[0]).toMatchObject(expected);
    expect(assembler.trailing).toHaveLength(0);
    expect(serializeAssembler(assembler)).toEqual(bytes);
  });

  test('trailing bytes come back too', () => {
    const bytes = Uint8Array.of(...dumps.asm11, 1, 2, 3);
    const { assembler } = parseAssembler(bytes);
    expect(assembler.trailing).toEqual(Uint8Array.of(1, 2, 3));
    expect(serializeAssembler(assembler)).toEqual(bytes);
  });

  test('big-endian files are turned around', () => {
    const { assembler } = parseAssembler(dumps.asm12);
    const turned = serializeAssembler({ ...assembler, order: 'big' });
    expect([...turned.subarray(0, 8)]).toEqual([0xbe, 0xef, 0xfe, 0xed, 0, 12, 0, 1]);
    expect(parseAssembler(turned).assembler).toEqual({ ...assembler, order: 'big' });
  });

  test.each([8, 9, 10])('version %i is read but not written', (version) => {
    // The container of version 11 without what the older versions lack.
    const [head, tail] = [dumps.asm11.slice(0, 0x40), dumps.asm11.slice(0x42)];
    head[4] = version;
    const parent = version === 10 ? [0, 0] : [];
    const extra = version === 8 ? [0, 0, 0, 0] : [];
    const bytes = Uint8Array.of(...head, ...parent, ...tail.subarray(0, 4), ...extra, ...tail.subarray(4));
    const { assembler } = parseAssembler(bytes);
    expect(assembler.containers[0]).toMatchObject({ ...container, sizes: [13, 20] });
    expect(assembler.trailing).toHaveLength(0);
    expect(() => serializeAssembler(assembler)).toThrow('only read');
  });

  test.each([
    ['another magic', (bytes: Uint8Array) => bytes.fill(0, 0, 1), 'FORMAT_UNKNOWN'],
    ['an unknown version', (bytes: Uint8Array) => bytes.fill(7, 4, 5), 'VARIANT_UNSUPPORTED'],
    ['too many containers', (bytes: Uint8Array) => bytes.fill(9, 6, 7), 'TRUNCATED'],
    ['too many types', (bytes: Uint8Array) => bytes.fill(0xff, 8, 12), 'DAMAGED'],
    ['a name that is too long', (bytes: Uint8Array) => bytes.fill(0xff, 0x31, 0x33), 'TRUNCATED'],
    ['a negative number of primitives', (bytes: Uint8Array) => bytes.fill(0xff, 0x3a, 0x3c), 'DAMAGED'],
    ['too much auxiliary data', (bytes: Uint8Array) => bytes.fill(0x7f, 0x42, 0x46), 'TRUNCATED'],
  ])('refuses %s', (_, change, code) => {
    expect(() => parseAssembler(change(dumps.asm11.slice()))).toThrow(expect.objectContaining({ code }));
  });

  test('refuses to end anywhere but at its end', () => {
    for (let length = 0; length < dumps.asm5.length; length++) {
      expect(() => parseAssembler(dumps.asm5.slice(0, length))).toThrow(
        expect.objectContaining({ name: 'ArchiveError' }),
      );
    }
  });
});

describe.skipIf(samplesMissing)('asm files of the sample folder', () => {
  test.each([
    ['built/asm5.asm_pc', dumps.asm5],
    ['built/asm11.asm_pc', dumps.asm11],
    ['built/asm12.asm_pc', dumps.asm12],
  ])('%s is the dump', (name, bytes) => {
    expect(readSample(name)).toEqual(bytes);
  });

  test('template_customize_item.asm_pc comes back the same', () => {
    const bytes = readSample('template_customize_item.asm_pc');
    const { assembler } = parseAssembler(bytes);
    const { allocators = [], primitives = [], containers = [] } = assembler.types ?? {};
    expect([allocators.length, primitives.length, containers.length]).toEqual([44, 48, 41]);
    expect(serializeAssembler(assembler)).toEqual(bytes);
  });
});

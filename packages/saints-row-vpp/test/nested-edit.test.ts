import { type Archive, BytesSource, openArchive, type WriteEntry } from '@packwright/core';
import { planEdit } from '@packwright/toolkit';
import { type AssetAssembler, parseAssembler, serializeAssembler } from '@packwright/volition';
import { describe, expect, test } from 'vitest';
import plugins, { saintsRowVpp } from '../src/index.ts';
import { textBytes, writeBytes } from './support/write-bytes.ts';

const file = (path: string, content: string): WriteEntry => ({
  path,
  content: new BytesSource(textBytes(content)),
});
const files = [file('demo.cvbm_pc', 'head'), file('demo.gvbm_pc', 'pixels')];

/** An asm file whose one record is wrong in every number. */
function emptyRecord(version: number): AssetAssembler {
  const primitive = { name: 'demo.cvbm_pc', type: 16, allocator: 8, flags: 4, splitExtension: 1 };
  return {
    version,
    order: 'little',
    types: { allocators: [{ name: 'item preload', id: 8 }], primitives: [], containers: [] },
    containers: [
      {
        name: 'demo',
        type: 4,
        flags: 0x80,
        dataOffset: 0,
        compressionType: version === 12 ? 9 : undefined,
        parent: '',
        auxiliary: new Uint8Array(0),
        unknownBeforeSize: undefined,
        compressedSize: 0,
        sizes: [0, 0],
        primitives: [{ ...primitive, cpuSize: 0, gpuSize: 0, allocationGroup: 255 }],
      },
    ],
    trailing: new Uint8Array(0),
  };
}

describe.each([
  ['6', 11],
  ['10', 12],
])('version %s with asm version %i', (version, assembler) => {
  async function buildOuter(): Promise<Archive> {
    const inner = await writeBytes(saintsRowVpp, files, { version }, 'demo.str2_pc');
    const entries: readonly WriteEntry[] = [
      { path: 'demo.str2_pc', content: new BytesSource(inner) },
      { path: 'items.asm_pc', content: new BytesSource(serializeAssembler(emptyRecord(assembler))) },
    ];
    const bytes = await writeBytes(saintsRowVpp, entries, { version }, 'items.vpp_pc');
    return openArchive(new BytesSource(bytes, 'items.vpp_pc'), { formats: plugins });
  }

  test('a replaced file is written, and its record follows', async () => {
    const outer = await buildOuter();
    const content = new BytesSource(textBytes('more pixels '.repeat(500)));
    const path = ['demo.str2_pc', 'demo.gvbm_pc'];
    const plan = await planEdit(outer, [{ kind: 'replace', path, content }], { formats: plugins });
    expect(plan.findings).toEqual([]);
    expect(plan.steps.map(({ method }) => method)).toEqual(['rewrite', 'update']);
    const result = plan.patches?.result() ?? content;
    const archive = await openArchive(result, { formats: plugins, strict: true });
    const inner = await openArchive((await archive.find('demo.str2_pc')?.source()) ?? content, {
      formats: plugins,
      strict: true,
    });
    expect(inner.index.writeOptions).toMatchObject({ version, layout: 'compacted' });
    expect(await inner.find('demo.gvbm_pc')?.bytes()).toEqual(await content.read(0, content.size));
    const bytes = (await archive.find('items.asm_pc')?.bytes()) ?? new Uint8Array(0);
    const [record] = parseAssembler(bytes).assembler.containers;
    expect(record).toMatchObject({
      dataOffset: inner.index.attributes?.dataOffset,
      compressedSize: inner.index.attributes?.compressedSize,
      sizes: [4, content.size],
      primitives: [{ name: 'demo.cvbm_pc', cpuSize: 4, gpuSize: content.size }],
    });
    expect((await archive.verify()).failures).toEqual([]);
  });

  test('tables that outgrow their place ask for a rewrite', async () => {
    const outer = await buildOuter();
    const add = {
      kind: 'add',
      path: ['n'.repeat(2048)],
      content: new BytesSource(new Uint8Array(1)),
    } as const;
    const plan = await planEdit(outer, [add], { formats: plugins });
    expect(plan.rewrite?.reason).toContain('the tables would end at');
  });
});

test('a condensed version 10 archive keeps its alignment when a file moves', async () => {
  const entries = [file('a.txt', 'aaaaa'), file('b.txt', 'bbbbb')];
  const bytes = await writeBytes(saintsRowVpp, entries, { layout: 'condensed' });
  const outer = await openArchive(new BytesSource(bytes, 'a.vpp_pc'), { formats: plugins });
  const content = new BytesSource(textBytes('x'.repeat(40)));
  const plan = await planEdit(outer, [{ kind: 'replace', path: ['a.txt'], content }], { formats: plugins });
  const archive = await openArchive(plan.patches?.result() ?? content, { formats: plugins, strict: true });
  expect(archive.findings).toEqual([]);
  const [extent] = archive.entry(0).row.extents;
  const start =
    (extent !== undefined && 'offset' in extent ? extent.offset : 0) -
    Number(archive.index.attributes?.dataOffset);
  expect(start).toBe(32);
  expect(await archive.entry(0).bytes()).toEqual(textBytes('x'.repeat(40)));
  expect(await archive.entry(1).bytes()).toEqual(textBytes('bbbbb'));
});

test('a 64-bit archive is not edited, rather than turned into another kind', async () => {
  const { buildWide } = await import('./support/build-wide.ts');
  const stored = { name: 'a.txt', size: 1, stored: textBytes('a'), isCompressed: false };
  const outer = await openArchive(new BytesSource(buildWide(0, [stored])), { formats: plugins });
  const content = new BytesSource(textBytes('x'));
  const planning = planEdit(outer, [{ kind: 'replace', path: ['a.txt'], content }], { formats: plugins });
  await expect(planning).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
});

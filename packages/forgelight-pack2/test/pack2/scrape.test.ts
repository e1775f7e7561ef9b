import { deflateSync } from 'node:zlib';
import { ByteWriter } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin } from '../../src/index.ts';
import { toBytes } from '../support/archives.ts';

async function scrape(content: string | Uint8Array): Promise<readonly string[]> {
  const found: string[] = [];
  await pack2Plugin.names?.scrape?.(toBytes(content), (name) => found.push(name));
  return found;
}

describe('scraping names', () => {
  test('takes the characters before and with an extension that games use', async () => {
    expect(await scrape('#*ID^FILE^\n7^Weapon_Rifle-2.dds^Foo.XML^x.unknown^\n')).toEqual([
      'Weapon_Rifle-2.dds',
      'Foo.XML',
    ]);
  });

  test('stops at separators and white space', async () => {
    expect(await scrape('<Texture path="maps/a.dds"/>|b.tga,c.cnk4;d.dx11efb e.playerstudio')).toEqual([
      'a.dds',
      'b.tga',
      'c.cnk4',
      'd.dx11efb',
      'e.playerstudio',
    ]);
  });

  test('offers names with unusual characters too', async () => {
    expect(await scrape('"set.one.dds"')).toEqual(['one.dds', 'set.one.dds']);
  });

  test('tries both genders of a template', async () => {
    expect(await scrape('"Body_<gender>_Base.dma"')).toEqual(['Body_Male_Base.dma', 'Body_Female_Base.dma']);
  });

  test('drops what is left of a tag before a name', async () => {
    expect(await scrape('<Name>Hull.adr</Name>')).toContain('Hull.adr');
    expect(await scrape('<Name>Hull.adr</Name>')).not.toContain('<Name>Hull.adr');
  });

  test('adds the names that follow from one', async () => {
    expect(await scrape('Water.efb')).toEqual(['Water.efb', 'Water.dx11efb']);
    expect(await scrape('<ActorRuntime><Base fileName="Tree_Lod0.dme"/></ActorRuntime>')).toEqual([
      'Tree_Lod0.dme',
      'Tree.adr',
    ]);
  });

  test('leaves binary content alone, unless its first bytes promise names', async () => {
    expect(await scrape('junk\0a.dds')).toEqual([]);
    expect(await scrape('DMAT\x01\0\0\0a.dds\0b.dds\0')).toEqual(['a.dds', 'b.dds']);
    expect(await scrape('DMOD\x04\0\0\0c.dds\0')).toEqual(['c.dds']);
  });

  test('finds the name of a sound bank', async () => {
    const bank = new ByteWriter('little')
      .text('FSB5')
      .u32(1)
      .u32(1)
      .u32(40)
      .zeros(48 + 40)
      .text('Amb_Wind\0rest');
    expect(await scrape(bank.finish())).toEqual(['Amb_Wind.fsb']);
    expect(await scrape(toBytes('FSB5'))).toEqual([]);
    expect(
      await scrape(new ByteWriter('little').text('FSB5').u32(1).u32(1).u32(0xffffffff).zeros(60).finish()),
    ).toEqual([]);
  });

  test('inflates a movie before it looks', async () => {
    const inner = toBytes('\x07\0\0images/button.png\0');
    const movie = new ByteWriter('little')
      .text('CFX')
      .u8(8)
      .u32(8 + inner.length)
      .bytes(deflateSync(inner))
      .finish();
    expect(await scrape(movie)).toEqual(['button.png']);
    expect(await scrape(movie.subarray(0, 14))).toEqual([]);
  });

  test('generates the terrain of the worlds that a list names', async () => {
    const names = await scrape('<ObjectTerrainData DataName="Isle" SkyFileName="sky.xml" />');
    expect(names).toContain('sky.xml');
    expect(names).toContain('Isle_-4_-4.cnk1');
    expect(names).toContain('VR.zone');
  });

  test('looks a limited way back from a dot, so that no content takes quadratic time', async () => {
    const found = await scrape(`${'x'.repeat(10_000)}.dds ${'a.dds'.repeat(5000)}`);
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(128 + 4);
    expect(found.length).toBeLessThanOrEqual(2 * 5001);
  });
});

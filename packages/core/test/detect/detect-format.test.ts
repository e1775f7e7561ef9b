import { describe, expect, it } from 'vitest';
import {
  ArchiveError,
  BytesSource,
  type Detection,
  detectFormat,
  type FormatHandle,
  type FormatPlugin,
} from '../../src/index.ts';
import { toyFormat } from '../engine/toy-format.ts';

function makePlugin(id: string, bid: Detection | undefined, extra: Partial<FormatPlugin> = {}): FormatPlugin {
  return { ...(toyFormat as FormatPlugin), id, detect: () => bid, ...extra };
}

function handleOf(plugin: FormatPlugin, onLoad: () => void = () => undefined): FormatHandle {
  const { id, title, extensions, signatures } = plugin;
  return {
    id,
    title,
    extensions,
    signatures,
    load: () => {
      onLoad();
      return plugin;
    },
  };
}

const toy = new BytesSource(new TextEncoder().encode('TOY1 and more'), 'a.toy');

describe('the auction', () => {
  it('loads only plugins whose signature fits', async () => {
    let loads = 0;
    const other = makePlugin(
      'other',
      { confidence: 100, reason: 'x' },
      { signatures: [{ at: 0, bytes: 'ffff' }] },
    );
    const { plugin } = await detectFormat(
      toy,
      [handleOf(other, () => loads++), handleOf(makePlugin('toy', { confidence: 50, reason: 'y' }))],
      undefined,
    );
    expect([plugin.id, loads]).toEqual(['toy', 0]);
  });

  it('gives the bytes to the highest bid', async () => {
    const low = makePlugin('low', { confidence: 40, reason: 'x' });
    const high = makePlugin('high', { confidence: 60, reason: 'y' });
    expect(
      (
        await detectFormat(
          toy,
          [low, high].map((plugin) => handleOf(plugin)),
          undefined,
        )
      ).plugin.id,
    ).toBe('high');
  });

  it('names the deciding flag on a tie', async () => {
    const both = ['one', 'two'].map((id) => handleOf(makePlugin(id, { confidence: 60, reason: 'y' })));
    await expect(detectFormat(toy, both, undefined)).rejects.toMatchObject({
      code: 'FORMAT_AMBIGUOUS',
      details: { help: 'Say which one with --format one.' },
    });
  });

  it('asks nobody else once a plugin claims the bytes', async () => {
    const claiming = handleOf(makePlugin('claiming', { confidence: 10, reason: 'x', claimed: true }));
    const later = handleOf(makePlugin('later', { confidence: 90, reason: 'y' }));
    expect((await detectFormat(toy, [claiming, later], undefined)).plugin.id).toBe('claiming');
  });

  it('asks plugins without a signature last, those with a fitting extension first', async () => {
    const unsigned = { signatures: [] };
    const plain = handleOf(
      makePlugin('plain', { confidence: 90, reason: 'x' }, { ...unsigned, extensions: ['.zzz'] }),
    );
    const named = handleOf(makePlugin('named', { confidence: 20, reason: 'x' }, unsigned));
    expect((await detectFormat(toy, [plain, named], undefined)).plugin.id).toBe('named');
  });

  it('passes over a plugin that cannot be loaded, and tells of it', async () => {
    const broken: FormatHandle = {
      ...handleOf(makePlugin('broken', undefined)),
      load: () => {
        throw new ArchiveError('PLUGIN_INVALID', 'it is broken');
      },
    };
    const told: string[] = [];
    const sound = handleOf(makePlugin('sound', { confidence: 50, reason: 'x' }));
    const { plugin } = await detectFormat(toy, [broken, sound], undefined, undefined, ({ message }) =>
      told.push(message),
    );
    expect([plugin.id, told]).toEqual(['sound', ['it is broken']]);
  });

  it.each([
    [new BytesSource(new Uint8Array(0)), /an empty file/],
    [new BytesSource(new Uint8Array(100).fill(0xab)), /100 bytes that begins with ab ab ab/],
  ])('says what it found when nobody bids', async (source, message) => {
    await expect(detectFormat(source, [handleOf(makePlugin('toy', undefined))], undefined)).rejects.toThrow(
      message,
    );
  });

  it('takes the format that is named, or says which there are', async () => {
    const handles = [handleOf(makePlugin('toy', undefined))];
    expect((await detectFormat(toy, handles, 'toy')).plugin.id).toBe('toy');
    await expect(detectFormat(toy, handles, 'nope')).rejects.toMatchObject({
      code: 'FORMAT_UNKNOWN',
      details: { help: 'Installed formats: toy.' },
    });
  });
});

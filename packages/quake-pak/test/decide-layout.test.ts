import { describe, expect, it } from 'vitest';
import { decideByLength, decideByRows } from '../src/decide-layout.ts';
import { buildPak, latin1, quakeRows, type RawRow } from './support/build-pak.ts';
import { codes, openPak, refusal } from './support/open-pak.ts';

const names = Array.from({ length: 18 }, (_, at) => `maps/e1m${at}.bsp`);
const files = names.map((name): [string, string] => [name, 'data']);
const eight: RawRow[] = names.slice(0, 8).map((name, at) => ({ name, offset: 12 + at, size: 1, packed: 1 }));

describe('the length alone', () => {
  it.each([
    [0, 'quake'],
    [64, 'quake'],
    [72, 'daikatana'],
    [128, 'quake'],
    [144, 'daikatana'],
    [512, 'quake'],
    [576, undefined],
    [1152, undefined],
    [63, undefined],
    [65, undefined],
    [4_294_967_295, undefined],
  ])('of %i bytes says %s', (length, variant) => {
    expect(decideByLength(length)?.variant).toBe(variant);
  });
});

describe('a multiple of 576 bytes', () => {
  it.each([9, 18])('is Quake with %i rows of Quake', async (count) => {
    const archive = await openPak(buildPak(quakeRows(files.slice(0, count))), {}, true);
    expect([archive.variant, archive.length, archive.findings]).toEqual(['quake', count, []]);
  });

  it('is Quake although an empty file has its offset at 0 or beyond the end', async () => {
    const { data, rows } = quakeRows(files.slice(0, 7));
    const empty = [
      { name: 'zero', offset: 0, size: 0 },
      { name: 'far', offset: 0xffff_ffff, size: 0 },
    ];
    const archive = await openPak(buildPak({ data, rows: [...rows, ...empty] }), {}, true);
    expect([archive.variant, archive.length]).toEqual(['quake', 9]);
  });

  it('is Daikatana with eight rows of Daikatana', async () => {
    const archive = await openPak(
      buildPak({ rowBytes: 72, data: latin1('x'.repeat(8)), rows: eight }),
      {},
      true,
    );
    expect([archive.variant, archive.length, archive.findings]).toEqual(['daikatana', 8, []]);
  });

  it('is judged by the packed length where a file is packed', async () => {
    const rows = eight.map((row) => ({ ...row, size: 5000, packed: 100, last: 1 }));
    const archive = await openPak(buildPak({ rowBytes: 72, data: new Uint8Array(200), rows }), {}, true);
    expect(archive.variant).toBe('daikatana');
  });

  it('is Quake when both fit, and says so', async () => {
    const bytes = fitsBoth();
    const archive = await openPak(bytes, {}, true);
    expect([archive.variant, archive.length, codes(archive)]).toEqual(['quake', 9, ['variant-ambiguous']]);
    expect((await openPak(bytes, { variant: 'daikatana' }, true)).length).toBe(8);
  });

  it('is Daikatana when the option says so', async () => {
    const archive = await openPak(buildPak(quakeRows(files.slice(0, 9))), { variant: 'daikatana' });
    expect([archive.variant, archive.length]).toEqual(['daikatana', 8]);
  });

  it('goes by the better fit when one row is bad, and strict refuses', async () => {
    const { data, rows } = quakeRows(files.slice(0, 8));
    const quake = buildPak({ data, rows: [...rows, { name: 'b\xe4d', offset: 12, size: 9999 }] });
    const archive = await openPak(quake);
    expect([archive.variant, codes(archive)]).toEqual(['quake', ['variant-uncertain', 'row-beyond-file']]);
    expect((await refusal(quake, {}, true)).message).toContain('variant=quake');
    const [first, ...more] = eight;
    const bad = [{ ...(first ?? { name: '', size: 1 }), offset: 9999 }, ...more];
    expect((await openPak(buildPak({ rowBytes: 72, data: latin1('x'.repeat(8)), rows: bad }))).variant).toBe(
      'daikatana',
    );
  });
});

it('gives nothing when no row makes sense', () => {
  expect(decideByRows(new Uint8Array(576).fill(1), 576, 1000)).toBeUndefined();
  expect(decideByRows(new Uint8Array(5), 5, 1000)).toEqual({ layout: expect.anything(), by: 'neither' });
});

/** Rows that make sense at every 64 and at every 72 bytes: short names, and letters where the other layout looks. */
function fitsBoth(): Uint8Array {
  const bytes = buildPak({
    rows: Array.from({ length: 9 }, () => ({ name: 'a', offset: 0, size: 0, garbage: 0x61 })),
  });
  const view = new DataView(bytes.buffer);
  for (const [row, name] of [
    [64, 56],
    [72, 56],
  ] as const) {
    for (let at = 12; at < 588; at += row) {
      // Lengths of 0 make any offset right; zeros are also the method "stored" and the end of a name.
      view.setUint32(at + name + 4, 0, true);
      if (row === 72) view.setUint32(at + name + 12, 0, true);
    }
  }
  // A zero must not be the first byte of a name in either layout.
  for (const row of [64, 72]) for (let at = 12; at < 588; at += row) if (bytes[at] === 0) bytes[at] = 0x61;
  return bytes;
}

import { describe, expect, test } from 'vitest';
import { LineBuffer } from '../../src/output/line-buffer.ts';

/** What a buffer hands on, and in how many pieces. */
function collect(work: (lines: LineBuffer) => void): { text: string; pieces: readonly number[] } {
  const pieces: string[] = [];
  const lines = new LineBuffer((bytes) => pieces.push(Buffer.from(bytes).toString()));
  work(lines);
  lines.flush();
  return { text: pieces.join(''), pieces: pieces.map(({ length }) => length) };
}

function toText(halves: Uint32Array, bits: 32 | 64): string {
  let text = '';
  for (let at = 0; at < halves.length; at += 2) {
    const hash = (BigInt(bits === 64 ? (halves[at + 1] ?? 0) : 0) << 32n) | BigInt(halves[at] ?? 0);
    text += `0x${hash
      .toString(16)
      .toUpperCase()
      .padStart(bits / 4, '0')}\n`;
  }
  return text;
}

describe('lines of hashes', () => {
  test.each([32, 64] as const)('have every digit at every place, of %d bits', (bits) => {
    const halves = new Uint32Array(16 * 8 * 2);
    for (let at = 0; at < halves.length; at += 2) {
      const digit = (at / 2) % 16;
      const place = Math.floor(at / 32);
      halves[at] = digit << (4 * place);
      halves[at + 1] = (15 - digit) << (4 * (7 - place));
    }
    expect(collect((lines) => lines.hashes(halves, bits)).text).toBe(toText(halves, bits));
  });

  test.each([32, 64] as const)('are handed on whole, in pieces below 64 KiB, of %d bits', (bits) => {
    const halves = Uint32Array.from({ length: 20_000 }, (_, at) => Math.imul(at + 1, 0x9e3779b1));
    const { text, pieces } = collect((lines) => {
      lines.text('before');
      lines.hashes(halves, bits);
      lines.text('after');
    });
    expect(text).toBe(`before\n${toText(halves, bits)}after\n`);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(65_536);
  });

  test('may be none', () => {
    expect(collect((lines) => lines.hashes(new Uint32Array(0), 64)).text).toBe('');
  });
});

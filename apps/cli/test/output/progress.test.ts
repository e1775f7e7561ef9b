import { expect, test, vi } from 'vitest';
import { paletteFor } from '../../src/output/color.ts';
import { Progress } from '../../src/output/progress.ts';

function progressOn(isOn: boolean, total?: number): { bar: Progress; written: string[] } {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  const terminal = isOn ? { stream, palette: paletteFor({}, 'never') } : undefined;
  return { bar: new Progress(terminal, 'Reading', total), written };
}

test('a bar tells bytes, rate and time left, and is gone in the end', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { bar, written } = progressOn(true, 4096);
    vi.advanceTimersByTime(2000);
    bar.set(1024);
    bar.set(1025);
    bar.finish();
    expect(written).toEqual([
      `\r\u001b[KReading ${'█'.repeat(6)}${'░'.repeat(18)} 1.00 KB of 4.00 KB, 512 B/s, 6 s left`,
      '\r\u001b[K',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('where nobody looks, nothing is written', () => {
  const { bar, written } = progressOn(false, 10);
  bar.set(10);
  bar.finish();
  expect(bar.isOn).toBe(false);
  expect(written).toEqual([]);
});

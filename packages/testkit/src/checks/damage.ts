import type { Structure } from '@packwright/core';
import { watchAllocations } from '../allocation-watch.ts';
import { equalBytes, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import { DamagedCase, type DamagedEntry } from '../damaged-case.ts';
import type { Sample } from '../sample.ts';

/** Changes of one byte: all bits, the lowest, the highest, and nothing left of it. */
const flips: readonly { readonly name: string; change(byte: number): number }[] = [
  { name: 'all bits turned', change: (byte) => byte ^ 0xff },
  { name: 'the lowest bit turned', change: (byte) => byte ^ 0x01 },
  { name: 'the highest bit turned', change: (byte) => byte ^ 0x80 },
  { name: 'set to zero', change: () => 0 },
];

/** Broken archives give right bytes or an `ArchiveError`, in bounded time and memory. */
export function damageChecks(sample: Sample): readonly Check[] {
  return [
    { name: 'survives being cut off at every byte', run: () => checkTruncation(sample) },
    { name: 'survives a change of every byte of header and table', run: () => checkFlips(sample) },
    { name: 'allocates no more than the bytes present justify', run: () => checkAllocations(sample) },
  ];
}

async function checkTruncation(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  const structure = await structureOf(sample);
  const subject = new DamagedCase(sample, bytes.length);
  for (const length of cutPositions(bytes.length, structure, sample.settings.positions)) {
    const what = `cut to ${length} of ${bytes.length} bytes`;
    for (const entry of await subject.run(bytes.subarray(0, length), what)) checkContent(sample, entry, what);
  }
}

async function checkFlips(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  const subject = new DamagedCase(sample, bytes.length);
  for (const what of changes(bytes, await structureOf(sample), sample.settings.positions)) {
    await subject.run(bytes, what);
  }
}

/** Numbers in a table are lies until they are checked: 0xff in every place makes each as large as it can be. */
async function checkAllocations(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  const subject = new DamagedCase(sample, bytes.length);
  const positions = tablePositions(bytes.length, await structureOf(sample), sample.settings.positions);
  for (const position of positions) {
    for (const width of [1, 4]) {
      const kept = bytes.slice(position, position + width);
      bytes.fill(0xff, position, position + width);
      const what = `${width} bytes at ${position} set to 255`;
      let isSound = true;
      const { largest } = await watchAllocations(subject.memory, async () => {
        await subject.run(bytes, what).catch(() => {
          isSound = false;
        });
      });
      bytes.set(kept, position);
      if (largest > subject.memory) {
        fail(`${what}: ${largest} bytes were asked for at once, expected at most ${subject.memory}.`);
      }
      // What else goes wrong is the matter of the checks before.
      if (!isSound) return;
    }
  }
}

/** Without its end an archive may give fewer entries, but never other bytes. */
function checkContent(sample: Sample, { path, bytes }: DamagedEntry, what: string): void {
  const known = sample.entries.filter(({ kind }) => kind === 'file');
  if (known.some(({ content }) => content === undefined || equalBytes(content, bytes))) return;
  fail(`${what}: ${JSON.stringify(path)} gave ${bytes.length} bytes that are not those of any entry.`);
}

async function structureOf(sample: Sample): Promise<readonly Structure[]> {
  const archive = await sample.openSound();
  return archive.index.structure;
}

/** Changes one byte at a time, in place, and takes the change back when the next one is asked for. */
function* changes(bytes: Uint8Array, structure: readonly Structure[], limit: number): Generator<string> {
  for (const position of tablePositions(bytes.length, structure, limit)) {
    const byte = bytes[position] ?? 0;
    const seen = new Set([byte]);
    for (const { name, change } of isPadding(bytes, position) ? flips.slice(0, 1) : flips) {
      const value = change(byte);
      if (seen.has(value)) continue;
      seen.add(value);
      bytes[position] = value;
      yield `byte ${position} with ${name}`;
    }
    bytes[position] = byte;
  }
}

/** Deep in a run of zeros all bytes are alike, and one change is enough. */
function isPadding(bytes: Uint8Array, position: number): boolean {
  const around = bytes.subarray(Math.max(0, position - 16), position + 17);
  return around.every((byte) => byte === 0);
}

/** Every byte of the structure, or evenly chosen ones where there are too many. */
function tablePositions(size: number, structure: readonly Structure[], limit: number): readonly number[] {
  const positions: number[] = [];
  for (const { offset, length } of structure) {
    for (let at = Math.max(0, offset); at < Math.min(size, offset + length); at++) positions.push(at);
  }
  return thin(positions, limit);
}

/** Every length from nothing to one byte less than all; for large files every byte of the structure and some others. */
function cutPositions(size: number, structure: readonly Structure[], limit: number): readonly number[] {
  if (size <= limit) return Array.from({ length: size }, (_, length) => length);
  const stride = Math.ceil(size / 256);
  const others = Array.from({ length: Math.ceil(size / stride) }, (_, number) => number * stride);
  return [...tablePositions(size, structure, limit), ...others, size - 1];
}

function thin(positions: readonly number[], limit: number): readonly number[] {
  if (positions.length <= limit) return positions;
  const step = positions.length / limit;
  return Array.from({ length: limit }, (_, number) => positions[Math.floor(number * step)] ?? 0);
}

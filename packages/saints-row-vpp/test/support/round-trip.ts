import { type Archive, applyRecipe, BytesSink, BytesSource, makeRecipe } from '@packwright/core';
import { expect } from 'vitest';

/** Makes an archive again from its recipe and its files; nothing of it may be kept literally. */
export async function rebuild(archive: Archive): Promise<Uint8Array> {
  const recipe = await makeRecipe(archive, { literal: false });
  expect(recipe.unreproduced).toEqual([]);
  const contents = new Map<number, Uint8Array>();
  for (const entry of archive.entries()) contents.set(entry.index, await entry.bytes());
  const sink = new BytesSink();
  await applyRecipe(recipe, (entry) => new BytesSource(contents.get(entry) ?? new Uint8Array(0)), sink, {
    codecs: archive.plugin.codecs,
  });
  return sink.bytes();
}

/** Compares bytes fast: a deep comparison of large arrays takes half a minute. */
export function expectSameBytes(found: Uint8Array, expected: Uint8Array): void {
  expect(found.length).toBe(expected.length);
  const at = found.findIndex((byte, index) => byte !== expected[index]);
  expect(at, 'offset of the first byte that differs').toBe(-1);
}

import { type ByteSource, createChecksum, toHex, type WriteEntry } from '@packwright/core';

const chunkLength = 2 ** 20;

/** For each file the number of the first one with equal content: its own, unless it repeats an earlier one. */
export async function findShared(
  files: readonly WriteEntry[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const bySize = new Map<number, number[]>();
  for (const [number, { content }] of files.entries()) {
    const size = content?.size ?? 0;
    const known = bySize.get(size);
    if (known === undefined) bySize.set(size, [number]);
    else known.push(number);
  }
  const owners = files.map((_, number) => number);
  for (const [size, numbers] of bySize) {
    if (size === 0 || numbers.length === 1) continue;
    const first = new Map<string, number>();
    for (const number of numbers) {
      const content = files[number]?.content;
      const digest = content === undefined ? '' : await digestOf(content, signal);
      const owner = first.get(digest);
      if (owner === undefined) first.set(digest, number);
      else owners[number] = owner;
    }
  }
  return owners;
}

async function digestOf(content: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  const state = createChecksum('sha256');
  for (let at = 0; at < content.size; at += chunkLength) {
    signal?.throwIfAborted();
    state.update(await content.read(at, Math.min(chunkLength, content.size - at), { signal }));
  }
  const digest = state.digest();
  return digest instanceof Uint8Array ? toHex(digest) : String(digest);
}

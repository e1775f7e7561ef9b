import { toHex } from '../bytes/hex.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Probe, Signature } from '../contract/format-plugin.ts';

/** How much of the start detection sees without a further read. */
const probeLength: number = 65536;

/** Reads the head of a source once, for every format that bids. */
export async function probeSource(source: ByteSource, signal?: AbortSignal): Promise<Probe> {
  const head = await source.read(0, Math.min(source.size, probeLength), { signal });
  return {
    head,
    size: source.size,
    name: source.name,
    read: (offset, length) => readClipped(source, head, offset, length, signal),
  };
}

function readClipped(
  source: ByteSource,
  head: Uint8Array,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Awaitable<Uint8Array> {
  const start = Math.min(Math.max(0, offset), source.size);
  const end = Math.min(start + Math.max(0, length), source.size);
  return end <= head.length ? head.subarray(start, end) : source.read(start, end - start, { signal });
}

/** Whether any of a format's signatures stands where it must. */
export function matchesSignature(probe: Probe, signatures: readonly Signature[]): Awaitable<boolean> {
  let result: Awaitable<boolean> = false;
  for (const { at, bytes } of signatures) {
    result = chain(result, (found) => {
      if (found) return true;
      const offset = at < 0 ? probe.size + at : at;
      if (offset < 0) return false;
      return chain(probe.read(offset, bytes.length / 2), (found) => toHex(found) === bytes);
    });
  }
  return result;
}

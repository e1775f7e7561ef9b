import type { Probe } from '@packwright/core';

const headLength = 65536;

/** What detection sees of a file in memory. */
export function probeBytes(bytes: Uint8Array, name?: string | undefined): Probe {
  return {
    head: bytes.subarray(0, headLength),
    size: bytes.length,
    name,
    read(offset, length) {
      const start = Math.min(Math.max(0, offset), bytes.length);
      return bytes.subarray(start, Math.min(bytes.length, start + Math.max(0, length)));
    },
  };
}

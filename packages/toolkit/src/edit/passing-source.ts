import type { ByteSource, Entry } from '@packwright/core';

/**
 * The content of an entry for a writer, which reads each entry once and from start to end: what decoding holds in
 * memory is given back when the end was read. Reading it again decodes it again.
 */
export async function passingSource(entry: Entry): Promise<ByteSource> {
  const source = await entry.source();
  if (source.close === undefined) return source;
  const { size, name } = source;
  return {
    size,
    name,
    read: async (offset, length, options) => {
      try {
        return await source.read(offset, length, options);
      } finally {
        if (offset + length >= size) await source.close?.();
      }
    },
  };
}

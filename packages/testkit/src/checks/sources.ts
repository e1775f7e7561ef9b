import { BlobSource, type ByteSource, BytesSource, SliceSource } from '@packwright/core';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';
import { hesitate } from '../sources/hesitate.ts';
import { checkBytes } from './reading.ts';

/** The same archive gives the same result wherever its bytes come from. */
export function sourceChecks(sample: Sample): readonly Check[] {
  const sibling = (name: string): Promise<ByteSource | undefined> => sample.sibling(name);
  const through = (name: string, make: (bytes: Uint8Array) => ByteSource): Check => ({
    name: `gives the same through ${name}`,
    run: async () => checkBytes(sample, await sample.open(make(await sample.bytes())), `through ${name}`),
  });
  return [
    through('a source in memory', (bytes) =>
      Object.assign(new BytesSource(bytes, sample.fileName), { sibling }),
    ),
    through('a Blob', (bytes) =>
      Object.assign(new BlobSource(new Blob([bytes.slice()]), sample.fileName), { sibling }),
    ),
    through('a slow source', (bytes) => sample.source(bytes, { before: ({ number }) => hesitate(number) })),
    through('a source without readInto', (bytes) => sample.source(bytes, { readInto: false })),
    through('a slice of a larger file', (bytes) => sliceOf(bytes, sample)),
  ];
}

function sliceOf(bytes: Uint8Array, sample: Sample): ByteSource {
  const before = 1237;
  const larger = new Uint8Array(before + bytes.length + 911).fill(0xa5);
  larger.set(bytes, before);
  return new SliceSource(new BytesSource(larger), before, bytes.length, {
    name: sample.fileName,
    sibling: (name) => sample.sibling(name),
  });
}

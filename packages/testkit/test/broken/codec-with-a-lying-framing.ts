import { ArchiveError, type Codec } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

const magic = 0x46524d45;

/** Writes the size behind the magic, but says that it lies elsewhere. */
const framed: Codec = {
  id: 'sound/framed',
  framing: { length: 12, magic, sizeAt: 8, codec: 'zlib' },
  decode(input, _step, _size, context) {
    if (input.length < 12) throw new ArchiveError('DAMAGED', 'Found half a head.');
    const size = new DataView(input.buffer, input.byteOffset, input.byteLength).getUint32(4);
    return context.codec('zlib').decode(input.subarray(12), { codec: 'zlib' }, size, context);
  },
  async encode(input, _step, context) {
    const stream = await context.codec('zlib').encode?.(input, { codec: 'zlib' }, context);
    const output = new Uint8Array(12 + (stream?.length ?? 0));
    const view = new DataView(output.buffer);
    view.setUint32(0, magic);
    view.setUint32(4, input.length);
    output.set(stream ?? [], 12);
    return output;
  },
};

/** Describes its head wrongly, so that core would read other sizes than its codec does. */
const broken: BrokenPlugin = {
  plugin: { ...readOnly, codecs: [...(readOnly.codecs ?? []), framed] },
  fixtures: soundFixtures,
  fails: ['frames with sound/framed as it says'],
};

export default broken;

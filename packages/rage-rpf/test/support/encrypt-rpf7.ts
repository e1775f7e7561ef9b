import { type CodecContext, CodecRegistry, type CodecStep, type Keys } from '@packwright/core';
import { codecs } from '../../src/codecs.ts';
import type { Row } from '../../src/row.ts';
import { rpf7 } from '../../src/versions/rpf7.ts';

/** How an archive shall be encrypted. */
export interface Encryption {
  readonly tag: number;
  readonly keys: Keys;
  /** The step for a name and a length; `undefined` stands for the table. */
  step(name: Uint8Array | undefined, length: number): CodecStep;
}

const version = rpf7('little');

/**
 * Encrypts a plain little-endian RPF7 as the games have it: the table, files that are compressed, and the bodies of
 * scripts.
 */
export async function encryptRpf7(plain: Uint8Array, encryption: Encryption): Promise<Uint8Array> {
  const bytes = plain.slice();
  const view = new DataView(bytes.buffer);
  const header = version.readHeader(bytes);
  const words = new Uint32Array(4 * header.count).map((_, at) => view.getUint32(16 + 4 * at, true));
  const namesAt = 16 + 16 * header.count;
  const change = async (
    offset: number,
    length: number,
    name: Uint8Array | undefined,
    size: number,
  ): Promise<void> => {
    bytes.set(
      await encode(bytes.subarray(offset, offset + length), encryption.step(name, size), encryption),
      offset,
    );
  };
  for (let entry = 0; entry < header.count; entry++) {
    const row = version.readRow(words, entry);
    const start = namesAt + row.name;
    const name = bytes.slice(start, bytes.indexOf(0, start));
    const isScript = /\.[a-z]sc$/.test(new TextDecoder().decode(name));
    if (row.kind === 'resource' && isScript) await change(row.offset + 16, row.stored - 16, name, row.stored);
    if (row.kind !== 'binary' || !row.isCompressed) continue;
    await change(row.offset, row.stored, name, row.size);
    const marked: Row = { ...row, encryption: 1 };
    version.writeRow(marked, words, entry);
  }
  for (const [at, word] of words.entries()) view.setUint32(16 + 4 * at, word, true);
  view.setUint32(12, encryption.tag, true);
  await change(16, 16 * header.count, undefined, bytes.length);
  await change(namesAt, header.namesLength, undefined, bytes.length);
  return bytes;
}

async function encode(bytes: Uint8Array, step: CodecStep, { keys }: Encryption): Promise<Uint8Array> {
  const registry = new CodecRegistry(codecs);
  const context: CodecContext = {
    keys,
    strict: true,
    codec: (id) => registry.get(id),
    report: () => undefined,
  };
  return (await registry.get(step.codec).encode?.(bytes.slice(), step, context)) ?? bytes;
}

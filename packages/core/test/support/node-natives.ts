import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import { InflateStream } from '../../src/codecs/inflate-stream.ts';
import type { Natives } from '../../src/natives.ts';

/** Node's zlib and crypto in the shape core takes them: core's half of what the node package installs. */
export const nodeNatives: Natives = {
  inflate(input, { format, size, limit, unfinished, history }) {
    const options = {
      chunkSize: Math.max(64, (size ?? 65536) + 1),
      maxOutputLength: limit,
      finishFlush: unfinished ? zlib.constants.Z_SYNC_FLUSH : zlib.constants.Z_FINISH,
      ...(history && { dictionary: history }),
    };
    return new Uint8Array(
      format === 'raw' ? zlib.inflateRawSync(input, options) : zlib.inflateSync(input, options),
    );
  },
  // Asynchronous and careless about its errors, as a platform's own may be.
  inflater(format, history) {
    const stream = new InflateStream(format, history);
    return {
      get ended() {
        return stream.ended;
      },
      async push(input) {
        await Promise.resolve();
        const chunks: Uint8Array[] = [];
        stream.feed(input);
        for (;;) {
          const chunk = new Uint8Array(4096);
          const given = stream.fill(chunk, 0, chunk.length);
          if (given > 0) chunks.push(chunk.subarray(0, given));
          if (stream.failure) throw new RangeError('platform error');
          if (given < chunk.length) return chunks;
        }
      },
    };
  },
  deflate(input, format, level) {
    return new Uint8Array(
      format === 'raw' ? zlib.deflateRawSync(input, { level }) : zlib.deflateSync(input, { level }),
    );
  },
  crc32: (bytes, previous) => zlib.crc32(bytes, previous),
  aesEcb(direction, key, bytes, passes) {
    let result: Uint8Array = bytes;
    for (let pass = 0; pass < passes; pass++) {
      const create = direction === 'encrypt' ? createCipheriv : createDecipheriv;
      result = create(`aes-${key.length * 8}-ecb`, key, null)
        .setAutoPadding(false)
        .update(result);
    }
    return new Uint8Array(result);
  },
  hash(algorithm) {
    const hash = createHash(algorithm);
    return {
      update: (bytes) => void hash.update(bytes),
      digest: () => new Uint8Array(hash.digest()),
    };
  },
};

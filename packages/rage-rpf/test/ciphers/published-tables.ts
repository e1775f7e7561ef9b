import { splitTfit2Tables, tfit2TablesLength } from '../../src/ciphers/tfit2-layout.ts';

/** Tables and keys by a plain rule, for which independent implementations have published results. */
export function ruledTfitTables(): Uint8Array {
  return words(17 * 16 * 256, (n) => Math.imul(0x9e3779b1, n + 1));
}

export function ruledTfitKey(): Uint8Array {
  return words(68, (n) => Math.imul(0x85ebca6b, n + 1));
}

function words(count: number, rule: (n: number) => number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * count));
  for (let n = 0; n < count; n++) view.setUint32(4 * n, rule(n) >>> 0, true);
  return new Uint8Array(view.buffer);
}

const g = (n: number): bigint => BigInt.asUintN(64, BigInt(n + 1) * 0x9e3779b97f4a7c15n);

export function ruledTfit2Tables(): Uint8Array {
  const bytes = new Uint8Array(tfit2TablesLength);
  const parts = splitTfit2Tables(bytes);
  const fill64 = (part: Uint8Array, start: number): void => {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let i = 0; i < part.length / 8; i++) view.setBigUint64(8 * i, g(start + i), true);
  };
  fill64(parts.init, 0);
  fill64(parts.lookups, 100000);
  fill64(parts.masks, 200000);
  const xors = new DataView(parts.xors.buffer, parts.xors.byteOffset, parts.xors.byteLength);
  for (let i = 0; i < 272; i++) xors.setUint32(4 * i, Number(g(300000 + i) >> 52n), true);
  fill64(parts.endMasks, 400000);
  for (let i = 0; i < 4096; i++) parts.endTables[i] = Number(g(500000 + i) >> 56n);
  for (let i = 0; i < 16; i++) parts.endXor[i] = Number(g(600000 + i) >> 56n);
  return bytes;
}

export function ruledTfit2Key(): Uint8Array {
  const view = new DataView(new ArrayBuffer(288));
  for (let i = 0; i < 36; i++) view.setBigUint64(8 * i, g(700000 + i), true);
  return new Uint8Array(view.buffer);
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A repeatable source of chance: the same corpus on every machine. */
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const words = 'health ammo texture sound model script level trigger light door enemy weapon'.split(' ');

/** Lines of a table in XML, as scripts and settings are. */
function writeText(bytes, start, end, random) {
  for (let at = start; at < end; ) {
    const word = words[Math.floor(random() * words.length)];
    at += bytes.write(
      `<${word} id="${Math.floor(random() * 1000)}">${random().toFixed(3)}</${word}>\n`,
      at,
      end - at,
    );
  }
}

/** Rows of small numbers that change little from row to row, as meshes and tables of records are. */
function writeRecords(bytes, start, end, random) {
  const row = Buffer.alloc(32);
  for (let at = start; at < end; at += row.length) {
    row.writeFloatLE(Math.round(random() * 1000) / 16, 4 * Math.floor(random() * 6));
    row.writeUInt16LE(Math.floor(random() * 4096), 28);
    row.copy(bytes, at, 0, Math.min(row.length, end - at));
  }
}

/** Runs of few colours, as pictures are. */
function writePixels(bytes, start, end, random) {
  for (let at = start; at < end; ) {
    const next = Math.min(end, at + 1 + Math.floor(random() * 12));
    bytes.fill(Math.floor(random() * 48), at, next);
    at = next;
  }
}

/** Bytes that are compressed already, as sounds are. */
function writeNoise(bytes, start, end, random) {
  for (let at = start; at < end; at++) bytes[at] = Math.floor(random() * 256);
}

const writers = [
  writeText,
  writeText,
  writeRecords,
  writeRecords,
  writeRecords,
  writePixels,
  writePixels,
  writeNoise,
];

/** Content like a game's: stretches of each kind, which deflate to about two fifths together. */
function makeContent(random, length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const end = Math.min(length, at + 512 + Math.floor(random() * 4096));
    writers[Math.floor(random() * writers.length)](bytes, at, end, random);
    at = end;
  }
  return bytes;
}

/** Writes files with about `average` bytes each, in fifty folders or in one; gives their names in order. */
export function makeFolder(folder, count, average, { isFlat = false } = {}) {
  const random = makeRandom(42);
  const block = makeContent(random, 4 * 2 ** 20);
  const names = [];
  for (let number = 0; number < count; number++) {
    const file = `file${String(number).padStart(5, '0')}.dat`;
    const name = isFlat ? file : `dir${String(number % 50).padStart(2, '0')}/${file}`;
    const length = Math.max(1, Math.floor(average * (0.25 + random() * 1.5)));
    const from = Math.floor(random() * (block.length - length));
    const path = join(folder, name);
    if (number < 50) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, block.subarray(from, from + length));
    names.push(name);
  }
  return names.sort();
}

/** A pack2 of that many assets, rows ascending by hash, all sharing one block of 256 zeros. */
export async function makeMillion(path, count) {
  // Only here: it is built before the first corpus is, not before this module is loaded.
  const { crc32c } = await import('@packwright/core');
  const random = makeRandom(7);
  const mapOffset = 0x300;
  const bytes = Buffer.alloc(mapOffset + count * 32);
  const zeros = new Uint8Array(256);
  bytes.write('PAK\u0001', 'latin1');
  bytes.writeUInt32LE(count, 4);
  bytes.writeBigUInt64LE(BigInt(bytes.length), 8);
  bytes.writeBigUInt64LE(BigInt(mapOffset), 16);
  bytes.writeBigUInt64LE(256n, 24);
  for (let row = 0; row < count; row++) {
    const at = mapOffset + row * 32;
    const length = 1 + (row % 256);
    bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), at);
    bytes.writeUInt32LE(Math.floor(((row + random()) / count) * 2 ** 32) >>> 0, at + 4);
    bytes.writeUInt32LE(0x200, at + 8);
    bytes.writeUInt32LE(length, at + 16);
    bytes.writeUInt32LE(0x10, at + 24);
    const checksum = crc32c(zeros.subarray(0, length), crc32c(bytes.subarray(at, at + 8)));
    bytes.writeUInt32LE(checksum, at + 28);
  }
  writeFileSync(path, bytes);
}

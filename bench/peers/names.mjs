import { crc64, hashName, NameList } from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import { timed } from './timed.mjs';

const [count] = process.argv.slice(2).map(Number);
const { names } = [forgelight].flat().find(({ id }) => id === 'forgelight-pack2');

/** The best of some runs, in milliseconds: code is compiled while the first ones go. */
function best(times, work) {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round++) {
    const started = performance.now();
    work();
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}

const list = Buffer.from(
  Array.from({ length: count }, (_, n) => `Object_${n}_Base_Texture_C.dds`).join('\n'),
);
const bulk = Buffer.alloc(64 * 2 ** 20, 'some bytes of a game archive');
const short = Buffer.from('Object_123_Base.dds');
const shortRounds = 2_000_000;
const into = new Uint32Array(2);

await timed(async () => {
  let table;
  // Once, as it happens in the life of a command.
  const load = best(1, () => {
    table = new NameList(list).tableFor(names);
  });
  if (table.length !== count) throw new Error(`Found ${table.length} names, expected ${count}.`);
  const hash = hashName(names, 'Object_7_Base_Texture_C.dds');
  if (table.get(Number(hash & 0xffffffffn), Number(hash >> 32n)) === undefined)
    throw new Error('A name is lost.');
  const bulkTime = best(5, () => crc64(bulk));
  const shortTime = best(5, () => {
    for (let round = 0; round < shortRounds; round++) names.hash(short, 0, short.length, into);
  });
  return {
    names: count,
    loadMilliseconds: load,
    bulkGigabytes: bulk.length / 1e9 / (bulkTime / 1e3),
    shortMillions: shortRounds / 1e6 / (shortTime / 1e3),
  };
});

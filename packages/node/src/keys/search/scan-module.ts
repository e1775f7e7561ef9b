import { assembleModule, type Code, type WasmFunction, wasm } from '@packwright/core';
import { compressFunction, initialState, stateLength } from './sha1-code.ts';

/** Bytes of a WebAssembly page. */
const pageLength = 65536;
/** Bytes of one hit: where the window starts, and the first word of its digest. */
export const hitLength = 8;

/** Windows that are looked at together: of these lengths, in ascending order, at every multiple of `step`. */
export interface WindowGroup {
  readonly step: 4 | 8;
  readonly lengths: readonly number[];
}

/** Where things lie in the memory of a scan module. */
export interface ScanLayout {
  /** For each length a byte for every first half-word of a digest, not zero where a digest begins that way. */
  readonly filters: ReadonlyMap<number, number>;
  readonly hits: number;
  readonly data: number;
  readonly pages: number;
}

const state = 0;
const shared = stateLength;
const message = 192;
const firstFilter = pageLength;

/** Places things for groups, with room for `hits` hits and `data` bytes of data. */
export function layOutScan(groups: readonly WindowGroup[], hits: number, data: number): ScanLayout {
  const lengths = groups.flatMap((group) => group.lengths);
  const filters = new Map(lengths.map((length, i) => [length, firstFilter + i * pageLength]));
  const hitsAt = firstFilter + lengths.length * pageLength;
  const dataAt = hitsAt + hits * hitLength;
  // Whole vectors are loaded, and four windows at once, so that the last ones look beyond the data.
  const slack = 4096;
  return { filters, hits: hitsAt, data: dataAt, pages: Math.ceil((dataAt + data + slack) / pageLength) };
}

/**
 * A module that hashes windows of its memory with SHA-1, four neighbours at once, and notes those whose digest begins
 * like one that is sought. It exports for each group `scan<number>(from, to): hits`, over window starts.
 */
export function makeScanModule(groups: readonly WindowGroup[], layout: ScanLayout): Uint8Array<ArrayBuffer> {
  const scans = groups.map((group, i) => scanFunction(`scan${i}`, group, layout));
  return assembleModule([compressFunction(state, message), ...scans], layout.pages);
}

const { get, set, call, number, add, vLoad, vStore, vSplat, vAnd, vOr } = wasm;
const compress = call(0);
const [from, to, block, hits] = [0, 1, 2, 3] as const;
const temporary = 4;
const address = number(0);

function scanFunction(name: string, { step, lengths }: WindowGroup, layout: ScanLayout): WasmFunction {
  const body: Code[] = [get(from), set(block)];
  for (const [i, word] of initialState.entries()) body.push(address, vSplat(word), vStore(state + 16 * i));
  let blocks = 0;
  for (const [i, length] of lengths.entries()) {
    // Longer windows begin like shorter ones: the whole blocks are hashed once.
    const whole = Math.floor(length / 64);
    if (whole > blocks) body.push(hashBlocks(whole * 64, step));
    blocks = whole;
    const isLast = i === lengths.length - 1;
    if (!isLast) body.push(copyState(state, shared));
    body.push(hashTail(length - 64 * whole, length, step));
    body.push(noteHits(layout.filters.get(length) ?? 0, step, layout.hits));
    if (!isLast) body.push(copyState(shared, state));
  }
  body.push(get(from), number(4 * step), add, set(from));
  const isDone = [...get(from), ...get(to), ...wasm.isAtLeast];
  const code = [...wasm.repeatUntil(isDone, body.flat()), ...get(hits)];
  return { name, parameters: 2, numbers: 2, vectors: 1, givesNumber: true, code };
}

/** Hashes whole blocks, from where `block` points, up to some bytes after the start of the windows. */
function hashBlocks(end: number, step: 4 | 8): Code {
  const isDone = [...get(block), ...get(from), ...number(end), ...add, ...wasm.isAtLeast];
  const words = Array.from({ length: 16 }, (_, i) => [
    ...address,
    ...loadWord(4 * i, step),
    ...vStore(message + 16 * i),
  ]);
  return wasm.repeatUntil(isDone, [
    ...words.flat(),
    ...compress,
    ...get(block),
    ...number(64),
    ...add,
    ...set(block),
  ]);
}

/** Hashes what is left after the whole blocks, with SHA-1's padding: a set bit, zeros, and the length in bits. */
function hashTail(rest: number, length: number, step: 4 | 8): Code {
  const code: Code[] = [];
  const wordCount = rest > 55 ? 32 : 16;
  for (let i = 0; i < wordCount; i++) {
    const bytes = rest - 4 * i;
    let word: Code;
    if (bytes >= 4) word = loadWord(4 * i, step);
    else if (bytes > 0) word = [...loadWord(4 * i, step), ...padWord(bytes)];
    else if (bytes === 0) word = vSplat(0x80000000);
    else word = vSplat(i === wordCount - 1 ? length * 8 : 0);
    code.push(address, word, vStore(message + 16 * (i % 16)));
    if (i % 16 === 15) code.push(compress);
  }
  return code.flat();
}

/** Keeps the first bytes of a word and sets the bit after them. */
function padWord(bytes: number): Code {
  const bits = 32 - 8 * bytes;
  return [...vSplat(-1 << bits), ...vAnd, ...vSplat(1 << (bits - 1)), ...vOr];
}

/** The big-endian word at an offset of four neighbouring windows. */
function loadWord(offset: number, step: 4 | 8): Code {
  const first = [...get(block), ...vLoad(offset)];
  const lanes = [0, 1, 2, 3].flatMap((lane) => [3, 2, 1, 0].map((byte) => lane * step + byte));
  // With a step of 4 the four words are one vector, with 8 they are every other word of two.
  if (step === 4)
    return [...first, ...set(temporary), ...get(temporary), ...get(temporary), ...wasm.vShuffle(lanes)];
  return [...first, ...get(block), ...vLoad(offset + 16), ...wasm.vShuffle(lanes)];
}

function copyState(source: number, target: number): Code {
  const words = Array.from({ length: 5 }, (_, i) => [
    ...address,
    ...address,
    ...vLoad(source + 16 * i),
    ...vStore(target + 16 * i),
  ]);
  return words.flat();
}

/** Looks the first half-word of each digest up in a filter, and writes a hit for those that are in it. */
function noteHits(filter: number, step: 4 | 8, list: number): Code {
  const hitAddress = [...get(hits), ...number(3), ...wasm.shiftLeft];
  const lanes = Array.from({ length: 4 }, (_, lane) => {
    const digest = [...address, ...vLoad(state), ...wasm.vLane(lane)];
    const hit = [
      ...hitAddress,
      ...get(from),
      ...number(lane * step),
      ...add,
      ...wasm.storeNumber(list),
      ...hitAddress,
      ...digest,
      ...wasm.storeNumber(list + 4),
      ...get(hits),
      ...number(1),
      ...add,
      ...set(hits),
    ];
    return [...digest, ...number(16), ...wasm.shiftRight, ...wasm.loadByte(filter), ...wasm.when(hit)];
  });
  return lanes.flat();
}

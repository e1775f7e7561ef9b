import { encodeLatin1 } from '../bytes/text.ts';

/** Bytes of WebAssembly code, put together by hand: only the few instructions that checksums and hashing need. */
export type Code = readonly number[];

/** An unsigned number in LEB128. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** A signed number in LEB128. */
function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest & 0x7f];
}

const vector = (operation: number, ...operands: Code): Code => [0xfd, ...unsigned(operation), ...operands];

/** Instructions by name; `w` ones work on 64-bit numbers, `v` ones on four 32-bit lanes. */
export const wasm = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  call: (index: number): Code => [0x10, ...unsigned(index)],
  number: (value: number): Code => [0x41, ...signed(value | 0)],
  add: [0x6a] as Code,
  and: [0x71] as Code,
  shiftLeft: [0x74] as Code,
  shiftRight: [0x76] as Code,
  isAtLeast: [0x4f] as Code,
  /** Loads a byte from the address on the stack plus an offset. */
  loadByte: (offset: number): Code => [0x2d, 0, ...unsigned(offset)],
  storeNumber: (offset: number): Code => [0x36, 2, ...unsigned(offset)],
  /** Repeats `body` until the top of the stack, left by `isDone`, says so. */
  repeatUntil: (isDone: Code, body: Code): Code => [
    ...[0x02, 0x40, 0x03, 0x40],
    ...isDone,
    ...[0x0d, 1],
    ...body,
    ...[0x0c, 0, 0x0b, 0x0b],
  ],
  when: (body: Code): Code => [0x04, 0x40, ...body, 0x0b],
  wLoad: (offset: number): Code => [0x29, 3, ...unsigned(offset)],
  wStore: (offset: number): Code => [0x37, 3, ...unsigned(offset)],
  wNumber: (value: number): Code => [0x42, ...signed(value | 0)],
  wXor: [0x85] as Code,
  wShiftLeft: [0x86] as Code,
  wShiftRight: [0x88] as Code,
  /** The low half, as a 32-bit number. */
  wLow: [0xa7] as Code,
  vLoad: (offset: number): Code => vector(0x00, 0, ...unsigned(offset)),
  vStore: (offset: number): Code => vector(0x0b, 0, ...unsigned(offset)),
  /** The same number in all lanes. */
  vSplat: (value: number): Code => {
    const lane = [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
    return vector(0x0c, ...lane, ...lane, ...lane, ...lane);
  },
  /** Picks 16 of the 32 bytes of two vectors. */
  vShuffle: (bytes: Code): Code => vector(0x0d, ...bytes),
  vLane: (lane: number): Code => vector(0x1b, lane),
  vAnd: vector(0x4e) as Code,
  vOr: vector(0x50) as Code,
  vXor: vector(0x51) as Code,
  vShiftLeft: vector(0xab) as Code,
  vShiftRight: vector(0xad) as Code,
  vAdd: vector(0xae) as Code,
} as const;

/** A function: numbers it takes, how many further locals of each kind in this order, whether it gives a number. */
export interface WasmFunction {
  readonly name?: string;
  readonly parameters: number;
  readonly numbers?: number;
  readonly wides?: number;
  readonly vectors?: number;
  readonly givesNumber: boolean;
  readonly code: Code;
}

const number = 0x7f;
const wide = 0x7e;
const fourLanes = 0x7b;

/** The bytes of a module with some functions and its own memory, which is exported as `memory`. */
export function assembleModule(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, givesNumber }) => [
    ...[0x60, parameters, ...new Array<number>(parameters).fill(number)],
    ...(givesNumber ? [1, number] : [0]),
  ]);
  const named = functions.flatMap(({ name }, index) => (name === undefined ? [] : [{ name, index }]));
  const bodies = functions.map(({ numbers = 0, wides = 0, vectors = 0, code }) => {
    const locals = list([
      [...unsigned(numbers), number],
      [...unsigned(wides), wide],
      [...unsigned(vectors), fourLanes],
    ]);
    const body = [...locals, ...code, 0x0b];
    return [...unsigned(body.length), ...body];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(
      7,
      list([
        [...text('memory'), 2, 0],
        ...named.map(({ name, index }) => [...text(name), 0, ...unsigned(index)]),
      ]),
    ),
    ...section(10, list(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return [...unsigned(value.length), ...encodeLatin1(value)];
}

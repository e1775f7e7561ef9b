import { assembleModule, type Code, wasm } from '../wasm/wasm-assembler.ts';

const pageLength = 65536;

/** Bytes that one step takes. Each has its own row of the table: 256 numbers of 64 bits. */
export const stepLength = 16;

/** Where the memory has the state of the CRC, behind the table, and the data, on a page of their own. */
export const stateAt: number = stepLength * 256 * 8;
export const dataAt: number = pageLength;
export const dataLength: number = pageLength;

const { get, set, number, add, and, isAtLeast, repeatUntil } = wasm;
const { wLoad, wStore, wNumber, wXor, wShiftLeft, wShiftRight, wLow } = wasm;
const [at, end, crc, first, second] = [0, 1, 2, 3, 4] as const;

/**
 * A module that takes `update(from, to)` of its memory, whole steps, into a reflected CRC of up to 64 bits. The
 * polynomial is nowhere but in the table, so that one module does for all.
 */
export function makeCrcModule(): Uint8Array<ArrayBuffer> {
  const step: Code[] = [
    [...get(at), ...wLoad(0), ...get(crc), ...wXor, ...set(first)],
    [...get(at), ...wLoad(8), ...set(second)],
  ];
  // Last byte first: those of the second word need not wait for the step before.
  for (let byte = stepLength - 1; byte >= 0; byte--) {
    step.push(lookUp(byte < 8 ? first : second, byte % 8, stepLength - 1 - byte));
    if (byte < stepLength - 1) step.push(wXor);
  }
  step.push(set(crc), get(at), number(stepLength), add, set(at));
  const code: readonly Code[] = [
    [...number(0), ...wLoad(stateAt), ...set(crc)],
    repeatUntil([...get(at), ...get(end), ...isAtLeast], step.flat()),
    [...number(0), ...get(crc), ...wStore(stateAt)],
  ];
  const update = { name: 'update', parameters: 2, wides: 3, givesNumber: false, code: code.flat() };
  return assembleModule([update], (dataAt + dataLength) / pageLength);
}

/** The number that a row of the table has for one byte of a word. */
function lookUp(word: number, byte: number, row: number): Code {
  // Shifted only so far that the byte is a multiple of eight, as the places of numbers are.
  const shift = byte === 0 ? [...wNumber(3), ...wShiftLeft] : [...wNumber(byte * 8 - 3), ...wShiftRight];
  return [...get(word), ...shift, ...wLow, ...number(255 * 8), ...and, ...wLoad(row * 256 * 8)];
}

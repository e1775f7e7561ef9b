import { type Code, type WasmFunction, wasm } from '@packwright/core';

/** SHA-1's state before the first block. */
export const initialState = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const;
const roundConstants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const;

/** Bytes of a state in memory: five words, four lanes each. */
export const stateLength = 80;

const { get, set, number, vLoad, vStore, vSplat, vAnd, vOr, vXor, vShiftLeft, vShiftRight, vAdd } = wasm;

/**
 * Takes a block of 16 message words into a state, for four messages at once: a word is a vector, a lane for each
 * message. Both lie in memory at fixed addresses.
 */
export function compressFunction(state: number, message: number): WasmFunction {
  const words = 0;
  const [a, b, c, d, e] = [16, 17, 18, 19, 20] as const;
  const constants = 21;
  const code: Code[] = [];
  const address = number(0);
  for (let i = 0; i < 16; i++) code.push(address, vLoad(message + 16 * i), set(words + i));
  for (let i = 0; i < 5; i++) code.push(address, vLoad(state + 16 * i), set(a + i));
  for (const [i, constant] of roundConstants.entries()) code.push(vSplat(constant), set(constants + i));
  let order: readonly [number, number, number, number, number] = [a, b, c, d, e];
  for (let round = 0; round < 80; round++) {
    const word = words + (round % 16);
    if (round >= 16) code.push(...schedule(words, round));
    const [v, w, x, y, z] = order;
    code.push(mix(round, w, x, y));
    code.push(get(z), vAdd, get(constants + Math.floor(round / 20)), vAdd, get(word), vAdd);
    code.push(rotate(v, 5), vAdd, set(z), rotate(w, 30), set(w));
    order = [z, v, w, x, y];
  }
  for (let i = 0; i < 5; i++) {
    code.push(address, get(a + i), address, vLoad(state + 16 * i), vAdd, vStore(state + 16 * i));
  }
  return { parameters: 0, numbers: 0, vectors: 25, givesNumber: false, code: code.flat() };
}

function rotate(local: number, bits: number): Code {
  return [
    ...get(local),
    ...number(bits),
    ...vShiftLeft,
    ...get(local),
    ...number(32 - bits),
    ...vShiftRight,
    ...vOr,
  ];
}

function schedule(words: number, round: number): readonly Code[] {
  const at = (back: number): Code => get(words + ((round - back) % 16));
  const word = words + (round % 16);
  return [at(3), at(8), vXor, at(14), vXor, get(word), vXor, set(word), rotate(word, 1), set(word)];
}

function mix(round: number, b: number, c: number, d: number): Code {
  if (round < 20) return [get(c), get(d), vXor, get(b), vAnd, get(d), vXor].flat();
  if (round < 40 || round >= 60) return [get(b), get(c), vXor, get(d), vXor].flat();
  return [get(b), get(c), vOr, get(d), vAnd, get(b), get(c), vAnd, vOr].flat();
}

import {
  type Codec,
  type CodecContext,
  type CodecRegistry,
  type CodecStep,
  crc32,
  crc32c,
} from '@packwright/core';
import { type EntryColumns, longestPrefix } from './entry-columns.ts';
import type { EntryJob } from './entry-job.ts';

type Crc = (bytes: Uint8Array, previous: number) => number;

/** Checksums that are one call. */
const crcs: ReadonlyMap<string, Crc> = new Map([
  ['crc32', crc32],
  ['crc32c', crc32c],
]);

/** How the bytes of a row become its file. */
interface Way {
  readonly codec: Codec;
  readonly step: CodecStep;
  readonly context: CodecContext;
}

/** How a row is checked. */
interface Check {
  readonly crc: Crc;
  readonly isStored: boolean;
  readonly prefixLength: number;
}

/**
 * Decodes and checks rows that nothing is odd about, with as few calls as can be: in a short run most of the code is
 * not optimised yet, and then the many small functions that a row goes through in core cost more than its bytes do.
 * Whatever is odd in any way it leaves to core, which finds it again and knows what it means.
 */
export class QuickRows {
  readonly #columns: EntryColumns;
  readonly #limits: EntryJob['limits'];
  /** By the number of their list of steps. */
  readonly #ways: readonly (Way | undefined)[];
  /** By the number of their kind of checksum. */
  readonly #checks: readonly (Check | undefined)[];
  /** A copy: not everything takes views of shared memory. */
  readonly #prefixes: Uint8Array;
  #isOdd = false;

  constructor({ columns, limits, strict }: EntryJob, codecs: CodecRegistry) {
    this.#columns = columns;
    this.#limits = limits;
    this.#ways = columns.stepLists.map(([step, ...more]) =>
      step === undefined || more.length > 0 || !codecs.has(step.codec)
        ? undefined
        : this.#wayOf(codecs.get(step.codec), step, codecs, strict),
    );
    this.#checks = columns.checksumKinds.map(({ algorithm, over, isWide, prefixLength }) => {
      const crc = crcs.get(algorithm);
      const isKnown = over === 'stored' || over === 'content';
      return crc === undefined || isWide || !isKnown
        ? undefined
        : { crc, isStored: over === 'stored', prefixLength };
    });
    this.#prefixes = new Uint8Array(columns.prefixes);
  }

  /** The file of a row whose stored bytes are given, good until the next call; nothing where core shall have it. */
  decode(row: number, stored: Uint8Array): Uint8Array | undefined {
    const { steps, size, special } = this.#columns;
    const { entrySize, memory } = this.#limits;
    const expected = size[row] as number;
    const isSpecial = special.size > 0 && special.has(row);
    if (isSpecial || expected > entrySize || expected > memory || stored.length > memory) return undefined;
    const number = steps[row] as number;
    const content = number < 0 ? stored : this.#run(this.#ways[number], stored, expected);
    if (content === undefined || (expected >= 0 && content.length !== expected)) return undefined;
    return this.#isRight(row, stored, content) ? content : undefined;
  }

  #wayOf(codec: Codec, step: CodecStep, codecs: CodecRegistry, strict: boolean): Way {
    const context: CodecContext = {
      keys: { get: () => undefined },
      strict,
      pooled: codec.pools === true,
      limit: Math.min(this.#limits.entrySize, this.#limits.memory),
      codec: (id) => codecs.get(id),
      report: () => {
        this.#isOdd = true;
      },
    };
    return { codec, step, context };
  }

  #run(way: Way | undefined, stored: Uint8Array, expected: number): Uint8Array | undefined {
    if (way === undefined) return undefined;
    const { codec, step, context } = way;
    const { maxRatio = this.#limits.ratio, sameSize = false } = codec;
    if (expected > stored.length * (sameSize ? 1 : maxRatio)) return undefined;
    const size = sameSize ? stored.length : expected < 0 ? undefined : expected;
    this.#isOdd = false;
    try {
      const content = codec.decode(stored, step, size, context);
      if (content instanceof Uint8Array) return this.#isOdd ? undefined : content;
      content.catch(() => {});
      return undefined;
    } catch {
      return undefined;
    }
  }

  #isRight(row: number, stored: Uint8Array, content: Uint8Array): boolean {
    const { checksum, checksumLow } = this.#columns;
    const kind = checksum[row] as number;
    if (kind < 0) return true;
    const check = this.#checks[kind];
    if (check === undefined) return false;
    const { crc, isStored, prefixLength } = check;
    const at = row * longestPrefix;
    const before = prefixLength === 0 ? 0 : crc(this.#prefixes.subarray(at, at + prefixLength), 0);
    return crc(isStored ? stored : content, before) === checksumLow[row];
  }
}

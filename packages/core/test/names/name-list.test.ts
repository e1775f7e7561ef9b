import { describe, expect, it } from 'vitest';
import {
  BytesSource,
  type FormatPlugin,
  hashName,
  MemoryBudget,
  MemoryShare,
  type NameHash,
  NameList,
  openArchive,
  parseUnresolvedName,
  unresolvedName,
} from '../../src/index.ts';

/** Folds case and adds up: collides on purpose. */
const sums: NameHash = {
  bits: 32,
  covers: 'path',
  hash(bytes, start, end, into) {
    let sum = 0;
    for (let at = start; at < end; at++) sum += (bytes[at] ?? 0) | 0x20;
    into[0] = sum;
    into[1] = 0;
  },
};

function names(text: string, hash: NameHash = sums) {
  return new NameList(new TextEncoder().encode(text)).tableFor(hash);
}

const low = (name: string, hash: NameHash = sums): number => Number(hashName(hash, name));

describe('a list of names', () => {
  it('tolerates CRLF, blank lines, spaces and a missing last newline', () => {
    const table = names('one.txt\r\n\r\n  two.txt \nthree.txt');
    expect([
      table.get(low('one.txt'), 0),
      table.get(low('two.txt'), 0),
      table.get(low('three.txt'), 0),
    ]).toEqual(['one.txt', 'two.txt', 'three.txt']);
    expect(table.length).toBe(3);
  });

  it('takes the name out of hash:name pairs and hashes it again', () => {
    const table = names('deadbeef:one.txt\n0x0123456789ABCDEF:two.txt\nc:no-hash.txt');
    expect(table.get(0xdeadbeef, 0)).toBeUndefined();
    expect(table.get(low('one.txt'), 0)).toBe('one.txt');
    expect(table.get(low('two.txt'), 0)).toBe('two.txt');
    expect(table.get(low('c:no-hash.txt'), 0)).toBe('c:no-hash.txt');
  });

  it('keeps the first of two names with one hash and counts the collision', () => {
    const table = names('ab\nba\nAB\n');
    expect([table.get(low('ab'), 0), table.length, table.collisions]).toEqual(['ab', 1, 1]);
  });

  it('hashes each part where the format does', () => {
    const table = names('textures/wall.dds', { ...sums, covers: 'part' });
    expect(table.get(low('textures'), 0)).toBe('textures');
    expect(table.get(low('wall.dds'), 0)).toBe('wall.dds');
  });
});

describe('a list made to be slow', () => {
  /** A hash as some file might choose it: of names that are numbers. */
  const chosen = (highOf: (number: number) => number): NameHash => ({
    bits: 64,
    covers: 'path',
    hash(bytes, start, end, into) {
      const number = Number(new TextDecoder().decode(bytes.subarray(start, end)));
      into[0] = number;
      into[1] = highOf(number);
    },
  });

  it('takes no longer than others when its hashes have one place', () => {
    const list = NameList.of(Array.from({ length: 40_000 }, (_, number) => `${number}`));
    const measure = (hash: NameHash): number => {
      const start = performance.now();
      expect(list.tableFor(hash).length).toBe(40_000);
      return performance.now() - start;
    };
    const usual = measure(chosen(() => 0));
    // Halves that cancel out where one is shifted and put to the other.
    expect(measure(chosen((number) => number << 7))).toBeLessThan(10 * usual + 200);
  });

  it('gives its memory back when its names cannot be hashed', () => {
    const share = new MemoryShare(new MemoryBudget(2 ** 20));
    const list = new NameList(new TextEncoder().encode('one\ntwo'), share);
    const broken: NameHash = {
      ...sums,
      hash() {
        throw new Error('No such table.');
      },
    };
    expect(() => list.tableFor(broken)).toThrow('No such table.');
    expect(share.used).toBe(0);
  });
});

describe('a list that does not fit the memory', () => {
  it('is not among those of an archive, so that others can still be added', async () => {
    const format: FormatPlugin = {
      contract: 1,
      id: 'hashed',
      title: 'Hashed',
      extensions: [],
      signatures: [],
      options: {},
      names: sums,
      detect: () => ({ confidence: 50, reason: 'this test' }),
      open: async () => ({
        variant: '',
        structure: [],
        entries: { length: 1, at: () => ({ hash: BigInt(low('one')), extents: [] }) },
      }),
    };
    const archive = await openArchive(new BytesSource(new Uint8Array(1)), { formats: [format] });
    const large = new NameList(new TextEncoder().encode('two'), new MemoryShare(new MemoryBudget(10)));
    expect(() => archive.addNames([large])).toThrow('A list of names needs');
    expect(archive.names).toEqual([]);
    archive.addNames([NameList.of(['one'])]);
    expect(archive.path(0)).toBe('one');
  });
});

describe('an unresolved name', () => {
  it('has 8 or 16 upper-case digits and comes back with any extension', () => {
    expect(unresolvedName(0xabcn, 32)).toBe('0x00000ABC');
    expect(unresolvedName(0xabcn, 64, 'dds')).toBe('0x0000000000000ABC.dds');
    expect(parseUnresolvedName('0x00000abc.bin', 32)).toBe(0xabcn);
    expect(parseUnresolvedName('0x00000ABC', 64)).toBeUndefined();
    expect(parseUnresolvedName('x/0x00000ABC', 32)).toBeUndefined();
  });
});

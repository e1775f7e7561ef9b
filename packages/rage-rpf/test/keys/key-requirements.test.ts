import { describe, expect, it } from 'vitest';
import { keyIds, keyRequirements, tfitKeyIds, tfitPlatforms } from '../../src/keys/index.ts';

describe('the keys of RAGE archives', () => {
  it('have ids of this plugin, each once', () => {
    const ids = keyRequirements.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^rage-rpf\/[a-z0-9-]+$/);
  });

  it('are all listed', () => {
    const named = [
      ...Object.values(keyIds),
      ...tfitPlatforms.flatMap((platform) => Object.values(tfitKeyIds(platform))),
    ];
    expect(keyRequirements.map((each) => each.id).sort()).toEqual(named.sort());
  });

  it('are covered by their pieces without gap or overlap', () => {
    for (const { length, pieces } of keyRequirements) {
      if (pieces === undefined) continue;
      const starts = pieces.flatMap((piece) => piece.at.map((at) => [at, at + piece.length] as const));
      starts.sort(([a], [b]) => a - b);
      let end = 0;
      for (const [start, stop] of starts) {
        expect(start).toBe(end);
        end = stop;
      }
      expect(end).toBe(length);
    }
  });

  it('have digests of the right form, each once', () => {
    const digests = keyRequirements.flatMap((each) => each.pieces ?? []).map((piece) => piece.sha1);
    expect(digests).toHaveLength(3 + 101 + 84);
    expect(new Set(digests).size).toBe(digests.length);
    for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{40}$/);
  });

  it('have the lengths that the key files have', () => {
    const lengthOf = (id: string) => keyRequirements.find((each) => each.id === id)?.length;
    expect(lengthOf(keyIds.gta5)).toBe(32);
    expect(lengthOf(keyIds.gta5NgKeys)).toBe(27472);
    expect(lengthOf(keyIds.gta5NgTables)).toBe(278528);
    expect(lengthOf(keyIds.gta5Ps4)).toBe(3232);
    expect(lengthOf(keyIds.rdr2Keys)).toBe(166 * 288);
    expect(lengthOf(keyIds.rdr2Tables)).toBe(32768 + 557056 + 34816 + 1088 + 1024 + 4096 + 16);
  });
});

import {
  type Finding,
  type OverlayPlan,
  type OverlayRules,
  resolveOptions,
  sha256,
  toHex,
} from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { engines } from '../src/engines.ts';
import plugin from '../src/index.ts';
import { checkRegistered, registeredProof } from '../src/registered.ts';

function rules(id: string): OverlayRules {
  const found = plugin.overlays?.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there are no rules ${id}`);
  return found;
}

function plan(
  id: string,
  files: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): OverlayPlan {
  const { plan: planFor, options: schema } = rules(id);
  return planFor({ files }, resolveOptions(schema, options, id));
}

/** The search path as a list, the winner first. */
function paths(id: string, files: readonly string[], options?: Readonly<Record<string, unknown>>): string[] {
  return plan(id, files, options).layers.map(({ path }) => path);
}

const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);

/** An installation that has the question of every line of the table in it. */
const game = (folder: string): string[] =>
  ['pak0.pak', 'pak1.pak', 'pak3.pak', 'loose.cfg'].map((name) => `${folder}/${name}`);

describe('archive against loose file in the same folder', () => {
  it.each([
    ['quake', 'id1', 'archive'],
    ['quakeworld', 'id1', 'archive'],
    ['quakespasm', 'id1', 'archive'],
    ['darkplaces', 'id1', 'folder'],
    ['mvdsv', 'id1', 'archive'],
    ['quake2', 'baseq2', 'archive'],
    ['yamagi', 'baseq2', 'archive'],
  ])('%s: the %s %s wins', (id, folder, winner) => {
    expect(plan(id, game(folder)).layers[0]?.kind).toBe(winner);
  });
});

describe('pak0, pak1, pak3', () => {
  it.each([
    ['quake', 'id1', false],
    ['quakeworld', 'id1', false],
    ['quakespasm', 'id1', false],
    ['darkplaces', 'id1', true],
    ['mvdsv', 'id1', true],
    ['quake2', 'baseq2', true],
    ['yamagi', 'baseq2', true],
  ])('%s: pak3 is loaded: %s %s', (id, folder, isLoaded) => {
    const { layers, findings } = plan(id, game(folder));
    expect(layers.some(({ path }) => path === `${folder}/pak3.pak`)).toBe(isLoaded);
    const told = findings.filter(({ code }) => code === 'archive-not-loaded').map(({ message }) => message);
    expect(told).toEqual(
      isLoaded
        ? []
        : [`"id1/pak3.pak" is not loaded: ${rules(id).title} stops at pak2.pak, which is missing.`],
    );
  });
});

describe('the highest number', () => {
  const upTo = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, number) => `${folder}/pak${number}.pak`);

  it.each([
    ['quake', 'id1', 120, 120],
    ['quakeworld', 'id1', 120, 120],
    ['quakespasm', 'id1', 120, 120],
    ['darkplaces', 'id1', 120, 120],
    ['mvdsv', 'id1', 120, 120],
    ['quake2', 'baseq2', 120, 10],
  ])('%s loads from %s, of %i archives, %i', (id, folder, count, loaded) => {
    expect(paths(id, upTo(folder, count)).filter((path) => path.endsWith('.pak'))).toHaveLength(loaded);
  });

  it('is 99 in Yamagi; what lies above counts as a further archive', () => {
    const found = paths('yamagi', upTo('baseq2', 102));
    expect(found.slice(0, 3)).toEqual(['baseq2/pak101.pak', 'baseq2/pak100.pak', 'baseq2/pak99.pak']);
  });

  it.each([
    ['quake', 'id1', '10'],
    ['quakeworld', 'id1', '10'],
    ['quakespasm', 'id1', '10'],
    // Sorted as text, "pak10" stands before "pak2", so "pak9" is last.
    ['darkplaces', 'id1', '9'],
    ['mvdsv', 'id1', '10'],
    ['quake2', 'baseq2', '9'],
    ['yamagi', 'baseq2', '10'],
  ])('%s: of %s pak0 to pak10, pak%s wins', (id, folder, winner) => {
    const archives = plan(id, upTo(folder, 11)).layers.filter(({ kind }) => kind === 'archive');
    expect(archives[0]?.path).toBe(`${folder}/pak${winner}.pak`);
  });

  it('DarkPlaces: pak2 beats pak10', () => {
    const found = paths('darkplaces', ['id1/pak10.pak', 'id1/pak2.pak']);
    expect(found).toEqual(['id1', 'id1/pak2.pak', 'id1/pak10.pak']);
  });
});

describe('archives of other names', () => {
  const files = (folder: string): string[] =>
    ['zeta.pak', 'pak0.pak', 'Alpha.pak', 'a.txt', 'pak01.pak'].map((name) => `${folder}/${name}`);

  it.each(['quake', 'quakeworld', 'quakespasm', 'mvdsv'])('%s never loads them', (id) => {
    const { layers, findings } = plan(id, files('id1'));
    expect(layers.map(({ path }) => path)).toEqual(['id1/pak0.pak', 'id1']);
    expect(codes(findings).filter((code) => code === 'archive-not-loaded')).toHaveLength(3);
  });

  it('quake2 never loads them', () => {
    expect(paths('quake2', files('baseq2'))).toEqual(['baseq2/pak0.pak', 'baseq2']);
  });

  it('darkplaces loads all of them, sorted by name ignoring case', () => {
    expect(paths('darkplaces', files('id1'))).toEqual([
      'id1',
      'id1/zeta.pak',
      'id1/pak01.pak',
      'id1/pak0.pak',
      'id1/Alpha.pak',
    ]);
  });

  it('yamagi loads them after the numbered ones, in the order of the file system', () => {
    expect(paths('yamagi', files('baseq2'))).toEqual([
      'baseq2/pak01.pak',
      'baseq2/Alpha.pak',
      'baseq2/zeta.pak',
      'baseq2/pak0.pak',
      'baseq2',
    ]);
  });

  it('quakespasm has its own archive just above id1/pak0, and nowhere else', () => {
    const files = ['quakespasm.pak', 'id1/pak0.pak', 'id1/pak1.pak', 'mod/pak0.pak', 'mod/quakespasm.pak'];
    expect(paths('quakespasm', files, { game: 'mod' })).toEqual([
      'mod/pak0.pak',
      'mod',
      'id1/pak1.pak',
      'quakespasm.pak',
      'id1/pak0.pak',
      'id1',
    ]);
    expect(paths('quake', files)).not.toContain('quakespasm.pak');
    expect(paths('quakespasm', ['quakespasm.pak', 'id1/a.cfg'])).toEqual(['quakespasm.pak', 'id1']);
    expect(paths('quakespasm', ['id1/quakespasm.pak', 'id1/pak0.pak', 'id1/pak1.pak'])).toEqual([
      'id1/pak1.pak',
      'id1/quakespasm.pak',
      'id1/pak0.pak',
      'id1',
    ]);
  });
});

describe('ZIP archives', () => {
  it.each([
    ['quake', 'id1'],
    ['quakeworld', 'id1'],
    ['quakespasm', 'id1'],
    ['mvdsv', 'id1'],
    ['quake2', 'baseq2'],
  ])('%s ignores them in %s', (id, folder) => {
    const found = paths(id, [`${folder}/pak0.pak`, `${folder}/pak0.pk3`, `${folder}/z.zip`]);
    expect(found).toEqual([`${folder}/pak0.pak`, folder]);
  });

  it('darkplaces adds pk3 after the paks, so that they win', () => {
    expect(paths('darkplaces', ['id1/a.pk3', 'id1/pak0.pak', 'id1/z.pak'])).toEqual([
      'id1',
      'id1/a.pk3',
      'id1/z.pak',
      'id1/pak0.pak',
    ]);
  });

  it('yamagi adds pk2, pk3 and zip after the paks', () => {
    const files = ['x.zip', 'x.pk3', 'x.pk2', 'x.pak', 'pak0.pak', 'pak0.pk3'].map(
      (name) => `baseq2/${name}`,
    );
    expect(paths('yamagi', files)).toEqual(
      ['x.zip', 'x.pk3', 'x.pk2', 'x.pak', 'pak0.pk3', 'pak0.pak']
        .map((name) => `baseq2/${name}`)
        .concat('baseq2'),
    );
  });
});

describe('case, duplicates and archives that cannot be read', () => {
  it.each([
    ['quake', true, 'first', 'fail'],
    ['quakeworld', true, 'first', 'fail'],
    ['quakespasm', true, 'first', 'fail'],
    ['darkplaces', false, 'first', 'skip'],
    ['mvdsv', false, 'first', 'fail'],
    ['quake2', false, 'first', 'fail'],
    ['yamagi', false, 'last', 'fail'],
  ])(
    '%s: case-sensitive %s, the %s of two wins, unreadable: %s',
    (id, caseSensitive, duplicates, unreadable) => {
      expect(plan(id, [])).toMatchObject({ caseSensitive, duplicates, unreadable });
    },
  );

  it('finds archives and folders however they are spelled', () => {
    expect(paths('quake', ['ID1/PAK0.PAK', 'ID1/Pak1.Pak'])).toEqual(['ID1/Pak1.Pak', 'ID1/PAK0.PAK', 'ID1']);
    expect(paths('quake', ['id1/PAK0.PAK', 'id1/pak0.pak'])).toEqual(['id1/pak0.pak', 'id1']);
  });
});

describe('game folders', () => {
  const files = ['id1', 'qw', 'rogue', 'hipnotic', 'quoth', 'mod'].map((folder) => `${folder}/pak0.pak`);
  const folders = (found: readonly string[]): string[] => found.filter((path) => !path.endsWith('.pak'));

  it('come in the order id1, rogue, hipnotic, mod, each above the one before', () => {
    const options = { game: 'mod', hipnotic: true, rogue: true };
    expect(folders(paths('quake', files, options))).toEqual(['mod', 'hipnotic', 'rogue', 'id1']);
    expect(paths('quake', files, options).slice(0, 2)).toEqual(['mod/pak0.pak', 'mod']);
  });

  it('have quoth above hipnotic in the QuakeSpasm family', () => {
    const options = { game: 'mod', hipnotic: true, quoth: true };
    expect(folders(paths('quakespasm', files, options))).toEqual(['mod', 'quoth', 'hipnotic', 'id1']);
    expect(rules('quake').options.quoth).toBeUndefined();
  });

  it.each(['quakeworld', 'mvdsv'])('are id1, qw and the mod in %s', (id) => {
    expect(folders(paths(id, files, { game: 'mod' }))).toEqual(['mod', 'qw', 'id1']);
  });

  it('lie below the base folder, of which one trailing slash is cut', () => {
    const nested = files.map((path) => `games/quake/${path}`);
    for (const base of ['games/quake', 'games/quake/', 'games/quake\\']) {
      expect(paths('quake', nested, { base })).toEqual(['games/quake/id1/pak0.pak', 'games/quake/id1']);
    }
  });

  it.each(['..', 'a/b', 'a\\b', 'c:'])('may not be called %s', (name) => {
    for (const { id } of plugin.overlays ?? []) {
      expect(() => plan(id, files, { game: name })).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    }
  });

  it('are missed when they are not there', () => {
    const { layers, findings } = plan('quake', ['id1/pak0.pak'], { game: 'gone' });
    expect(layers).toHaveLength(2);
    expect(findings).toMatchObject([
      { code: 'folder-missing', message: 'There is no folder "gone" with files in it.' },
    ]);
  });

  it("have the user's own above them, one by one", () => {
    const mine = [...files, 'me/id1/pak0.pak', 'me/mod/a.cfg'];
    expect(paths('quakespasm', mine, { user: 'me', game: 'mod' })).toEqual([
      'me/mod',
      'mod/pak0.pak',
      'mod',
      'me/id1/pak0.pak',
      'me/id1',
      'id1/pak0.pak',
      'id1',
    ]);
    expect(paths('darkplaces', mine, { user: 'me' })).toEqual([
      'me/id1',
      'me/id1/pak0.pak',
      'id1',
      'id1/pak0.pak',
    ]);
  });

  it("have Quake II's disc below them, one by one", () => {
    const disc = ['cd/baseq2/pak0.pak', 'baseq2/pak1.pak', 'cd/mod/pak0.pak', 'mod/pak1.pak'];
    expect(folders(paths('quake2', disc, { cd: 'cd', game: 'mod' }))).toEqual([
      'mod',
      'cd/mod',
      'baseq2',
      'cd/baseq2',
    ]);
  });
});

describe('-path', () => {
  const files = ['id1/pak0.pak', 'id1/pak1.pak', 'mod/pak0.pak', 'mod/progs.dat'];

  it('replaces the list; the last one wins and a folder brings no archives', () => {
    expect(paths('quake', files, { path: 'id1/pak0.pak, mod/', game: 'x' })).toEqual(['mod', 'id1/pak0.pak']);
  });

  it('misses what is not there', () => {
    expect(codes(plan('quake', files, { path: 'gone.pak' }).findings)).toEqual(['path-missing']);
  });

  it('goes with -proghack, which keeps progs.dat from coming from the top', () => {
    const { layers } = plan('quake', files, { proghack: true, game: 'mod' });
    expect(layers.map(({ allows }) => allows?.('progs.dat') ?? true)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(layers[0]?.allows?.('maps/start.bsp')).toBe(true);
  });
});

it("Quake II's demo reads one archive, and settings from disk", () => {
  const { layers } = plan('quake2', ['baseq2/pak0.pak', 'baseq2/pak1.pak', 'baseq2/config.cfg'], {
    demo: true,
  });
  const answers = (name: string): string[] =>
    layers.filter(({ allows }) => allows?.(name) ?? true).map(({ path }) => path);
  expect(answers('maps/a.bsp')).toEqual(['baseq2/pak1.pak']);
  expect(answers('config.cfg')).toEqual(['baseq2']);
  expect(answers('players/me.cfg')).toEqual(['baseq2']);
});

describe('the registered check', () => {
  const files = ['id1/pak0.pak', 'id1/a.cfg', 'id1/maps/b.bsp'];
  const lump = Uint8Array.from({ length: 256 }, (_, at) => at);
  const shareware = { entryCount: 339, directoryCrc16: '0x80D5' };

  async function refined(
    id: string,
    lump: Uint8Array | undefined,
    options: Readonly<Record<string, unknown>> = {},
    facts: Record<string, number | string> = shareware,
  ): Promise<OverlayPlan> {
    const planned = plan(id, files, options);
    const lookup = async (name: string) => (name === 'gfx/pop.lmp' ? lump : undefined);
    return (await rules(id).refine?.(planned, lookup, async () => facts)) ?? planned;
  }

  const opens = ({ layers }: OverlayPlan, name: string): boolean =>
    layers.some(({ kind, allows }) => kind === 'folder' && (allows?.(name) ?? true));

  it('looks for the first 256 bytes of gfx/pop.lmp by their digest', () => {
    expect(registeredProof).toEqual({
      path: 'gfx/pop.lmp',
      length: 256,
      sha256: '59a7a58a257ae6a231ca4201a8330fa9d90779ea5e230e07d530f2478521bb9a',
    });
  });

  it.each([
    ['the right bytes', lump, true],
    ['the right bytes and more behind them', Uint8Array.of(...lump, 1, 2, 3), true],
    ['one other byte', lump.map((byte, at) => (at === 200 ? byte ^ 1 : byte)), false],
    ['too few bytes', lump.subarray(0, 255), false],
  ])('judges %s', async (_what, content, isRight) => {
    const proof = { ...registeredProof, sha256: toHex(sha256(lump)) };
    for (const engine of engines.filter(({ registered }) => registered !== 'ignored')) {
      const planned = plan(engine.id, files);
      const found = await checkRegistered(engine, planned, async () => content, undefined, proof);
      expect(found.findings.at(-1)).toMatchObject(
        isRight
          ? { code: 'registered', severity: 'note' }
          : { code: 'registered-check-failed', severity: 'error', path: 'gfx/pop.lmp' },
      );
      expect(opens(found, 'maps/b.bsp')).toBe(true);
    }
  });

  it("fails with a lump that is not the game's", async () => {
    expect(codes((await refined('quake', lump)).findings)).toEqual(['registered-check-failed']);
  });

  it.each(['quake', 'quakespasm'])('%s as shareware never opens loose files in folders', async (id) => {
    const found = await refined(id, undefined);
    expect(codes(found.findings)).toEqual(['shareware']);
    expect([opens(found, 'a.cfg'), opens(found, 'maps/b.bsp'), opens(found, 'maps\\b.bsp')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(found.layers.find(({ kind }) => kind === 'archive')?.allows).toBeUndefined();
  });

  it('darkplaces only says that it is shareware', async () => {
    const found = await refined('darkplaces', undefined);
    expect(codes(found.findings)).toEqual(['shareware']);
    expect(opens(found, 'maps/b.bsp')).toBe(true);
  });

  it.each([
    ['another number of entries', {}, { ...shareware, entryCount: 340 }],
    ['another directory', {}, { ...shareware, directoryCrc16: '0x1234' }],
    ['a mod', { game: 'mod' }, shareware],
    ['a path', { path: 'id1' }, shareware],
  ])('shareware with %s is refused by the game', async (_what, options, facts) => {
    const found = await refined('quake', undefined, options, facts);
    expect(found.findings.at(-1)).toMatchObject({ code: 'modified-shareware', severity: 'error' });
  });

  it.each([
    ['quakespasm', '0xF51F', true],
    ['quakespasm', '0x364C', true],
    ['quake', '0xF51F', false],
    ['quakeworld', '0xCE93', true],
    ['quakeworld', '0x80D5', false],
  ])('%s knows the directory %s: %s', async (id, directoryCrc16, isKnown) => {
    const found = await refined(id, undefined, {}, { entryCount: 339, directoryCrc16 });
    expect(codes(found.findings).includes('modified-shareware')).toBe(!isKnown);
  });

  it.each(['mvdsv', 'quake2', 'yamagi'])('%s makes none', async (id) => {
    expect(codes((await refined(id, undefined)).findings)).not.toContain('shareware');
  });
});

describe('an archive without files', () => {
  const files = (folder: string): string[] =>
    ['pak0.pak', 'pak1.pak', 'pak2.pak'].map((name) => `${folder}/${name}`);

  async function refined(id: string, folder: string): Promise<OverlayPlan> {
    const planned = plan(id, files(folder));
    const inspect = async (path: string) => ({ entryCount: path.endsWith('pak1.pak') ? 0 : 339 });
    return (await rules(id).refine?.(planned, async () => undefined, inspect)) ?? planned;
  }

  it.each([
    ['quake', 'id1', ['pak2.pak', 'pak1.pak', 'pak0.pak']],
    // It is ignored, and the search for numbers stops there.
    ['quakespasm', 'id1', ['pak0.pak']],
    ['darkplaces', 'id1', ['pak2.pak', 'pak1.pak', 'pak0.pak']],
    ['quake2', 'baseq2', ['pak2.pak', 'pak1.pak', 'pak0.pak']],
  ])('leaves %s in %s with %j', async (id, folder, names) => {
    const { layers, findings } = await refined(id, folder);
    const archives = layers.filter(({ kind }) => kind === 'archive').map(({ path }) => path);
    expect(archives).toEqual(names.map((name) => `${folder}/${name}`));
    const told = findings.filter(({ code }) => code === 'empty-archive').map(({ path }) => path);
    expect(told).toEqual(id === 'quakespasm' ? ['id1/pak2.pak', 'id1/pak1.pak'] : []);
  });

  it('is fatal in Yamagi', async () => {
    expect((await refined('yamagi', 'baseq2')).findings).toMatchObject([
      { code: 'empty-archive', severity: 'error', path: 'baseq2/pak1.pak' },
    ]);
  });
});

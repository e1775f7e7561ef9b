import type { OptionSchema } from '@packwright/core';

/** How an engine builds its search path: data, so that the differences can be read side by side. */
export interface EngineProfile {
  readonly id: string;
  readonly title: string;
  /** Game folders that are always there, lowest priority first. */
  readonly folders: readonly string[];
  /** Game folders behind a switch of the same name, in the order in which they are added. */
  readonly expansions: readonly string[];
  /** `pakN.pak`: whether a missing number ends the search, and the highest number tried; absent: no special role. */
  readonly numbered?: { readonly stopsAtGap: boolean; readonly highest: number };
  /** Archives of other names: never, sorted by name ignoring case, or in the order of the file system. */
  readonly others: 'none' | 'sorted' | 'listed';
  /** Extensions of the ZIP archives that are added behind the paks. */
  readonly zips: readonly string[];
  /** An archive of the engine's own, just above the first archive of the first game folder. */
  readonly ownArchive?: string;
  /** Whether loose files beat the archives beside them. */
  readonly looseFirst: boolean;
  readonly caseSensitive: boolean;
  readonly duplicates: 'first' | 'last';
  /** What happens with an archive that cannot be read. */
  readonly unreadable: 'fail' | 'skip';
  /** What happens with an archive that holds no file: nothing, the search for numbers ends, or the game does. */
  readonly emptyArchive: 'fine' | 'ends-search' | 'fatal';
  /** Further root folders that an option names: below the base folder (`cd`) or above it (`user`). */
  readonly roots: readonly ('cd' | 'user')[];
  /** Whether the list can be given outright, and whether the top element can be kept from giving `progs.dat`. */
  readonly hasPath: boolean;
  /** Whether there is a cut-down build that uses one archive only. */
  readonly hasDemo: boolean;
  /** `gfx/pop.lmp`: without it nothing, only a message, or loose files in folders are never opened. */
  readonly registered: 'ignored' | 'told' | 'enforced';
}

const quake: EngineProfile = {
  id: 'quake',
  title: 'Quake',
  folders: ['id1'],
  expansions: ['rogue', 'hipnotic'],
  numbered: { stopsAtGap: true, highest: Number.POSITIVE_INFINITY },
  others: 'none',
  zips: [],
  looseFirst: false,
  caseSensitive: true,
  duplicates: 'first',
  unreadable: 'fail',
  emptyArchive: 'fine',
  roots: [],
  hasPath: true,
  hasDemo: false,
  registered: 'enforced',
};

const quake2: EngineProfile = {
  ...quake,
  id: 'quake2',
  title: 'Quake II',
  folders: ['baseq2'],
  expansions: [],
  numbered: { stopsAtGap: false, highest: 9 },
  caseSensitive: false,
  roots: ['cd'],
  hasPath: false,
  hasDemo: true,
  registered: 'ignored',
};

/** The engines whose rules were read in their sources or measured by running them. */
export const engines: readonly EngineProfile[] = [
  quake,
  { ...quake, id: 'quakeworld', title: 'QuakeWorld', folders: ['id1', 'qw'], expansions: [], hasPath: false },
  {
    ...quake,
    id: 'quakespasm',
    title: 'QuakeSpasm (and ironwail, vkQuake)',
    expansions: ['rogue', 'hipnotic', 'quoth'],
    ownArchive: 'quakespasm.pak',
    emptyArchive: 'ends-search',
    roots: ['user'],
  },
  {
    ...quake,
    id: 'mvdsv',
    title: 'MVDSV',
    folders: ['id1', 'qw'],
    expansions: [],
    numbered: { stopsAtGap: false, highest: Number.POSITIVE_INFINITY },
    caseSensitive: false,
    hasPath: false,
    registered: 'ignored',
  },
  {
    id: 'darkplaces',
    title: 'DarkPlaces',
    folders: ['id1'],
    expansions: ['rogue', 'hipnotic', 'quoth'],
    others: 'sorted',
    zips: ['.pk3'],
    looseFirst: true,
    caseSensitive: false,
    duplicates: 'first',
    unreadable: 'skip',
    emptyArchive: 'fine',
    roots: ['user'],
    hasPath: false,
    hasDemo: false,
    registered: 'told',
  },
  quake2,
  {
    ...quake2,
    id: 'yamagi',
    title: 'Yamagi Quake II',
    numbered: { stopsAtGap: false, highest: 99 },
    others: 'listed',
    zips: ['.pk2', '.pk3', '.zip'],
    // It sorts rows and searches by halves, so which one wins is left to chance; in the measured case the second.
    duplicates: 'last',
    emptyArchive: 'fatal',
    roots: ['user'],
    hasDemo: false,
  },
];

/** The options that an engine's rules take. */
export function engineOptions(engine: EngineProfile): OptionSchema {
  const schema: Record<string, OptionSchema[string]> = {
    game: { type: 'text', title: 'Folder of the mod (-game)' },
    base: { type: 'text', title: 'Folder that holds the game folders (-basedir)', default: '' },
  };
  for (const name of engine.expansions)
    schema[name] = { type: 'boolean', title: `Adds the folder ${name} (-${name})` };
  if (engine.roots.includes('user'))
    schema.user = { type: 'text', title: "The user's own folder, above the base folder" };
  if (engine.roots.includes('cd'))
    schema.cd = { type: 'text', title: 'Folder of the disc, below the base folder (cddir)' };
  if (engine.hasPath) {
    schema.path = { type: 'text', title: 'The whole list, separated by commas; the last one wins (-path)' };
    schema.proghack = { type: 'boolean', title: 'progs.dat never comes from the top element (-proghack)' };
  }
  if (engine.hasDemo) schema.demo = { type: 'boolean', title: 'The demo: only the first archive counts' };
  return schema;
}

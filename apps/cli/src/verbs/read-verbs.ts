import type { Flag, Verb } from '../arguments/verb.ts';

const many = Number.MAX_SAFE_INTEGER;
const recursive: Flag = { name: 'recursive', short: 'r', summary: 'go into archives inside the archive' };
const index: Flag = {
  name: 'index',
  value: 'N',
  repeatable: true,
  summary: 'take the entry of this number, where a path is ambiguous',
};

/** Verbs that never write to an archive. */
export const readVerbs: readonly Verb[] = [
  {
    name: 'list',
    aliases: ['ls'],
    operands: 'ARCHIVE [PATTERN…]',
    summary: 'list the entries of an archive',
    least: 1,
    most: many,
    flags: [
      { name: 'long', short: 'l', summary: 'sizes, codec, checksum and attributes too' },
      { name: 'tree', summary: 'as a tree of folders' },
      recursive,
      {
        name: 'sort',
        value: 'KEY',
        choices: ['index', 'path', 'size', 'stored'],
        summary: 'order by index, path, size or stored',
      },
      { name: 'sizes', summary: 'read the data to learn sizes that the table does not tell' },
    ],
    examples: [
      ['packwright list pak0.pak', 'every entry, in archive order'],
      ["packwright list -l pak0.pak 'maps/**' '!**/*.lit'", 'maps without their light files, with sizes'],
      ['packwright list --recursive --json=lines dlc.rpf', 'nested archives too, one JSON object a line'],
    ],
    load: () => import('./list.ts'),
  },
  {
    name: 'info',
    operands: 'ARCHIVE',
    summary: 'tell what an archive is and what can be done with it',
    least: 1,
    most: 1,
    flags: [],
    examples: [['packwright info table.vpp_pc', 'format, variant, sizes, dead space, oddities']],
    load: () => import('./info.ts'),
  },
  {
    name: 'extract',
    aliases: ['x'],
    operands: 'ARCHIVE [PATTERN…]',
    summary: 'take files out of an archive',
    least: 1,
    most: many,
    flags: [
      {
        name: 'output',
        short: 'o',
        value: 'DIR',
        summary: 'folder to extract to (default: the archive’s name without extension)',
      },
      recursive,
      {
        name: 'overwrite',
        value: 'WHEN',
        choices: ['never', 'always', 'newer'],
        summary: 'what to do with files that are there: never, always or newer (default: never)',
      },
      { name: 'strip', value: 'N', summary: 'leave out the first N folders of each path' },
      { name: 'flat', summary: 'leave out all folders' },
      { name: 'stored', summary: 'the bytes as they lie in the archive, not decoded' },
      { name: 'resume', summary: 'go on with an extraction that was interrupted' },
      { name: 'dry-run', summary: 'say what would be written, and write nothing' },
      { name: 'recipe', summary: 'also write the side-car that makes an identical repack possible' },
      index,
    ],
    examples: [
      ['packwright extract pak0.pak -o out', 'everything'],
      ["packwright extract pak0.pak -o out '**/*.wav'", 'sounds only'],
      ['packwright extract --recipe pak0.pak -o out', 'so that create --recipe gives the same bytes back'],
    ],
    load: () => import('./extract.ts'),
  },
  {
    name: 'cat',
    operands: 'ARCHIVE[!/PATH] [PATH…]',
    summary: 'write entries to standard output',
    least: 1,
    most: many,
    flags: [index, { name: 'stored', summary: 'the bytes as they lie in the archive, not decoded' }],
    examples: [
      ['packwright cat pak0.pak default.cfg', 'one file'],
      [
        "packwright cat 'data.vpp_pc!/weapons.str2_pc!/rifle.cpeg_pc' > rifle.cpeg_pc",
        'through nested archives',
      ],
    ],
    load: () => import('./cat.ts'),
  },
  {
    name: 'verify',
    aliases: ['t'],
    operands: 'ARCHIVE…',
    summary: 'decode every entry and compare every checksum',
    least: 1,
    most: many,
    flags: [recursive],
    examples: [['packwright verify --recursive dlc.rpf', 'nested archives too']],
    load: () => import('./verify.ts'),
  },
  {
    name: 'overlay',
    operands: 'list|which|cat ROOT [PATH…]',
    summary: 'several archives and folders as one tree, in a game’s load order',
    least: 2,
    most: many,
    flags: [{ name: 'rules', value: 'ID', summary: 'whose search rules to apply, such as quake' }],
    examples: [
      ['packwright overlay list ~/quake --rules quake', 'every file the game sees, and where it comes from'],
      ['packwright overlay which ~/quake progs.dat --rules darkplaces', 'who wins, and whom it hides'],
    ],
    load: () => import('./overlay.ts'),
  },
];

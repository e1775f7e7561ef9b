import type { Flag, Verb } from '../arguments/verb.ts';

const dryRun: Flag = { name: 'dry-run', summary: 'say what bytes would be written, and write nothing' };
const index: Flag = {
  name: 'index',
  value: 'N',
  summary: 'change the entry of this number, where a path is ambiguous',
};

/** Verbs that change an archive under its journal. */
export const editVerbs: readonly Verb[] = [
  {
    name: 'set',
    operands: 'ARCHIVE!/PATH FILE',
    summary: 'replace the content of an entry, at any depth',
    least: 2,
    most: 2,
    flags: [dryRun, index],
    examples: [
      ["packwright set 'pak0.pak!/default.cfg' my.cfg", 'writes about as much as the file and the table'],
      ["packwright set 'dlc.rpf!/x64/vehicles.rpf!/car.yft' car.yft", 'inside a nested archive'],
    ],
    load: () => import('./set.ts'),
  },
  {
    name: 'add',
    operands: 'ARCHIVE!/PATH [FILE]',
    summary: 'add an entry; a path that ends in / is a folder',
    least: 1,
    most: 2,
    flags: [dryRun],
    examples: [["packwright add 'pak0.pak!/maps/new.bsp' new.bsp", 'a further map']],
    load: () => import('./add.ts'),
  },
  {
    name: 'rm',
    operands: 'ARCHIVE!/PATH…',
    summary: 'remove entries',
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    flags: [dryRun, index],
    examples: [
      ["packwright rm 'pak0.pak!/demo1.dem'", 'the space is used by later edits or freed by repack'],
    ],
    load: () => import('./rm.ts'),
  },
  {
    name: 'mv',
    operands: 'ARCHIVE!/PATH NEWPATH',
    summary: 'rename an entry in its archive',
    least: 2,
    most: 2,
    flags: [dryRun, index],
    examples: [["packwright mv 'pak0.pak!/a.cfg' b.cfg", 'only the table is written']],
    load: () => import('./mv.ts'),
  },
  {
    name: 'undo',
    operands: 'ARCHIVE',
    summary: 'take the last edit back, byte for byte',
    least: 1,
    most: 1,
    flags: [],
    examples: [['packwright undo pak0.pak', 'several edits are undone in turn']],
    load: () => import('./undo.ts'),
  },
  {
    name: 'log',
    operands: 'ARCHIVE',
    summary: 'list the edits that can be taken back',
    least: 1,
    most: 1,
    flags: [{ name: 'forget', summary: 'forget them and free the space' }],
    examples: [['packwright log --forget pak0.pak', 'keep the archive as it is now']],
    load: () => import('./log.ts'),
  },
  {
    name: 'recover',
    operands: 'ARCHIVE',
    summary: 'finish or roll back an edit that was interrupted',
    least: 1,
    most: 1,
    flags: [],
    examples: [['packwright recover pak0.pak', 'afterwards it is the old archive or the new one']],
    load: () => import('./recover.ts'),
  },
];

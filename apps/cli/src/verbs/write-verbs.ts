import type { Verb } from '../arguments/verb.ts';

const many = Number.MAX_SAFE_INTEGER;

/** Verbs that make new archives. */
export const writeVerbs: readonly Verb[] = [
  {
    name: 'create',
    aliases: ['c'],
    operands: '-f FORMAT OUT [DIR or FILE…]',
    summary: 'make an archive of folders and files',
    details:
      'The same input gives the same bytes with any --jobs and on every machine, unless --option encoder=native asks for its own zlib.',
    least: 1,
    most: many,
    flags: [
      { name: 'recipe', value: 'FILE', summary: 'follow a side-car written by extract --recipe' },
      { name: 'overwrite', summary: 'replace OUT if it is there' },
      { name: 'dry-run', summary: 'check everything, write nothing' },
    ],
    examples: [
      ['packwright create -f quake-pak mod.pak mod/', 'a folder as a Quake PAK'],
      [
        'packwright create -f rage-rpf --option version=2 resource.rpf files/',
        'with an option of the format',
      ],
      [
        'packwright create --recipe out/.packwright-recipe same.pak out/',
        'the very bytes that were extracted',
      ],
    ],
    load: () => import('./create.ts'),
  },
  {
    name: 'repack',
    operands: 'ARCHIVE OUT',
    summary: 'write an archive anew: without dead space, with other options, or identical',
    least: 2,
    most: 2,
    flags: [
      { name: 'identical', summary: 'give the same bytes back, made from the decoded entries' },
      { name: 'overwrite', summary: 'replace OUT if it is there' },
    ],
    examples: [
      ['packwright repack old.rpf small.rpf', 'without the holes that editors left'],
      ['packwright repack --identical pak0.pak copy.pak', 'proof that nothing is lost in a round trip'],
    ],
    load: () => import('./repack.ts'),
  },
];

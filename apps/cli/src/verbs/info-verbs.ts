import type { Verb } from '../arguments/verb.ts';

const many = Number.MAX_SAFE_INTEGER;

/** Verbs about the command itself, its plugins, names and keys. */
export const infoVerbs: readonly Verb[] = [
  {
    name: 'formats',
    operands: '[ID]',
    summary: 'list the formats that are installed',
    least: 0,
    most: 1,
    flags: [],
    examples: [
      ['packwright formats', 'what can be read and written'],
      ['packwright formats quake-pak', 'its options for reading and writing'],
    ],
    load: () => import('./formats.ts'),
  },
  {
    name: 'plugins',
    operands: '',
    summary: 'list the plugins that were found, and what was refused and why',
    least: 0,
    most: 0,
    flags: [],
    examples: [],
    load: () => import('./plugins.ts'),
  },
  {
    name: 'names',
    operands: 'coverage|scrape ARCHIVE…',
    summary: 'names for archives that store hashes: what is known, and what contents give away',
    least: 2,
    most: many,
    flags: [{ name: 'output', short: 'o', value: 'FILE', summary: 'write the names to this file' }],
    examples: [
      ['packwright names coverage data.pack2 --names list.txt', 'resolved, unresolved, collisions'],
      ['packwright names scrape data.pack2 -o found.txt', 'each is hashed again before it is believed'],
    ],
    load: () => import('./names.ts'),
  },
  {
    name: 'keys',
    operands: 'import|list [FILE…]',
    summary: 'find keys in your own game files and keep them for later',
    least: 1,
    most: many,
    flags: [],
    examples: [
      [
        'packwright keys import GTA5.exe',
        'searches the file for keys by their digests; keys are never shown',
      ],
    ],
    load: () => import('./keys.ts'),
  },
  {
    name: 'completion',
    operands: 'bash|zsh|fish',
    summary: 'print a completion script for a shell',
    least: 1,
    most: 1,
    flags: [],
    examples: [
      ['packwright completion bash > ~/.local/share/bash-completion/completions/packwright', 'for bash'],
    ],
    load: () => import('./completion.ts'),
  },
  {
    name: 'help',
    operands: '[VERB]',
    summary: 'show help',
    least: 0,
    most: 1,
    flags: [],
    examples: [],
    load: () => import('./help.ts'),
  },
  {
    name: 'version',
    operands: '',
    summary: 'print the version',
    least: 0,
    most: 0,
    flags: [],
    examples: [],
    load: () => import('./version.ts'),
  },
];

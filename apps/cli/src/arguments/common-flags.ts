import type { Flag } from './verb.ts';

/** Flags that every verb takes. */
export const commonFlags: readonly Flag[] = [
  {
    name: 'format',
    short: 'f',
    value: 'ID',
    summary: 'the format, instead of recognising it; for create, the one to write',
  },
  { name: 'option', short: 'O', value: 'K=V', repeatable: true, summary: 'an option of the format' },
  {
    name: 'names',
    value: 'FILE',
    repeatable: true,
    summary: 'a list of names for archives that store hashes',
  },
  { name: 'keys', value: 'FILE', repeatable: true, summary: 'a key file, or a folder of them' },
  { name: 'jobs', short: 'j', value: 'N', summary: 'threads to use (default: one for each core)' },
  { name: 'memory', value: 'SIZE', summary: 'memory limit, such as 64M or 2G (default: 512M)' },
  { name: 'limit-entries', value: 'N', summary: 'most entries of one archive' },
  { name: 'limit-entry-size', value: 'SIZE', summary: 'most bytes of one entry' },
  { name: 'limit-total-size', value: 'SIZE', summary: 'most bytes of one operation' },
  { name: 'limit-depth', value: 'N', summary: 'most archives inside archives' },
  { name: 'strict', summary: 'treat oddities of the archive as errors' },
  { name: 'plugin', value: 'P', repeatable: true, summary: 'load a format from this package or file' },
  { name: 'no-plugins', summary: 'use only the formats that came with the command' },
  {
    name: 'json',
    value: 'lines',
    optionalValue: true,
    choices: ['lines'],
    summary: 'machine-readable output',
  },
  { name: 'quiet', short: 'q', summary: 'say nothing but results and errors' },
  { name: 'verbose', short: 'v', summary: 'say more, such as how much memory was drawn' },
  {
    name: 'color',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    summary: 'colours: auto, always or never (default: auto)',
  },
  { name: 'help', short: 'h', summary: 'show help' },
];

import type { Verb } from '../arguments/verb.ts';
import { editVerbs } from './edit-verbs.ts';
import { infoVerbs } from './info-verbs.ts';
import { readVerbs } from './read-verbs.ts';
import { writeVerbs } from './write-verbs.ts';

/** Verbs that belong together, in the order of help and docs. */
export interface VerbGroup {
  readonly title: string;
  readonly verbs: readonly Verb[];
}

/** How help and docs group the verbs. */
export const verbGroups: readonly VerbGroup[] = [
  { title: 'Read', verbs: readVerbs },
  { title: 'Write', verbs: writeVerbs },
  { title: 'Edit in place, with undo', verbs: editVerbs },
  { title: 'Formats, names and keys', verbs: infoVerbs },
];

/** Every verb. Parsing, help, completion and docs come from here. */
export const verbs: readonly Verb[] = verbGroups.flatMap((group) => group.verbs);

/** The verb of a name or short name. */
export function findVerb(name: string | undefined): Verb | undefined {
  return verbs.find((verb) => verb.name === name || verb.aliases?.some((alias) => alias === name));
}

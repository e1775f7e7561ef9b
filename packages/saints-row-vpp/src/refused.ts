import { ArchiveError } from '@packwright/core';

/** Versions that are known by name only, and what is known of them. */
const refused: ReadonlyMap<number, { readonly title: string; readonly help: string }> = new Map([
  [
    1,
    {
      title: 'Red Faction',
      help: 'The format rfg-vpp reads it: install @packwright/rfg-vpp or name the format.',
    },
  ],
  [
    2,
    {
      title: 'Summoner 2',
      help: 'Two descriptions of this version contradict each other, and no archive is known to decide between them.',
    },
  ],
  [
    3,
    {
      title: 'Red Faction: Guerrilla',
      help: 'The format rfg-vpp reads it: install @packwright/rfg-vpp or name the format.',
    },
  ],
  [
    9,
    {
      title: 'an early Saints Row IV',
      help: 'One tool takes it for version 10, but no archive of it is known to prove that.',
    },
  ],
  [
    17,
    {
      title: 'Agents of Mayhem and Saints Row (2022)',
      help: 'It has folders, 64-bit sizes and linked LZ4 frames; no archive of it is known to check a reader against.',
    },
  ],
]);

/** The error for a packfile that this format does not read. */
export function refuseVersion(version: number): ArchiveError {
  const known = refused.get(version);
  const whose = known === undefined ? 'no known game' : known.title;
  return new ArchiveError(
    'VARIANT_UNSUPPORTED',
    `Found a packfile of version ${version} (${whose}), expected version 4, 6 or 10.`,
    { offset: 4, help: known?.help ?? 'The file is damaged, or of a game that is not known here.' },
  );
}

import { BytesSource, type WriteEntry } from '@packwright/core';

/** The files that the tour packs, by path. */
const texts: Readonly<Record<string, string>> = {
  'readme.txt': 'This archive was made by the tour. It is gone when the tour ends.\n',
  'scripts/start.cfg': 'map start\nvolume 0.7\n'.repeat(20),
  'scripts/keys.cfg': 'bind w forward\nbind s back\n'.repeat(40),
  'maps/start.ent': '{ "classname" "worldspawn" "message" "Welcome" }\n'.repeat(60),
};

/** The files of the tour as entries; `isFlat` for formats without folders. */
export function demoEntries(isFlat: boolean): readonly WriteEntry[] {
  return Object.entries(texts).map(([path, text]) =>
    demoEntry(isFlat ? path.slice(path.lastIndexOf('/') + 1) : path, new TextEncoder().encode(text)),
  );
}

/** One entry. */
export function demoEntry(path: string, bytes: Uint8Array): WriteEntry {
  return { path, content: new BytesSource(bytes) };
}

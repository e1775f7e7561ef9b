import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BytesSink,
  createArchive,
  type FormatHandle,
  type FormatPlugin,
  resolveOptions,
  type WriteEntry,
} from '@packwright/core';
import { demoEntries, demoEntry } from './demo-files.ts';

/** An archive that the tour has made. */
export interface Demo {
  /** File name in the folder of the tour. */
  readonly name: string;
  /** Whether entries have names, and not only hashes. */
  readonly isNamed: boolean;
  /** Whether another archive is inside. */
  readonly isNested: boolean;
  readonly bytes: Uint8Array;
}

/** Makes a small archive of every format that can be written; each one with folders holds the one before it. */
export async function buildDemos(formats: readonly FormatHandle[], folder: string): Promise<readonly Demo[]> {
  const demos: Demo[] = [];
  for (const handle of formats) {
    const plugin = await handle.load();
    if (plugin.writer === undefined) continue;
    const inner = demos.at(-1);
    const nested = inner === undefined ? [] : [demoEntry(`nested/${inner.name}`, inner.bytes)];
    const withFolders = [...demoEntries(false), ...nested];
    const hasFolders = accepts(plugin, withFolders);
    const sink = new BytesSink();
    await createArchive(plugin, hasFolders ? withFolders : demoEntries(true), sink);
    const name = `${plugin.id}${plugin.extensions[0] ?? ''}`;
    const bytes = sink.bytes();
    writeFileSync(join(folder, name), bytes);
    demos.push({
      name,
      isNamed: plugin.names === undefined,
      isNested: hasFolders && nested.length > 0,
      bytes,
    });
  }
  return demos;
}

function accepts({ id, writer }: FormatPlugin, entries: readonly WriteEntry[]): boolean {
  if (writer === undefined) return false;
  const findings = writer.check(entries, resolveOptions(writer.options, {}, `writing ${id}`));
  return findings.every(({ severity }) => severity !== 'error');
}

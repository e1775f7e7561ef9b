import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  applyRecipe,
  BytesSink,
  BytesSource,
  createArchive,
  makeRecipe,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { samples, samplesMissing } from './support/samples.ts';

/** What is known of each real archive: variant, rows, and whether a plain rewrite gives the same bytes. */
const known: Readonly<Record<string, readonly [variant: string, rows: number, rewrite: 'same' | 'differs']>> =
  {
    '7dfps2020-pak0.pak': ['quake', 1, 'same'],
    'copper-pak1.pak': ['quake', 52, 'same'],
    'daikatana-dkpak-user.pak': ['daikatana', 4, 'same'],
    'ironwail.pak': ['quake', 5, 'same'],
    'q2-game-mod-ds-pak0.pak': ['quake', 15, 'same'],
    // A ZIP lives in the gap and behind the directory.
    'qmin-pak0.pak': ['quake', 1, 'differs'],
    'quakespasm.pak': ['quake', 8, 'same'],
    'vgio-hrot-test.pak': ['hrot', 2, 'same'],
    'vgio-quake-test.pak': ['quake', 2, 'same'],
  };

// Without the folder the known ones are listed as skipped: a file without any test would count as a failure.
const files = samplesMissing
  ? Object.keys(known)
  : [
      ...readdirSync(join(samples, 'quake')).map((name) => join(samples, 'quake', name)),
      ...readdirSync(join(samples, 'minimal')).map((name) => join(samples, 'minimal', name)),
    ].filter((path) => /\.(pak|sin)$/.test(path));

describe.skipIf(samplesMissing).each(files.map((path) => ({ name: basename(path), path })))(
  '$name',
  ({ name, path }) => {
    const bytes = samplesMissing ? new Uint8Array(0) : new Uint8Array(readFileSync(path));
    const open = () => openArchive(new BytesSource(bytes, name), { formats: [plugin], strict: true });

    it('opens under strict and every entry reads', async () => {
      const archive = await open();
      const report = await archive.verify();
      expect(report.failures).toEqual([]);
      if (known[name] === undefined) return;
      expect([archive.variant, archive.length]).toEqual(known[name].slice(0, 2));
    });

    it('comes back byte for byte from its recipe', async () => {
      const archive = await open();
      const recipe = await makeRecipe(archive, { literal: false });
      expect(recipe.unreproduced).toEqual([]);
      const sink = new BytesSink();
      const contents = await Promise.all([...archive.entries()].map((entry) => entry.source()));
      const contentOf = (entry: number) => contents[entry] ?? new BytesSource(new Uint8Array(0));
      await applyRecipe(recipe, contentOf, sink, { codecs: plugin.codecs ?? [] });
      expect(Buffer.compare(sink.bytes(), bytes)).toBe(0);
    });

    it('is written anew in the same style', async () => {
      const archive = await open();
      const entries: WriteEntry[] = [];
      for (const entry of archive.entries()) {
        entries.push({ path: entry.path, content: await entry.source(), attributes: entry.row.attributes });
      }
      const sink = new BytesSink();
      await createArchive(plugin, entries, sink, { options: archive.index.writeOptions });
      const again = await openArchive(new BytesSource(sink.bytes(), name), {
        formats: [plugin],
        strict: true,
      });
      expect([...again.entries()].map((entry) => entry.path)).toEqual(entries.map((entry) => entry.path));
      for (const entry of again.entries()) {
        const [found, expected] = [await entry.bytes(), await archive.entry(entry.index).bytes()];
        expect(Buffer.compare(found, expected), entry.path).toBe(0);
      }
      if (known[name]?.[2] === 'same') expect(Buffer.compare(sink.bytes(), bytes)).toBe(0);
    });
  },
);

import { ArchiveError, BytesSource, openArchive } from '@packwright/core';
import { commitPatches, commitRewrite, DiskSink, Journal, settle } from '@packwright/node/edit';
import { planEdit, rebuildArchive } from '@packwright/toolkit';
import { describe, expect, it } from 'vitest';
import {
  allPlugins,
  type EditableFormat,
  editableFormats,
  makeArchive,
  makeContent,
} from './support/editable-formats.ts';
import { type Fault, SimulatedDisk, seededRandom } from './support/simulated-disk.ts';

const path = '/games/archive';

interface Edit {
  readonly old: Uint8Array;
  readonly fresh: Uint8Array;
  run(disk: SimulatedDisk): Promise<void>;
}

/** Replaces one entry with a longer one and removes another, as one edit. */
async function prepareEdit(format: EditableFormat): Promise<Edit> {
  const contents = new Map([
    ['a.txt', makeContent(1, 300)],
    ['b.txt', makeContent(2, 50)],
    ['c.txt', makeContent(3, 700)],
  ]);
  const old = await makeArchive(format, contents);
  const plan = async () => {
    const archive = await openArchive(new BytesSource(old), {
      formats: allPlugins,
      format: format.plugin.id,
    });
    const requests = [
      { kind: 'replace', path: ['a.txt'], content: new BytesSource(makeContent(9, 5000)) },
      { kind: 'remove', path: ['b.txt'] },
    ] as const;
    return { archive, plan: await planEdit(archive, requests, { formats: allPlugins }) };
  };
  const run = async (disk: SimulatedDisk): Promise<void> => {
    const { archive, plan: edit } = await plan();
    const journal = Journal.open(disk, path, 'create');
    if (edit.patches !== undefined) {
      await commitPatches(disk, journal, 'test', edit.patches);
      return;
    }
    const temporary = `${path}.tmp`;
    const sink = DiskSink.create(disk, temporary);
    await rebuildArchive(archive, edit.rewrite?.changes ?? [], sink, []);
    sink.flush();
    await commitRewrite(disk, journal, 'test', temporary);
  };
  const disk = SimulatedDisk.with({ [path]: old });
  await run(disk);
  return { old, fresh: disk.bytesOf(path)?.slice() ?? new Uint8Array(), run };
}

function recover(disk: SimulatedDisk): void {
  if (disk.stat(`${path}.pkw-journal`) === undefined) return;
  const journal = Journal.open(disk, path, 'create');
  settle(disk, journal);
  journal.close();
}

async function attempt(work: () => Promise<void> | void): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

function equals(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

describe.each(editableFormats)('an edit of $name', (format) => {
  it('leaves the old or the new archive after a power cut at any call', async () => {
    const edit = await prepareEdit(format);
    const calls = SimulatedDisk.with({ [path]: edit.old });
    await edit.run(calls.inject(undefined));
    for (let at = 0; at < calls.calls; at++) {
      for (let seed = 0; seed < 4; seed++) {
        const disk = SimulatedDisk.with({ [path]: edit.old }).inject({ at, kind: 'power-cut' });
        await attempt(() => edit.run(disk));
        expect(disk.isDead).toBe(true);
        const random = seededRandom(at * 100 + seed);
        let found = disk.afterPowerCut(random);
        // The power may fail again while recovery is at work.
        for (let again = 0; again < 4; again++) {
          const error = await attempt(() => recover(found.inject({ at: again, kind: 'power-cut' })));
          if (error === undefined) break;
          expect(found.isDead).toBe(true);
          found = found.afterPowerCut(random);
        }
        recover(found.inject(undefined));
        const bytes = found.bytesOf(path);
        expect(equals(bytes, edit.old) || equals(bytes, edit.fresh), `call ${at}, seed ${seed}`).toBe(true);
      }
    }
  });

  it.each(['short-write', 'ENOSPC', 'EIO', 'flush-fails'] satisfies Fault['kind'][])(
    'leaves the old or the new archive after %s at any call',
    async (kind) => {
      const edit = await prepareEdit(format);
      const calls = SimulatedDisk.with({ [path]: edit.old });
      await edit.run(calls.inject(undefined));
      for (let at = 0; at < calls.calls; at++) {
        const disk = SimulatedDisk.with({ [path]: edit.old }).inject({ at, kind });
        const error = await attempt(() => edit.run(disk));
        disk.inject(undefined);
        recover(disk);
        const bytes = disk.bytesOf(path);
        const isNew = equals(bytes, edit.fresh);
        if (error === undefined) expect(isNew, `call ${at}`).toBe(true);
        else expect(isNew || equals(bytes, edit.old), `call ${at}: ${ArchiveError.is(error)}`).toBe(true);
      }
    },
  );
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { recoverArchive, undoEdit } from '@packwright/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EditableFormat,
  editableFormats,
  makeArchive,
  makeContent,
} from './support/editable-formats.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./support/killed-editor.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../packages/node/dist/edit/index.js', import.meta.url));
const packages: Readonly<Record<string, string>> = {
  'quake-pak': '@packwright/quake-pak',
  'forgelight-pack2': '@packwright/forgelight-pack2',
  'forgelight-pack': '@packwright/forgelight-pack2',
  'rfg-vpp': '@packwright/rfg-vpp',
  'saints-row-vpp': '@packwright/saints-row-vpp',
  'rage-rpf': '@packwright/rage-rpf',
};

let folder = '';

beforeAll(() => {
  expect(existsSync(built), `${built} is missing: build first`).toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'packwright-kill-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Edits in a child that kills itself at a call; without a call it runs to the end and tells how many there were. */
async function edit(
  archive: string,
  format: EditableFormat,
  call: number,
  path: readonly string[],
): Promise<number> {
  const module = packages[format.plugin.id] ?? '';
  const args = [script, archive, module, String(call), ...path];
  const { stdout } = await run(process.execPath, args).catch(
    (error: { signal?: string; stderr?: string }) => {
      if (error.signal !== 'SIGKILL') throw new Error(error.stderr);
      return { stdout: '-1' };
    },
  );
  return Number(stdout);
}

async function killEverywhere(
  format: EditableFormat,
  old: Uint8Array,
  path: readonly string[],
): Promise<void> {
  const archive = join(folder, 'archive');
  const start = (): void => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    writeFileSync(archive, old);
  };
  start();
  const calls = await edit(archive, format, -1, path);
  const fresh = readFileSync(archive);
  expect(fresh.equals(old)).toBe(false);
  undoEdit(archive);
  expect(readFileSync(archive).equals(old)).toBe(true);
  for (let call = 0; call < calls; call++) {
    start();
    expect(await edit(archive, format, call, path)).toBe(-1);
    recoverArchive(archive);
    const found = readFileSync(archive);
    expect(found.equals(old) || found.equals(fresh), `killed at call ${call} of ${calls}`).toBe(true);
  }
}

const contents = new Map([
  ['a.txt', makeContent(1, 300)],
  ['b.txt', makeContent(2, 50)],
]);
const oneOfEach = editableFormats.filter(
  ({ plugin }, at) => editableFormats.findIndex((other) => other.plugin === plugin) === at,
);

describe.skipIf(process.platform === 'win32')('an editor killed at every call', () => {
  it.each(oneOfEach)('leaves the old or the new archive: $name', async (format) => {
    await killEverywhere(format, await makeArchive(format, contents), ['a.txt']);
  });

  it('leaves the old or the new archive: nested', async () => {
    const [format] = oneOfEach;
    if (format === undefined) throw new Error('there is no format');
    const inner = await makeArchive(format, contents);
    const outer = new Map([
      ['inner.pak', inner],
      ['z.txt', makeContent(4, 90)],
    ]);
    await killEverywhere(format, await makeArchive(format, outer), ['inner.pak', 'a.txt']);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { buildToy, type ToyFile } from '../support/toy-format.ts';

const count = 20_000;
const script = new URL('../support/extract-forever.mjs', import.meta.url);

/** Starts a program that extracts, and waits until it is in the middle of it. */
async function startExtraction(archive: string, out: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script.pathname, archive, out], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null)
    throw new Error(`The program ended with ${child.exitCode} before it was interrupted.`);
  return child;
}

describeWithWorkers('an interrupted program', () => {
  test.each([
    ['SIGINT', 130, true],
    ['SIGTERM', 143, false],
  ] as const)(
    '%s ends it with %d, whole files and no temporaries (new folder: %s)',
    async (signal, code, isNew) => {
      const folder = temporaryFolder();
      const content = 'whole '.repeat(500);
      const files = Array.from(
        { length: count },
        (_, number): ToyFile => ({ path: `d${number % 5}/${number}`, content }),
      );
      writeFileSync(join(folder, 'a.toy'), buildToy(files));
      const out = join(folder, 'out');
      if (!isNew) mkdirSync(out);
      const child = await startExtraction(join(folder, 'a.toy'), out);
      child.kill(signal);
      const [exitCode] = await once(child, 'exit');
      expect(exitCode).toBe(code);
      expect(readdirSync(folder).sort()).toEqual(['a.toy', 'out']);
      const written = Object.entries(listTree(out)).filter(([path]) => !path.endsWith('/'));
      expect(written.length).toBeGreaterThan(0);
      expect(written.length).toBeLessThan(count);
      for (const [path, text] of written) {
        if (text !== content || path.endsWith('.tmp')) throw new Error(`${path} has ${text.length} bytes.`);
      }
    },
  );
});

import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { finish } from './support/run-command.ts';

test('docs/cli.md and the man page say what the table of verbs says', async () => {
  const script = fileURLToPath(new URL('../../../scripts/cli-docs.mjs', import.meta.url));
  const { code, stderr } = await finish(spawn(process.execPath, [script, '--check']));
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

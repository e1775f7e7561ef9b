import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { installSignalCleanup } from '../../src/files/signal-cleanup.ts';
import { removeTemporaries, trackTemporary, trackTemporaryPath } from '../../src/files/temporaries.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a signal removes what is noted and ends the process with its number', () => {
  const folder = join(temporaryFolder(), 'half');
  mkdirSync(folder);
  writeFileSync(join(folder, 'x'), '');
  trackTemporaryPath(folder);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = process.listenerCount('SIGINT');
  const uninstall = installSignalCleanup();
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  process.emit('SIGTERM', 'SIGTERM');
  expect(exit).toHaveBeenCalledWith(143);
  expect(existsSync(folder)).toBe(false);
  uninstall();
  expect(process.listenerCount('SIGINT')).toBe(before);
  exit.mockRestore();
});

test('one failure does not keep the others', () => {
  const removed: string[] = [];
  const forget = trackTemporary({ remove: () => removed.push('forgotten') });
  trackTemporary({ remove: () => removed.push('first') });
  trackTemporary({
    remove: () => {
      throw new Error('stuck');
    },
  });
  forget();
  expect(removeTemporaries()).toEqual([new Error('stuck')]);
  expect(removed).toEqual(['first']);
});

import { lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseLinkedParent } from '../../../src/extract/rules/linked-parent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a link is refused wherever it leads, a folder is not', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'inside'));
  symlinkSync('/', join(folder, 'outside'));
  symlinkSync('nowhere', join(folder, 'broken'));
  for (const name of ['inside', 'outside', 'broken']) {
    expect(() => refuseLinkedParent(lstatSync(join(folder, name)), name)).toThrow(
      expect.objectContaining({
        code: 'PATH_UNSAFE',
        message: `The folder "${name}" in the destination is a link.`,
      }),
    );
  }
  refuseLinkedParent(lstatSync(join(folder, 'real')), 'real');
});

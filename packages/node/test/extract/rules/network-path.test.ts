import { expect, test } from 'vitest';
import { refuseNetworkPath } from '../../../src/extract/rules/network-path.ts';

test.each(['\\\\server\\share\\x', '//server/share', '\\/mixed', '\\\\?\\C:\\x', '\\\\.\\pipe\\x'])(
  'refuses %j',
  (path) => {
    expect(() => refuseNetworkPath(path)).toThrow(expect.objectContaining({ code: 'PATH_UNSAFE' }));
  },
);

test.each(['/one', 'a//b', 'a\\\\b', ''])('lets %j pass', (path) => {
  refuseNetworkPath(path);
});

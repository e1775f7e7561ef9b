import { expect, test } from 'vitest';
import { paletteFor } from '../../src/output/color.ts';
import { formatTree } from '../../src/output/tree.ts';

test('folders come before files, archives count as folders, names are escaped', () => {
  const file = (path: string, size?: number) => ({ path, kind: 'file' as const, size });
  const leaves = [
    file('readme.txt', 5),
    file('data/inner.pak', 100),
    file('data/inner.pak!/maps/a.bsp', 9),
    file('data/b\u0007.cfg'),
    { path: 'empty', kind: 'directory' as const, size: undefined },
  ];
  expect(formatTree(leaves, paletteFor({}, 'never'))).toEqual([
    '├── data/',
    '│   ├── inner.pak 100 B',
    '│   │   └── maps/',
    '│   │       └── a.bsp 9 B',
    '│   └── b\\x07.cfg',
    '├── empty/',
    '└── readme.txt 5 B',
  ]);
});

import type { Finding } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { type TargetOptions, TargetTree } from '../../src/extract/target-tree.ts';

function makeTree(options: Partial<TargetOptions> = {}): {
  place(path: string): string | undefined;
  tree: TargetTree;
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const tree = new TargetTree({ stripComponents: 0, flat: false, nameLength: 4096, report, ...options });
  const place = (path: string): string | undefined => {
    const target = tree.placeFile(path);
    return target && [...tree.folderParts(target.folder), target.name].join('/');
  };
  return { place, tree, findings };
}

describe('TargetTree', () => {
  test('gives each entry its own place', () => {
    const { place, tree, findings } = makeTree();
    expect(place('a/b/one')).toBe('a/b/one');
    expect(place('a/b/two')).toBe('a/b/two');
    expect(place('three')).toBe('three');
    expect(tree.folders).toHaveLength(3);
    expect(findings).toEqual([]);
  });

  test('names that meet after folding get a suffix and a finding', () => {
    const { place, findings } = makeTree();
    expect(place('d/Readme.txt')).toBe('d/Readme.txt');
    expect(place('d/README.TXT')).toBe('d/README~2.TXT');
    expect(place('d/readme.txt')).toBe('d/readme~3.txt');
    expect(place('d/Readme.txt')).toBe('d/Readme~4.txt');
    expect(place('d/cafe\u0301')).toBe('d/cafe\u0301');
    expect(place('d/caf\u00e9')).toBe('d/caf\u00e9~2');
    expect(findings.map(({ code }) => code)).toEqual(Array(4).fill('path-collision'));
    expect(findings[0]?.message).toBe(
      '"d/README.TXT" is written with the name "README~2.TXT", because "README.TXT" is taken there, on some systems at least.',
    );
  });

  test('a suffixed name is taken, too', () => {
    const { place } = makeTree();
    expect(place('x~2')).toBe('x~2');
    expect(place('x')).toBe('x');
    expect(place('X')).toBe('X~3');
    expect(place('X~2')).toBe('X~2~2');
  });

  test('folders that meet become one, under the first spelling', () => {
    const { place, findings } = makeTree();
    expect(place('Models/a')).toBe('Models/a');
    expect(place('models/b')).toBe('Models/b');
    expect(place('models/c')).toBe('Models/c');
    expect(place('MODELS/A')).toBe('Models/A~2');
    expect(findings.map(({ code }) => code)).toEqual(['folder-merged', 'folder-merged', 'path-collision']);
  });

  test('a file and a folder of one name both get a place', () => {
    const { place } = makeTree();
    expect(place('a')).toBe('a');
    expect(place('a/b')).toBe('a~2/b');
    expect(place('a/c')).toBe('a~2/c');
    expect(place('f/g/h')).toBe('f/g/h');
    expect(place('f/G')).toBe('f/G~2');
  });

  test('strip leaves out folders, and what has no more', () => {
    const { place } = makeTree({ stripComponents: 1 });
    expect(place('top/a/b')).toBe('a/b');
    expect(place('top/c')).toBe('c');
    expect(place('top/d')).toBe('d');
    expect(place('lonely')).toBeUndefined();
  });

  test('strip by two does not fool the quick way', () => {
    const { place } = makeTree({ stripComponents: 2 });
    expect(place('a/b')).toBeUndefined();
    expect(place('a/c')).toBeUndefined();
    expect(place('a/b/c')).toBe('c');
  });

  test('flat leaves out all folders', () => {
    const { place } = makeTree({ flat: true });
    expect(place('a/x')).toBe('x');
    expect(place('b/x')).toBe('x~2');
    expect(place('a/y')).toBe('y');
  });

  test('the quick way keeps the rules', () => {
    const { place } = makeTree();
    place('a/x');
    expect(place('a/nul')).toBe('a/%6Eul');
    expect(() => place('a/..')).toThrow(expect.objectContaining({ code: 'PATH_UNSAFE' }));
    expect(place('a/b\\c')).toBe('a/b/c');
    expect(place('a/b\\d')).toBe('a/b/d');
  });

  test.each([
    ['of two and three bytes', `${'é'.repeat(100)}/${'語'.repeat(80)}/${'語'.repeat(80)}`, 800],
    ['of escapes', '\ud800'.repeat(40), 400],
  ])('the limit of a path counts bytes in a folder that is known, too: %s', (_, folder, nameLength) => {
    const { place } = makeTree({ nameLength });
    expect(place(`${folder}/short`)).toMatch(/short$/);
    expect(() => place(`${folder}/${'n'.repeat(199)}`)).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
    );
    expect(place(`${folder}/other`)).toMatch(/other$/);
  });

  test('a path that names nothing has no place', () => {
    const { place, tree } = makeTree();
    expect(place('')).toBeUndefined();
    expect(place('/')).toBeUndefined();
    expect(tree.placeFolder('.')).toBeUndefined();
    expect(tree.placeFolder('x/y')).toBe(2);
  });

  test('many equal names take time that grows with their number only', () => {
    const { tree, findings } = makeTree();
    for (let i = 0; i < 20_000; i++) tree.placeFile('same');
    expect(findings).toHaveLength(19_999);
    expect(tree.placeFile('same')?.name).toBe('same~20001');
  });
});

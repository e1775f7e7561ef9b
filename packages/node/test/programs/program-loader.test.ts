import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompiledCode } from '../../src/programs/compiled-code.ts';
import { ProgramLoader } from '../../src/programs/program-loader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// V8 itself remembers what this process has compiled.
setFlagsFromString('--no-compilation-cache');

let folder: string;
let path: string;
const store = () => ({ folder: join(folder, 'cache', 'packwright'), work: 'test' });
const kept = (): string[] => readdirSync(store().folder);

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  path = join(folder, 'program.cjs');
  writeFileSync(
    path,
    "exports.answer = () => 42; exports.name = __filename; exports.sep = require('node:path').sep;",
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

const importer = (url: string): Promise<unknown> => import(url);

interface Program {
  readonly name: string;
  readonly sep: string;
  answer(): number;
}

/** Loads, keeps the code, and tells whether there was code to begin with. */
function run(loader: ProgramLoader = new ProgramLoader(importer, store())): {
  program: Program;
  isCompiled: boolean;
} {
  const written = vi.spyOn(CompiledCode.prototype, 'write');
  const program = loader.load(path) as Program;
  program.answer();
  loader.keepCode();
  const isCompiled = written.mock.calls.length === 0;
  written.mockRestore();
  return { program, isCompiled };
}

describe('a program', () => {
  it('runs as CommonJS does, once', () => {
    const loader = new ProgramLoader(importer);
    const { program } = run(loader);
    expect(program.name).toBe(path);
    expect(['/', '\\']).toContain(program.sep);
    expect(program.answer()).toBe(42);
    expect(loader.load(path)).toBe(program);
  });

  it('imports what it asks for, seen from its own place', async () => {
    const beside = join(folder, 'node_modules', 'beside');
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, 'package.json'), '{"name":"beside","type":"module","exports":"./beside.js"}');
    writeFileSync(join(beside, 'beside.js'), 'export const here = import.meta.url;');
    const url = pathToFileURL(join(beside, 'beside.js')).href;
    writeFileSync(path, `exports.both = () => Promise.all(['beside', '${url}'].map(__import));`);
    const program = new ProgramLoader(importer).load(path) as { both(): Promise<{ here: string }[]> };
    expect((await program.both()).map(({ here }) => here)).toEqual([url, url]);
  });

  it('says in which file and line it fails', () => {
    writeFileSync(path, 'exports.x = 1;\nthrow new Error("no luck");');
    let stack = '';
    try {
      new ProgramLoader(importer).load(path);
    } catch (error) {
      stack = String((error as Error).stack);
    }
    expect(stack).toContain('program.cjs:2');
  });

  it('keeps nothing without a store', () => {
    run(new ProgramLoader(importer));
    expect(readdirSync(folder)).toEqual(['program.cjs']);
  });
});

describe('compiled code', () => {
  it('is used by the next run', () => {
    expect(run().isCompiled).toBe(false);
    expect(kept()).toHaveLength(1);
    const { program, isCompiled } = run();
    expect(isCompiled).toBe(true);
    expect(program.answer()).toBe(42);
  });

  it('belongs to one kind of work', () => {
    run();
    expect(run(new ProgramLoader(importer, { ...store(), work: 'other' })).isCompiled).toBe(false);
    expect(kept()).toHaveLength(2);
  });

  it('is not used for a program of the same length and time', () => {
    run();
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, readFileSync(path, 'utf8').replace('42', '43'));
    utimesSync(path, atime, mtime);
    expect(statSync(path).size).toBe(size);
    const { program, isCompiled } = run();
    expect(program.answer()).toBe(43);
    expect(isCompiled).toBe(false);
    expect(run().isCompiled).toBe(true);
    expect(kept()).toHaveLength(1);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['of another Node', (bytes: Buffer) => flip(bytes, bytes.indexOf(process.version) + 1)],
    ['damaged', (bytes: Buffer) => flip(bytes, bytes.length - 100)],
  ])('that is %s is made again', (_, spoil) => {
    run();
    const file = join(store().folder, kept()[0] ?? '');
    writeFileSync(file, spoil(readFileSync(file)));
    const { program, isCompiled } = run();
    expect(program.answer()).toBe(42);
    expect(isCompiled).toBe(false);
    expect(run().isCompiled).toBe(true);
  });

  it('that V8 rejects, for other flags than before, is not used and stays', () => {
    run();
    const file = join(store().folder, kept()[0] ?? '');
    writeFileSync(file, otherVersion(readFileSync(file)));
    const before = readFileSync(file);
    expect(run().program.answer()).toBe(42);
    expect(readFileSync(file)).toEqual(before);
  });

  it('belongs to the flags of the process', () => {
    run();
    vi.stubEnv('NODE_OPTIONS', '--no-opt');
    expect(run().isCompiled).toBe(false);
    vi.unstubAllEnvs();
  });

  it.skipIf(process.platform === 'win32')('that others can change is not used, nor shown to them', () => {
    run();
    const file = join(store().folder, kept()[0] ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(store().folder).mode & 0o777).toBe(0o700);
    chmodSync(file, 0o622);
    expect(run().isCompiled).toBe(false);
  });

  it('that cannot be kept is not missed', () => {
    writeFileSync(join(folder, 'cache'), 'a file where the folder should be');
    expect(run().program.answer()).toBe(42);
    expect(run().isCompiled).toBe(false);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** V8 has a head of its own behind ours: a number for this kind of code, then its version. */
function otherVersion(bytes: Buffer): Buffer {
  const at = Math.ceil((8 + bytes.readUInt32LE(0)) / 64) * 64;
  const changed = flip(bytes, at + 4);
  changed.writeUInt32LE(crc32(changed.subarray(at)), 4);
  return changed;
}

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCodeStore } from '../../src/programs/code-store.ts';
import { CompiledCode } from '../../src/programs/compiled-code.ts';
import { ProgramLoader } from '../../src/programs/program-loader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// V8 itself remembers what this process has compiled.
setFlagsFromString('--no-compilation-cache');

let folder: string;
let path: string;
const store = () => ({ folder: join(folder, 'cache', 'packwright'), work: 'test', flags: '' });
const kept = (): string[] => readdirSync(store().folder);
const keptFile = (): string => join(store().folder, kept()[0] ?? '');

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
  more(): void;
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
    writeFileSync(keptFile(), spoil(readFileSync(keptFile())));
    const { program, isCompiled } = run();
    expect(program.answer()).toBe(42);
    expect(isCompiled).toBe(false);
    expect(run().isCompiled).toBe(true);
  });

  it('that V8 rejects although its stamp fits is made again', () => {
    run();
    writeFileSync(keptFile(), otherVersion(readFileSync(keptFile())));
    expect(run()).toMatchObject({ isCompiled: false });
    expect(run()).toMatchObject({ isCompiled: true });
  });

  it('belongs to the flags that the process was started with, in threads as well', () => {
    run();
    expect(run(new ProgramLoader(importer, { ...store(), flags: '--no-opt' })).isCompiled).toBe(false);
    vi.stubEnv('NODE_OPTIONS', '--no-opt');
    expect(makeCodeStore('folder', 'work').flags).toContain('--no-opt');
    vi.unstubAllEnvs();
  });

  it('is kept with the flags it will be read with, not with those of a moment', () => {
    const loader = new ProgramLoader(importer, store());
    loader.load(path);
    withOtherFlags(() => loader.keepCode());
    expect(existsSync(store().folder)).toBe(false);
    loader.keepCode();
    expect(run().isCompiled).toBe(true);
  });

  it('that V8 rejects for the flags of a moment stays', () => {
    run();
    const before = readFileSync(keptFile());
    const loader = new ProgramLoader(importer, store());
    withOtherFlags(() => loader.load(path));
    loader.keepCode();
    expect(readFileSync(keptFile())).toEqual(before);
    expect(run().isCompiled).toBe(true);
  });

  it('is made again by a run that worked more than twice as long, with what both have called', () => {
    writeFileSync(
      path,
      `exports.answer = () => 42; exports.more = () => { ${'Math.random();'.repeat(999)} };`,
    );
    const effort = vi.spyOn(process, 'cpuUsage');
    const runFor = (milliseconds: number, call: (program: Program) => unknown): number => {
      effort.mockReturnValue({ user: milliseconds * 600, system: milliseconds * 400 });
      const loader = new ProgramLoader(importer, store());
      call(loader.load(path) as Program);
      loader.keepCode();
      return statSync(keptFile()).size;
    };
    const first = runFor(100, (program) => program.answer());
    expect(runFor(200, (program) => program.more())).toBe(first);
    const second = runFor(201, (program) => program.more());
    expect(second).toBeGreaterThan(first + 999);
    expect(runFor(402, () => {})).toBe(second);
    // What V8 has forgotten, or never needed, is not lost.
    expect(runFor(403, () => {})).toBe(second);
  });

  it('that another run kept meanwhile is not replaced by less', () => {
    writeFileSync(
      path,
      `exports.answer = () => 42; exports.more = () => { ${'Math.random();'.repeat(999)} };`,
    );
    const loaders = [new ProgramLoader(importer, store()), new ProgramLoader(importer, store())];
    const [rich, poor] = loaders.map((loader) => loader.load(path) as Program);
    rich?.more();
    poor?.answer();
    loaders[0]?.keepCode();
    const { size } = statSync(keptFile());
    loaders[1]?.keepCode();
    expect(statSync(keptFile()).size).toBe(size);
  });

  it('is of the file that was read, not of one that takes its place meanwhile', () => {
    const other = join(folder, 'other.cjs');
    writeFileSync(
      other,
      "exports.answer = () => 43; exports.name = __filename; exports.sep = require('node:path').sep;",
    );
    const read = vi.spyOn(CompiledCode.prototype, 'read');
    read.mockImplementationOnce(() => {
      renameSync(other, path);
      return undefined;
    });
    expect(run().program.answer()).toBe(42);
    expect(run()).toMatchObject({ isCompiled: false });
  });

  it.skipIf(process.platform === 'win32')('that others can change is not used, nor shown to them', () => {
    run();
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
    expect(statSync(store().folder).mode & 0o777).toBe(0o700);
    chmodSync(keptFile(), 0o622);
    expect(run().isCompiled).toBe(false);
  });

  it('that cannot be kept is not missed', () => {
    writeFileSync(join(folder, 'cache'), 'a file where the folder should be');
    expect(run().program.answer()).toBe(42);
    expect(run().isCompiled).toBe(false);
  });
});

/** Does something while V8 has a flag that it was not started with. */
function withOtherFlags(action: () => void): void {
  setFlagsFromString('--max-optimized-bytecode-size=0');
  try {
    action();
  } finally {
    setFlagsFromString('--max-optimized-bytecode-size=61440');
  }
}

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** More code than before, of another V8: it has a head of its own behind ours, a number for this kind of code, then its version. */
function otherVersion(bytes: Buffer): Buffer {
  const at = Math.ceil((16 + bytes.readUInt32LE(0)) / 64) * 64;
  const changed = Buffer.concat([flip(bytes, at + 4), Buffer.alloc(1000)]);
  changed.writeUInt32LE(crc32(changed.subarray(at)), 4);
  return changed;
}

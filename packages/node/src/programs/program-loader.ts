import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { CodeStore } from './code-store.ts';
import { CompiledCode } from './compiled-code.ts';

/** Code of a run that worked this many times longer than the one before has more functions in it, and is worth keeping. */
const clearlyLonger = 2;

/** Imports a module by its URL: what runs a program has no `import` of its own. */
export type Importer = (url: string) => Promise<unknown>;

type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
  importModule: Importer,
) => void;

/** A program that runs, and what is known of the code that is kept for it. */
interface Running {
  readonly script: Script;
  readonly name: string;
  readonly stamp: string;
  /** Which flags V8 compiled it with. */
  readonly tag: number;
  readonly isRejected: boolean;
  /** How long the run worked that the kept code is of; 0 where there is none that V8 takes. */
  effort: number;
}

/**
 * Runs programs: files of CommonJS that have all in them they need but what comes with Node. What they import later
 * they ask `__import` for. Compiling one takes as long as much of the work it is for, so compiled code is kept where there is a store.
 */
export class ProgramLoader {
  readonly store: CodeStore | undefined;
  readonly #importer: Importer;
  readonly #code: CompiledCode | undefined;
  readonly #loaded = new Map<string, unknown>();
  readonly #running: Running[] = [];

  constructor(importer: Importer, store?: CodeStore | undefined) {
    this.#importer = importer;
    this.store = store;
    this.#code = store && new CompiledCode(store.folder);
  }

  /** What a program exports; it runs once. */
  load(path: string): unknown {
    if (!this.#loaded.has(path)) this.#loaded.set(path, this.#run(path));
    return this.#loaded.get(path);
  }

  /** Whether `keepCode` would keep anything by now. */
  get hasCode(): boolean {
    const effort = ownEffort();
    return this.#running.some((program) => isOutgrown(program, effort));
  }

  /** Keeps what was compiled in this run, the functions that were called by now, where that is more than before. */
  keepCode(): void {
    const effort = ownEffort();
    for (const program of this.#running) if (isOutgrown(program, effort)) this.#keep(program, effort);
  }

  #keep(program: Running, effort: number): void {
    const { script, name, stamp, tag, isRejected } = program;
    // V8 notes its flags when it gives the code, whatever they were when it compiled. With others than a later run
    // starts with, such as those of `OptimizerHold`, it would reject the code each time.
    if (flagTag() !== tag) return;
    program.effort = effort;
    const code = script.createCachedData();
    const before = isRejected ? undefined : this.#code?.read(name, stamp);
    // V8 forgets functions that were not called for long, and another run may have kept more meanwhile.
    const isPoorer = before !== undefined && before.tag === tag && before.code.length > code.length;
    this.#code?.write(name, stamp, { tag, effort, code: isPoorer ? before.code : code });
  }

  #run(path: string): unknown {
    const { text, stamp } = readProgram(path, this.store?.flags ?? '');
    const name = `${nameFor(path)}-${this.store?.work}`;
    const kept = this.#code?.read(name, stamp);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname, __import) { ${text}\n})`,
      { filename: path, ...(kept === undefined ? {} : { cachedData: kept.code as Buffer }) },
    );
    const isRejected = script.cachedDataRejected === true;
    if (this.#code !== undefined) {
      const isUsed = kept !== undefined && !isRejected;
      const { tag, effort } = isUsed ? kept : { tag: flagTag(), effort: 0 };
      this.#running.push({ script, name, stamp, tag, isRejected, effort });
    }
    const module = { exports: {} };
    const run = script.runInThisContext() as Wrapper;
    const require = createRequire(path);
    run(module.exports, require, module, path, dirname(path), (name) =>
      this.#importer(name.startsWith('file:') ? name : pathToFileURL(require.resolve(name)).href),
    );
    return module.exports;
  }
}

function isOutgrown(program: Running, effort: number): boolean {
  return effort > program.effort * clearlyLonger;
}

/** Milliseconds of processor time: waiting for a pipe compiles nothing. */
function ownEffort(): number {
  const { user, system } = process.cpuUsage();
  return Math.ceil((user + system) / 1000);
}

/**
 * A number for V8's version and its flags as they are now. The module is loaded where there is code to make, for it brings
 * streams along: that takes as long as reading the code of a program.
 */
function flagTag(): number {
  return process.getBuiltinModule('node:v8').cachedDataVersionTag();
}

/**
 * The text of a program, and its stamp: that changes whenever the file does, for V8 itself compares no more of a source
 * than its length, and with the flags of the process, for code fits one set of them only.
 */
function readProgram(path: string, flags: string): { readonly text: string; readonly stamp: string } {
  // Both of one open file: another may take its place at any time.
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs, ctimeMs, ino } = fstatSync(file);
    const { version, versions, arch } = process;
    const stamp = [path, size, mtimeMs, ctimeMs, ino, version, versions.v8, arch, flags].join('\n');
    return { text: readFileSync(file, 'utf8'), stamp };
  } finally {
    closeSync(file);
  }
}

/** A short name for a path. Two paths that share one only take turns: stamps tell them apart. */
function nameFor(path: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

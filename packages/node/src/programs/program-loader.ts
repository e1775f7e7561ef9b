import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { CompiledCode } from './compiled-code.ts';

/** Where compiled code is kept, as plain data for threads. */
export interface CodeStore {
  readonly folder: string;
  /** What is being done: each work compiles other functions, and only those it needs are worth reading. */
  readonly work: string;
}

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

/** A program that was compiled in this run, and where that shall be kept. */
interface Fresh {
  readonly script: Script;
  readonly name: string;
  readonly stamp: string;
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
  #fresh: Fresh[] = [];

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

  /** Keeps what was compiled in this run: the functions that were called by now. */
  keepCode(): void {
    for (const { script, name, stamp } of this.#fresh.splice(0)) {
      this.#code?.write(name, stamp, script.createCachedData());
    }
  }

  #run(path: string): unknown {
    const stamp = this.#code === undefined ? '' : stampOf(path);
    const name = `${nameFor(path)}-${this.store?.work}`;
    const cachedData = this.#code?.read(name, stamp);
    const text = `(function (exports, require, module, __filename, __dirname, __import) { ${readFileSync(path, 'utf8')}\n})`;
    const script = new Script(text, {
      filename: path,
      ...(cachedData === undefined ? {} : { cachedData: cachedData as Buffer }),
    });
    // What V8 rejects although the stamp fits was made with flags that were set while a program ran: it stays.
    if (cachedData === undefined) this.#fresh.push({ script, name, stamp });
    const module = { exports: {} };
    const run = script.runInThisContext() as Wrapper;
    const require = createRequire(path);
    run(module.exports, require, module, path, dirname(path), (name) =>
      this.#importer(name.startsWith('file:') ? name : pathToFileURL(require.resolve(name)).href),
    );
    return module.exports;
  }
}

/**
 * Changes whenever a file does, for V8 itself compares no more of a source than its length; and with the flags of the
 * process, for code fits one set of them only.
 */
function stampOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  const { version, arch, execArgv, env } = process;
  return [path, size, mtimeMs, ctimeMs, ino, version, arch, ...execArgv, env.NODE_OPTIONS].join('\n');
}

/** A short name for a path. Two paths that share one only take turns: stamps tell them apart. */
function nameFor(path: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

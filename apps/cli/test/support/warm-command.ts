import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { commandPath, neutralEnvironment, type RunOptions, type RunResult } from './run-command.ts';

/** What loads the command as its file does. */
const loaderUrl = new URL('../../../../packages/node/dist/index.js', import.meta.url).href;

/** Runs the commands that come in, one a line, and marks in both streams where each one ends. */
const driver = `
  import { createInterface } from 'node:readline';
  const [commandPath, loaderUrl, mark] = process.argv.slice(1);
  const { ProgramLoader } = await import(loaderUrl);
  const programs = new ProgramLoader((url) => import(url));
  const { main } = programs.load(commandPath);
  const environment = { ...process.env };
  for await (const line of createInterface({ input: process.stdin })) {
    const { args, cwd, env } = JSON.parse(line);
    process.chdir(cwd);
    process.env = { ...environment, ...env };
    const code = await main(args, { programs, threads: [] });
    process.stdout.write(mark + code + '\\n');
    process.stderr.write(mark + '\\n');
  }
`;

/** One process of the built program that runs command after command. */
class WarmCommand {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #streams: readonly MarkedStream[];
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    const mark = randomUUID();
    const args = ['--input-type=module', '--eval', driver, commandPath, loaderUrl, mark];
    this.#child = spawn(process.execPath, args, { env: { ...process.env, ...neutralEnvironment } });
    this.#streams = [this.#child.stdout, this.#child.stderr].map((stream) => new MarkedStream(stream, mark));
    // It serves one test file after the other, and ends when its input does: with the process of the tests.
    this.#child.unref();
  }

  get hasEnded(): boolean {
    return this.#streams.some(({ hasEnded }) => hasEnded);
  }

  run(args: readonly string[], { cwd = process.cwd(), env = {} }: RunOptions): Promise<RunResult> {
    const result = this.#last.then(async () => {
      this.#child.stdin.write(`${JSON.stringify({ args, cwd, env })}\n`);
      const [out, err] = await Promise.all(this.#streams.map((stream) => stream.next()));
      const bytes = out?.bytes ?? Buffer.alloc(0);
      return {
        code: Number(out?.tail),
        stdout: bytes.toString(),
        bytes,
        stderr: err?.bytes.toString() ?? '',
      };
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** A stream cut at the marks in it. */
class MarkedStream {
  readonly #mark: string;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: { resolve(piece: Piece): void; reject(error: Error): void } | undefined;
  hasEnded = false;

  constructor(stream: NodeJS.ReadableStream, mark: string) {
    this.#mark = mark;
    stream.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#look();
    });
    stream.on('end', () => {
      this.hasEnded = true;
      this.#look();
    });
  }

  /** What comes up to the next mark, and the text behind the mark. */
  next(): Promise<Piece> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#look();
    });
  }

  #look(): void {
    const at = this.#bytes.indexOf(this.#mark);
    const end = at < 0 ? -1 : this.#bytes.indexOf('\n', at);
    if (this.#waiting === undefined) return;
    if (end < 0) {
      if (this.hasEnded) this.#waiting.reject(new Error(`The command ended the process: ${this.#bytes}`));
      return;
    }
    const piece = {
      bytes: this.#bytes.subarray(0, at),
      tail: this.#bytes.toString('latin1', at + this.#mark.length, end),
    };
    this.#bytes = this.#bytes.subarray(end + 1);
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(piece);
  }
}

interface Piece {
  readonly bytes: Buffer;
  readonly tail: string;
}

let warm: WarmCommand | undefined;

/**
 * The same as `runCommand` of `run-command.ts`, in a process that runs one command of the built program after the
 * other: starting Node takes ten times longer than what most tests are about. For everything but the ways in which a
 * process begins and ends.
 */
export function runCommand(
  args: readonly string[],
  options: Omit<RunOptions, 'bin' | 'input'> = {},
): Promise<RunResult> {
  if (warm === undefined || warm.hasEnded) warm = new WarmCommand();
  return warm.run(args, options);
}

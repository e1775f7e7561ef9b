import { type Palette, paletteFor } from './color.ts';
import { escapeText } from './escape.ts';
import { Progress } from './progress.ts';
import { standardError, standardOutput } from './standard-streams.ts';

const bufferLength = 65536;

/** What the command says: data on standard output, everything else on standard error. */
export class Output {
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly json: 'off' | 'object' | 'lines';
  readonly #color: string | undefined;
  #palette: Palette | undefined;
  #errorPalette: Palette | undefined;
  #pending = '';

  constructor(flags: ReadonlyMap<string, readonly string[]>) {
    this.#color = flags.get('color')?.[0];
    this.isQuiet = flags.has('quiet');
    this.isVerbose = flags.has('verbose');
    const json = flags.get('json')?.[0];
    this.json = json === undefined ? 'off' : json === 'lines' ? 'lines' : 'object';
  }

  /** Colours for data. */
  get palette(): Palette {
    this.#palette ??= paletteFor(standardOutput(), this.#color);
    return this.#palette;
  }

  /** Colours for talk. */
  get errorPalette(): Palette {
    this.#errorPalette ??= paletteFor(standardError(), this.#color);
    return this.#errorPalette;
  }

  get isJson(): boolean {
    return this.json !== 'off';
  }

  /** One line of data. */
  line(text = ''): void {
    this.#pending += `${text}\n`;
    if (this.#pending.length >= bufferLength) this.flush();
  }

  /** An object as one stable piece of JSON. */
  object(value: unknown): void {
    this.line(toJsonText(value, this.json === 'lines' ? undefined : 2));
  }

  /** Bytes of data, as they are; waits while the reader is slow. */
  async bytes(bytes: Uint8Array): Promise<void> {
    this.flush();
    if (standardOutput().write(bytes)) return;
    await new Promise<void>((resolve) => standardOutput().once('drain', resolve));
  }

  /** Talk: what was done, for people. Data comes first, so that both are in order on a terminal. */
  say(text: string): void {
    if (this.isQuiet || this.isJson) return;
    this.flush();
    standardError().write(`${escapeText(text)}\n`);
  }

  /** Something that is odd but no error; under `--json` an object like that of an error, so that a program can read all. */
  warn(text: string): void {
    if (this.isQuiet) return;
    this.flush();
    if (this.isJson) standardError().write(`${toJsonText({ schema: 1, warning: { message: text } })}\n`);
    else standardError().write(`${this.errorPalette.yellow('warning:')} ${escapeText(text)}\n`);
  }

  /** A bar for long work, where a person looks at it. */
  progress(title: string, total?: number): Progress {
    const { CI, TERM } = process.env;
    const isWanted = !this.isQuiet && !this.isJson && !CI && TERM !== 'dumb';
    const isSeen = isWanted && standardError().isTTY === true;
    const terminal = isSeen ? { stream: standardError(), palette: this.errorPalette } : undefined;
    return new Progress(terminal, title, total);
  }

  flush(): void {
    if (this.#pending === '') return;
    standardOutput().write(this.#pending);
    this.#pending = '';
  }
}

/** JSON with hashes as `0x…` text and bytes as hex, because JSON has neither. */
export function toJsonText(value: unknown, indent?: number | undefined): string {
  return JSON.stringify(value, replaceSpecial, indent);
}

function replaceSpecial(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16).toUpperCase().padStart(16, '0')}`;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

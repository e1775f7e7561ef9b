import { type Palette, paletteFor } from './color.ts';
import { escapeText } from './escape.ts';
import { Progress } from './progress.ts';

const bufferLength = 65536;

/** What the command says: data on standard output, everything else on standard error. */
export class Output {
  readonly palette: Palette;
  readonly errorPalette: Palette;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly json: 'off' | 'object' | 'lines';
  #pending = '';

  constructor(flags: ReadonlyMap<string, readonly string[]>) {
    const color = flags.get('color')?.[0];
    this.palette = paletteFor(process.stdout, color);
    this.errorPalette = paletteFor(process.stderr, color);
    this.isQuiet = flags.has('quiet');
    this.isVerbose = flags.has('verbose');
    const json = flags.get('json')?.[0];
    this.json = json === undefined ? 'off' : json === 'lines' ? 'lines' : 'object';
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
    if (process.stdout.write(bytes)) return;
    await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  }

  /** Talk: what was done, for people. Data comes first, so that both are in order on a terminal. */
  say(text: string): void {
    if (this.isQuiet || this.isJson) return;
    this.flush();
    process.stderr.write(`${escapeText(text)}\n`);
  }

  /** Something that is odd but no error; under `--json` an object like that of an error, so that a program can read all. */
  warn(text: string): void {
    if (this.isQuiet) return;
    this.flush();
    if (this.isJson) process.stderr.write(`${toJsonText({ schema: 1, warning: { message: text } })}\n`);
    else process.stderr.write(`${this.errorPalette.yellow('warning:')} ${escapeText(text)}\n`);
  }

  /** A bar for long work, where a person looks at it. */
  progress(title: string, total?: number): Progress {
    const { CI, TERM } = process.env;
    const isOn = process.stderr.isTTY === true && !this.isQuiet && !this.isJson && !CI && TERM !== 'dumb';
    return new Progress(process.stderr, this.errorPalette, title, total, isOn);
  }

  flush(): void {
    if (this.#pending === '') return;
    process.stdout.write(this.#pending);
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

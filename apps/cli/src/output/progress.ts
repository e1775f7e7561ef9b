import type { Palette } from './color.ts';
import { formatSize } from './size.ts';

const interval = 100;
const barWidth = 24;

/** Where a bar is shown. */
export interface Terminal {
  readonly stream: NodeJS.WriteStream;
  readonly palette: Palette;
}

/** A bar with bytes, rate and time left on one line of a terminal; silent elsewhere. */
export class Progress {
  readonly #terminal: Terminal | undefined;
  readonly #title: string;
  #total: number | undefined;
  readonly #started: number = performance.now();
  #done = 0;
  #shown = 0;

  /** Silent without a terminal. */
  constructor(terminal: Terminal | undefined, title: string, total: number | undefined) {
    this.#terminal = terminal;
    this.#title = title;
    this.#total = total;
  }

  /** Whether anybody sees it: what is only shown need not be computed otherwise. */
  get isOn(): boolean {
    return this.#terminal !== undefined;
  }

  /** Says how many bytes are done in all, and of how many if that was not known before. */
  set(done: number, total: number | undefined = this.#total): void {
    this.#done = done;
    this.#total = total;
    if (this.#terminal === undefined) return;
    const now = performance.now();
    if (now - this.#shown < interval) return;
    this.#shown = now;
    this.#terminal.stream.write(`\r\u001b[K${this.#line(now, this.#terminal.palette)}`);
  }

  /** Adds bytes. */
  add(bytes: number): void {
    this.set(this.#done + bytes);
  }

  /** Removes the line. */
  finish(): void {
    if (this.#shown > 0) this.#terminal?.stream.write('\r\u001b[K');
  }

  #line(now: number, palette: Palette): string {
    const seconds = Math.max(0.001, (now - this.#started) / 1000);
    const rate = this.#done / seconds;
    const total = this.#total;
    if (total === undefined || total <= 0) {
      return `${this.#title} ${formatSize(this.#done)}, ${formatSize(Math.round(rate))}/s`;
    }
    const share = Math.min(1, this.#done / total);
    const filled = Math.round(share * barWidth);
    const bar = palette.cyan('█'.repeat(filled)) + palette.dim('░'.repeat(barWidth - filled));
    const left = rate > 0 ? `${Math.ceil((total - this.#done) / rate)} s left` : '';
    return `${this.#title} ${bar} ${formatSize(this.#done)} of ${formatSize(total)}, ${formatSize(Math.round(rate))}/s, ${left}`;
  }
}

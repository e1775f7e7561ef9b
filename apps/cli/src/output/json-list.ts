import { type Output, toJsonText } from './output.ts';

/**
 * One JSON object that ends in a long list, written item by item: a million entries as one text would be more than a
 * string can hold. Under `--json=lines` only the items are written, one a line.
 */
export class JsonList {
  readonly #output: Output;
  readonly #isLines: boolean;
  /** The last item, kept back because only the next one tells whether a comma follows. */
  #last: string | undefined;

  /** Begins the object with the members of `head`; `name` is that of the list. */
  constructor(output: Output, head: Readonly<Record<string, unknown>>, name: string) {
    this.#output = output;
    this.#isLines = output.json === 'lines';
    if (!this.#isLines) output.line(`${toJsonText(head, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`);
  }

  /** Adds an item to the list. */
  add(item: unknown): void {
    const text = toJsonText(item);
    if (this.#isLines) this.#output.line(text);
    else this.#keep(`    ${text}`);
  }

  /** Ends the list and the object. */
  finish(): void {
    if (this.#isLines) return;
    if (this.#last !== undefined) this.#output.line(this.#last);
    this.#output.line('  ]\n}');
  }

  #keep(text: string): void {
    if (this.#last !== undefined) this.#output.line(`${this.#last},`);
    this.#last = text;
  }
}

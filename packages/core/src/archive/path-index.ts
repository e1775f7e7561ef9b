/** Look-up by path: exact first, then with case, separators and a leading `./` forgiven. Built at the first question. */
export class PathIndex {
  readonly #exact = new Map<string, number>();
  readonly #more = new Map<string, number[]>();
  readonly #folded = new Map<string, number>();

  constructor(paths: Iterable<string>) {
    let number = 0;
    for (const path of paths) {
      const first = this.#exact.get(path);
      if (first === undefined) this.#exact.set(path, number);
      else {
        const list = this.#more.get(path);
        if (list === undefined) this.#more.set(path, [first, number]);
        else list.push(number);
      }
      const folded = foldPath(path);
      if (!this.#folded.has(folded)) this.#folded.set(folded, number);
      number++;
    }
  }

  /** The first entry of that path. */
  find(path: string): number | undefined {
    return this.#exact.get(path) ?? this.#folded.get(foldPath(path));
  }

  /** Every entry of exactly that path, or of its forgiving form when there is none. */
  findAll(path: string): readonly number[] {
    const many = this.#more.get(path);
    if (many !== undefined) return many;
    const one = this.find(path);
    return one === undefined ? [] : [one];
  }
}

/** A path without what engines disagree about: ASCII case, backslashes, `.` parts. */
export function foldPath(path: string): string {
  return path
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

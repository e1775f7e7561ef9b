/** Gives equal values one number. */
export class Interner<T extends object> {
  readonly values: T[] = [];
  readonly #byContent = new Map<string, number>();
  #last = -1;

  add(value: T): number {
    // Neighbours are mostly alike, and comparing is far quicker than making a text.
    const last = this.values[this.#last];
    if (last !== undefined && isAlike(last, value)) return this.#last;
    // A key of a step may be given as bytes.
    const content = JSON.stringify(value, (_, member) =>
      member instanceof Uint8Array ? `bytes ${Buffer.from(member).toString('hex')}` : member,
    );
    this.#last = this.#byContent.get(content) ?? this.values.push(value) - 1;
    this.#byContent.set(content, this.#last);
    return this.#last;
  }
}

/** Whether two values are the same, or have the same members; a false answer may be wrong. */
function isAlike(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth > 1 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  const members = Object.entries(one);
  if (members.length !== Object.keys(other).length) return false;
  return members.every(([name, value]) =>
    isAlike(value, (other as Record<string, unknown>)[name], depth + 1),
  );
}

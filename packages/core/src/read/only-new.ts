/** Lets bytes pass once, where they are gone through again from the start. */
export class OnlyNew {
  #at = 0;
  #passed = 0;

  /** The same bytes come again. */
  restart(): void {
    this.#at = 0;
  }

  /** What of the next bytes has not passed yet. */
  take(bytes: Uint8Array): Uint8Array {
    const known = Math.min(bytes.length, this.#passed - this.#at);
    this.#at += bytes.length;
    this.#passed = Math.max(this.#passed, this.#at);
    return known === 0 ? bytes : bytes.subarray(known);
  }
}

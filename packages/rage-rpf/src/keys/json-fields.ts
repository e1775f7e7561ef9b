import { ArchiveError, fromHex } from '@packwright/core';

/** An object of a key file, whose members are read one by one; `path` is where it stands, for messages. */
export class JsonFields {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #path: string;

  private constructor(members: Readonly<Record<string, unknown>>, path: string) {
    this.#members = members;
    this.#path = path;
  }

  /** The fields of a value, or nothing when it is no object. */
  static of(value: unknown, path = ''): JsonFields | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return new JsonFields({ ...value }, path);
  }

  get names(): readonly string[] {
    return Object.keys(this.#members);
  }

  /** A member as it is. */
  value(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  /** A member that is an object; nothing when it is absent. */
  fields(name: string): JsonFields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    return JsonFields.of(value, this.pathOf(name)) ?? this.#fail(name, 'an object');
  }

  /** Bytes in hex or base64, exactly as many as one of the lengths says; nothing when the member is absent. */
  bytes(name: string, ...lengths: readonly number[]): Uint8Array | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const expected = `${lengths.join(' or ')} bytes in hex or base64`;
    if (typeof value !== 'string') return this.#fail(name, expected);
    const text = value.replace(/\s+/g, '');
    const isHex = lengths.some((length) => text.length === 2 * length);
    const bytes = isHex ? fromHex(text) : fromBase64(text);
    if (bytes === undefined) return this.#fail(name, expected);
    if (!lengths.includes(bytes.length)) return this.#fail(name, `${expected}, but ${bytes.length}`);
    return bytes;
  }

  /** Where a member stands, as in `rdr2_tfit2.iv`. */
  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #fail(name: string, expected: string): never {
    throw new ArchiveError('KEY_WRONG', `The key file has a "${this.pathOf(name)}" that is not ${expected}.`);
  }
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

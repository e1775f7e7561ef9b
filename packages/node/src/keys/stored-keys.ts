import { ArchiveError } from '@packwright/core';

/** What a file of stored keys says it is. */
const formatName = 'packwright-keys/1';

/** Keys by id. */
export type KeyMap = ReadonlyMap<string, Uint8Array>;

/** Keys as the text of a file: JSON, bytes in base64, ids in order. */
export function serializeKeys(keys: KeyMap): string {
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  const members = sorted.map(([id, bytes]) => [id, Buffer.from(bytes).toString('base64')]);
  return `${JSON.stringify({ format: formatName, keys: Object.fromEntries(members) }, undefined, 2)}\n`;
}

/** The keys of such a text; nothing when it is another kind of file. */
export function parseKeys(text: string, path: string): KeyMap | undefined {
  const file = parseObject(text);
  if (file?.format !== formatName) return undefined;
  const { keys } = file;
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) throw damaged(path, 'has no "keys"');
  return new Map(
    Object.entries(keys).map(([id, value]: [string, unknown]) => {
      if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
        throw damaged(path, `has a key ${JSON.stringify(id)} that is not base64`);
      }
      // A copy, because the bytes of small buffers share memory with others.
      return [id, Uint8Array.from(Buffer.from(value, 'base64'))];
    }),
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function damaged(path: string, how: string): ArchiveError {
  return new ArchiveError('KEY_WRONG', `The key file ${path} ${how}.`, {
    path,
    help: 'Remove the file and import the keys again.',
  });
}

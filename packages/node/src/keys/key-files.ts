import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ArchiveError, type FormatPlugin } from '@packwright/core';
import { systemError } from '../files/system-error.ts';
import { type KeyMap, parseKeys } from './stored-keys.ts';

/** A larger file is no key file, and not even read. */
const largestKeyFile = 64 * 2 ** 20;

/** The keys of a file, in a form that Packwright or one of the plugins knows; nothing when it is no key file. */
export function readKeyFile(path: string, plugins: readonly FormatPlugin[]): KeyMap | undefined {
  const bytes = readSmallFile(path);
  if (bytes === undefined) return undefined;
  const own = parseKeys(new TextDecoder().decode(bytes.subarray(0, largestKeyFile)), path);
  if (own !== undefined) return own;
  for (const plugin of plugins) {
    const keys = plugin.readKeyFile?.(basename(path), bytes);
    if (keys !== undefined) return keys;
  }
  return undefined;
}

/** The keys of a file or of the key files in a folder; nothing to recognise in it is `KEY_WRONG`. */
export function readKeyFiles(path: string, plugins: readonly FormatPlugin[]): KeyMap {
  const keys = new Map<string, Uint8Array>();
  let isKnown = false;
  for (const file of filesAt(path)) {
    const found = readKeyFile(file, plugins);
    isKnown ||= found !== undefined;
    for (const [id, bytes] of found ?? []) keys.set(id, bytes);
  }
  if (isKnown) return keys;
  throw new ArchiveError(
    'KEY_WRONG',
    `${path} is not, or does not hold, a key file of any installed format.`,
    {
      path,
      help: 'To find keys in an executable of your own, use `packwright keys import FILE`.',
    },
  );
}

function filesAt(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const items = readdirSync(path, { withFileTypes: true });
    return items
      .filter((item) => item.isFile())
      .map((item) => join(path, item.name))
      .sort();
  } catch (error) {
    throw systemError(error, 'SOURCE_FAILED', 'read', path);
  }
}

function readSmallFile(path: string): Uint8Array | undefined {
  try {
    const { size } = statSync(path);
    return size > largestKeyFile ? undefined : new Uint8Array(readFileSync(path));
  } catch (error) {
    throw systemError(error, 'SOURCE_FAILED', 'read', path);
  }
}

import { buildDirectory, buildHeader, headerBytes, maxSize, nameBytes, rowBytes } from './layout.js';

/** @import { Finding, OptionValues, WriteContext, WriteEntry, WritePart } from '@packwright/core' */

/** Options for writing: data, so that flags, help and forms come from here. */
export const writeOptions = /** @type {const} */ ({
  variant: {
    type: 'choice',
    title: 'A patch for a game (pwad) or a whole game (iwad)',
    choices: ['pwad', 'iwad'],
    default: 'pwad',
  },
});

/** @typedef {OptionValues<typeof writeOptions>} WriteValues */

/**
 * Everything that forbids the archive, before a byte is written. Duplicates and empty lumps are fine in a WAD.
 *
 * @param {readonly WriteEntry[]} entries
 * @returns {readonly Finding[]}
 */
export function checkLumps(entries) {
  /** @type {Finding[]} */
  const findings = [];
  let end = headerBytes;
  for (const [entry, { path, kind, content }] of entries.entries()) {
    if (kind === 'directory') {
      findings.push({
        severity: 'note',
        code: 'directory-left-out',
        message: `${path} is left out: a WAD has no folders.`,
        path,
      });
      continue;
    }
    const message = refuseName(path);
    if (message !== undefined) findings.push({ severity: 'error', code: 'bad-name', message, entry, path });
    end += (content?.size ?? 0) + rowBytes;
  }
  if (end > maxSize) {
    const message = `The archive would have ${end} bytes, Doom reads at most ${maxSize}.`;
    findings.push({ severity: 'error', code: 'archive-too-large', message });
  }
  return findings;
}

/**
 * Why a name cannot be that of a lump, if so.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function refuseName(name) {
  const shown = JSON.stringify(name);
  if (name === '') return 'Found an empty name, expected at least one character.';
  if (name.length > nameBytes)
    return `The name ${shown} has ${name.length} characters, expected at most ${nameBytes}.`;
  return /^[\x21-\x7e]+$/.test(name)
    ? undefined
    : `The name ${shown} has a character that is not printable ASCII.`;
}

/**
 * The parts of a new archive, in the order of the file: all sizes are known, so the header can come first.
 *
 * @param {readonly WriteEntry[]} entries
 * @param {WriteContext<typeof writeOptions>} context
 * @returns {AsyncGenerator<WritePart, void, undefined>}
 */
export async function* writeWad(entries, context) {
  const rows = [];
  const parts = [];
  let offset = headerBytes;
  for (const [entry, { path, kind, content }] of entries.entries()) {
    if (kind === 'directory') continue;
    const size = content?.size ?? 0;
    rows.push({ offset, size, name: path });
    if (size > 0) parts.push({ pieces: [{ entry }] });
    offset += size;
  }
  yield { pieces: [{ bytes: buildHeader(context.options.variant ?? 'pwad', rows.length, offset) }] };
  yield* parts;
  yield { pieces: [{ bytes: buildDirectory(rows) }] };
}

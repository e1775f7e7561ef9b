import { readFileSync } from 'node:fs';
import { ArchiveError, BytesSource } from '@packwright/core';
import { editArchive, undoEdit } from '@packwright/node';
import { digest, formats, insist, outcomeOf, withArchive } from './formats.mjs';

const mostFiles = 600;
const mostChanges = 20;

/**
 * An edit gives what was asked and leaves alone what was not, and undo brings back every byte; one that is refused
 * changes nothing. Archives that keep only hashes lose names, so contents are compared, not paths.
 */
export async function fuzzEdit(path, random) {
  const bytes = readFileSync(path);
  const before = await listFiles(path);
  if (before.files.length === 0 || before.files.length > mostFiles) return;
  const { requests, expected } = planEdit(before.files, random);
  if (requests.length === 0) return;
  try {
    await commit(path, before.format, requests);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    if (readFileSync(path).equals(bytes)) return;
    throw new Error(`the edit is refused, but the archive changed: ${error.message}`);
  }
  const { files } = await insist(() => listFiles(path, before.format));
  const found = files.map(({ outcome }) => outcome);
  for (const outcome of expected) {
    const at = found.indexOf(outcome);
    if (at < 0) throw new Error(`a content is missing after ${requests.map(({ kind }) => kind).join(', ')}`);
    found.splice(at, 1);
  }
  await insist(() => undoEdit(path));
  if (!readFileSync(path).equals(bytes)) throw new Error('undo gives other bytes');
}

/** The files of an archive and what reading each comes to. */
function listFiles(path, format) {
  return withArchive(path, { format }, async (archive) => {
    const files = [];
    if (archive.length > 2 * mostFiles) return { format: archive.format, files };
    for (const entry of archive.entries()) {
      if (entry.kind !== 'file') continue;
      const outcome = await outcomeOf(() => entry.bytes());
      files.push({ index: entry.index, path: entry.path, outcome, isSound: isSound(entry, archive.index) });
    }
    return { format: archive.format, files };
  });
}

/** Whether an edit must leave an entry's bytes alone: those that lie in tables, or follow other entries, change with them. */
function isSound({ row, path }, { structure }) {
  if (path.endsWith('.asm_pc')) return false;
  return row.extents.every((extent) => {
    if ('bytes' in extent || extent.region !== undefined) return true;
    const end = extent.offset + extent.length;
    return structure.every(({ offset, length }) => end <= offset || extent.offset >= offset + length);
  });
}

/** Wishes, and the contents that there must be afterwards. */
function planEdit(files, random) {
  const requests = [];
  const contents = new Map();
  const paths = new Set();
  for (const { index, path, outcome, isSound: isKept } of files) {
    if (isKept && !/^[A-Z_]+$/.test(outcome)) contents.set(index, outcome);
    // Of two with one name it would have to be said which one is meant.
    if (files.filter((file) => file.path === path).length > 1) paths.add(path);
  }
  const added = [];
  for (let count = 1 + random.below(random.once(4) ? mostChanges : 3); count > 0; count--) {
    const content = random.bytes(random.below(random.once(4) ? 60_000 : 3000));
    const name = `new${requests.length}.bin`;
    const { index, path } = random.pick(files);
    const kind = random.pick(['add', 'replace', 'remove', 'rename']);
    if (kind === 'add') added.push(digest(content));
    else if (paths.has(path)) continue;
    else if (kind === 'replace') contents.set(index, digest(content));
    else if (kind === 'remove') contents.delete(index);
    if (kind !== 'add') paths.add(path);
    requests.push({
      kind,
      path: [kind === 'add' ? name : path],
      to: name,
      content: new BytesSource(content),
    });
  }
  return { requests, expected: [...contents.values(), ...added] };
}

async function commit(path, format, requests) {
  const editor = await editArchive(path, { formats, format });
  try {
    for (const request of requests) editor.request(request);
    await editor.commit();
  } finally {
    await editor.close();
  }
}

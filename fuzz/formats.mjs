import { createHash } from 'node:crypto';
import { ArchiveError, openArchive } from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import { FileSource } from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import rageRpf from '@packwright/rage-rpf';
import rfgVpp from '@packwright/rfg-vpp';
import saintsRowVpp from '@packwright/saints-row-vpp';

/** Every first-party format. */
export const formats = [quakePak, forgelight, rfgVpp, saintsRowVpp, rageRpf].flat();

/** Archives with more entries take too long. */
export const mostEntries = 3000;

/** Does what must not fail: only a limit may be in the way. */
export async function insist(work) {
  try {
    return await work();
  } catch (error) {
    if (!ArchiveError.is(error) || error.code === 'LIMIT_EXCEEDED') throw error;
    throw new Error(`${error.code}: ${error.message}`, { cause: error });
  }
}

/** Opens the archive in a file, which may be refused, has something done with it, which must not fail, and closes it. */
export async function withArchive(path, options, work) {
  const source = FileSource.open(path);
  try {
    const archive = await openArchive(source, { formats, ...options });
    try {
      return await insist(() => work(archive));
    } finally {
      await archive.close();
    }
  } finally {
    await source.close();
  }
}

/** What a read came to: a digest, or the code of the error; whatever else is thrown is a finding. */
export async function outcomeOf(read) {
  try {
    return digest(await read());
  } catch (error) {
    if (ArchiveError.is(error)) return error.code;
    throw error;
  }
}

export function digest(bytes) {
  return createHash('sha1').update(bytes).digest('hex');
}

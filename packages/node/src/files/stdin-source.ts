import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { FileSource } from './file-source.ts';
import { systemError } from './system-error.ts';
import { trackTemporaryPath } from './temporaries.ts';

/**
 * Standard input, or another stream, as a source: archives need random access, so the bytes first go to a file that
 * only this user can read. It is removed when the source is closed.
 */
export async function readStdin(signal?: AbortSignal, stream: Readable = process.stdin): Promise<FileSource> {
  const folder = makeFolder();
  const forget = trackTemporaryPath(folder);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    forget();
  };
  try {
    // A folder of its own: an archive that asks for a further file beside it must find nothing.
    const path = join(folder, 'stdin');
    await copyToFile(stream, path, signal);
    return FileSource.open(path, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'packwright-'));
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'make a temporary folder in', tmpdir());
  }
}

async function copyToFile(stream: Readable, path: string, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (signal !== undefined) addAbortSignal(signal, stream);
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    for await (const chunk of stream) writeAll(descriptor, chunk, path);
  } catch (error) {
    signal?.throwIfAborted();
    throw systemError(error, 'SOURCE_FAILED', 'read', 'standard input');
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array, path: string): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'write', path);
  }
}

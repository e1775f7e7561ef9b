import { rmSync } from 'node:fs';

/** Something that must be gone when the work ends early. */
export interface Temporary {
  /** Removes it now, synchronously; must not throw for something that is gone already. */
  remove(): void;
}

const pending = new Set<Temporary>();

/** Notes something to be removed when the process is interrupted; the function given back forgets it again. */
export function trackTemporary(temporary: Temporary): () => void {
  pending.add(temporary);
  return () => pending.delete(temporary);
}

/** Notes a file or folder to be removed when the process is interrupted. */
export function trackTemporaryPath(path: string): () => void {
  return trackTemporary({ remove: () => rmSync(path, { recursive: true, force: true }) });
}

/** Removes everything that is still noted, newest first; gives the failures, because one must not stop the others. */
export function removeTemporaries(): readonly unknown[] {
  const failures: unknown[] = [];
  for (const temporary of [...pending].reverse()) {
    pending.delete(temporary);
    try {
      temporary.remove();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

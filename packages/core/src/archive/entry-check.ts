import { checksumEquals, formatChecksum } from '../checksums/checksum-value.ts';
import { createChecksum, type RunningChecksum } from '../checksums/create-checksum.ts';
import type { IndexEntry } from '../contract/archive-index.ts';
import type { Checksum } from '../contract/checksum.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import type { StoredObserver } from '../read/decode-extent.ts';
import type { Entry } from './entry.ts';

/** Computes an entry's checksum while its bytes pass. */
export class EntryCheck {
  readonly #expected: Checksum;
  readonly #state: RunningChecksum;

  private constructor(expected: Checksum) {
    this.#expected = expected;
    this.#state = createChecksum(expected.algorithm);
    if (expected.prefix !== undefined) this.#state.update(expected.prefix);
  }

  /** A check for an entry whose table has a checksum. */
  static of(row: IndexEntry): EntryCheck | undefined {
    return row.checksum === undefined ? undefined : new EntryCheck(row.checksum);
  }

  /** Takes stored bytes where the checksum covers those. */
  get stored(): StoredObserver | undefined {
    return this.#expected.over === 'stored' ? (bytes) => this.#state.update(bytes) : undefined;
  }

  /** Takes decoded bytes where the checksum covers those. */
  content(bytes: Uint8Array): void {
    if (this.#expected.over === 'content') this.#state.update(bytes);
  }

  /** Compares. Throws under `strict`, else reports a finding. */
  finish(entry: Entry): void {
    const found = this.#state.digest();
    const { algorithm, value } = this.#expected;
    if (checksumEquals(found, value)) return;
    const message = `The ${algorithm} is ${formatChecksum(found)}, expected ${formatChecksum(value)}.`;
    if (entry.archive.strict) {
      throw new ArchiveError('CHECKSUM_MISMATCH', message, {
        path: entry.path,
        help: 'The data was changed or damaged after the archive was made; read without --strict to get it anyway.',
      });
    }
    entry.archive.report({
      severity: 'error',
      code: 'checksum-mismatch',
      message,
      entry: entry.index,
      path: entry.path,
    });
  }
}

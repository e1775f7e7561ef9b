import type { ArchiveError } from '@packwright/core';
import { systemCode } from '../files/system-error.ts';

/** What the next file would meet as well. */
const fatalCauses: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** Whether an error is about more than one entry: the archive changes or cannot be read, the disk is full. */
export function isFatal(error: ArchiveError): boolean {
  if (error.code === 'SOURCE_CHANGED') return true;
  const isSystem = error.code === 'SOURCE_FAILED' || error.code === 'SINK_FAILED';
  return isSystem && fatalCauses.has(systemCode(error.details.cause) ?? '');
}

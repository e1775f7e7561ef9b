import { ArchiveError, type Finding, FindingTally, hexNumber } from '@packwright/core';
import { hashName } from '../name-hash.ts';
import { volitionCrc } from '../volition-crc.ts';
import type { Packfile } from './read-packfile.ts';

/** Bytes of name that an entry may have on average before the table counts as made to keep a reader busy. */
const plausibleNameLength = 256;

/** Tells what is odd about the tables of a packfile, in one pass over them. */
export function checkDirectory(packfile: Packfile, report: (finding: Finding) => void): void {
  checkSizes(packfile, report);
  const tally = new FindingTally(report);
  checkNames(packfile, tally);
  tally.finish();
}

/** Compares the checksum of a header with its bytes, where the version has one. */
export function checkHeaderChecksum(
  { header }: Packfile,
  bytes: Uint8Array,
  report: (finding: Finding) => void,
): void {
  const { checksum } = header.version.header;
  if (checksum === undefined || header.checksum === undefined) return;
  const found = volitionCrc(bytes.subarray(checksum.from, header.version.headerSize));
  if (found === header.checksum) return;
  report({
    severity: 'error',
    code: 'header-checksum',
    message: `The header's checksum is ${hexNumber(found)}, expected ${hexNumber(header.checksum)}.`,
    offset: checksum.at,
  });
}

function checkSizes({ header, fileSize }: Packfile, report: (finding: Finding) => void): void {
  const { version, directory, count } = header;
  const needed = count * version.entrySize;
  if (needed !== directory.length) {
    report({
      severity: 'error',
      code: 'directory-size',
      message: `The directory takes ${directory.length} bytes, expected ${needed} for ${count} entries.`,
      offset: version.header.directorySize.at,
    });
  }
  // Above 4 GiB the field has all bits set.
  if (header.fileSize === fileSize || (fileSize >= 2 ** 32 && header.fileSize === 2 ** 32 - 1)) return;
  // Tools get this field wrong; what is really missing shows where an entry lies outside.
  report({
    severity: 'warning',
    code: 'file-size',
    message: `The file has ${fileSize} bytes, the header says ${header.fileSize}.`,
    offset: version.header.fileSize.at,
  });
}

function checkNames({ header, directory }: Packfile, tally: FindingTally): void {
  const { names, extensions } = directory.tables;
  const offsetOf = (entry: number): number => header.directory.offset + entry * header.version.entrySize;
  let budget = names.length + (extensions?.length ?? 0) + plausibleNameLength * directory.length;
  for (let entry = 0; entry < directory.length; entry++) {
    if (directory.isNameless(entry)) continue;
    const range = directory.nameRange(entry);
    const ending = directory.extensionRange(entry);
    if (range === undefined || ending === undefined) {
      tally.add('name-outside', () => ({
        severity: 'error',
        message: `The name of entry ${entry} begins behind the ${names.length} bytes of names.`,
        entry,
        offset: offsetOf(entry),
      }));
      continue;
    }
    budget -= range.end - range.start + ending.end - ending.start;
    if (budget < 0) throw tooManyNames(header.names.offset, names.length, entry);
    const hash = directory.hash(entry);
    const found = hash === undefined ? undefined : hashName(names, range.start, range.end);
    if (found === hash || hash === undefined || found === undefined) continue;
    tally.add('name-hash', () => ({
      severity: 'warning',
      message: `The name ${JSON.stringify(directory.name(entry))} has the hash ${hexNumber(found)}, the directory says ${hexNumber(hash)}.`,
      entry,
      offset: offsetOf(entry),
    }));
  }
}

function tooManyNames(offset: number, length: number, entry: number): ArchiveError {
  return new ArchiveError(
    'DAMAGED',
    `The names of the first ${entry + 1} entries overlap so much that they exceed the ${length} bytes of names many times.`,
    { offset },
  );
}

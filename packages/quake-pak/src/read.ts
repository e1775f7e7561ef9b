import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  decodeLatin1,
  FindingTally,
  type OpenContext,
} from '@packwright/core';
import { decideByLength, decideByRows } from './decide-layout.ts';
import { type Header, readHeader } from './header.ts';
import { anachronoxVersion, type Layout, layoutOfMagic, layouts } from './layout.ts';
import { describeStart } from './look-alikes.ts';
import { PakIndex } from './pak-index.ts';
import { PakTable } from './table.ts';
import { validateRows } from './validate.ts';

/** Options for reading. */
export const readOptions = {
  variant: {
    type: 'choice',
    title: 'Which format of the family it is; "auto" goes by the magic and the directory',
    choices: ['auto', 'quake', 'daikatana', 'sin', 'hrot', 'anachronox'],
    default: 'auto',
  },
  maxEntries: {
    type: 'integer',
    title: 'Rows above which a directory is refused under strict',
    default: 1_000_000,
    minimum: 0,
  },
  experimental: {
    type: 'boolean',
    title: 'Anachronox: let the archive be edited although one field of its rows is not understood',
    default: false,
  },
} as const;

type Context = OpenContext<typeof readOptions>;

/** Reads the header and the directory, both once; entries are made from the raw rows on demand. */
export async function openPak(source: ByteSource, context: Context): Promise<ArchiveIndex> {
  const { signal } = context;
  const head = await source.read(0, Math.min(source.size, 16), { signal });
  const family = identify(head, source.size);
  const header = readHeader(head, family);
  const wanted = override(context.options.variant, family);
  if (header.version !== undefined && header.version !== anachronoxVersion) {
    context.report({
      severity: 'error',
      code: 'unknown-version',
      message: `The header has the version ${header.version}, expected ${anachronoxVersion}.`,
      offset: 12,
    });
  }
  const available = checkDirectory(header, family, source.size, context);
  const directory =
    available > 0 ? await source.read(header.dirOffset, available, { signal }) : new Uint8Array(0);
  const layout = wanted ?? chooseLayout(family, header, directory, source.size, context);
  const table = new PakTable(layout, directory);
  checkRows(table, header, context);
  const tally = new FindingTally((finding) => context.report(finding));
  validateRows(table, header.dirOffset, source.size, tally);
  tally.finish();
  return new PakIndex(table, header, source.size, context.options.experimental === true);
}

/** The layout of the magic; throws what the file is instead. */
function identify(head: Uint8Array, size: number): Layout {
  const layout = layoutOfMagic(decodeLatin1(head.subarray(0, 4)));
  if (layout === undefined && size >= 12) {
    throw new ArchiveError(
      'FORMAT_UNKNOWN',
      `Found ${describeStart(head)}, expected "PACK", "SPAK", "HROT" or "ADAT".`,
      {
        offset: 0,
      },
    );
  }
  const needed = layout?.headerBytes ?? 12;
  if (layout === undefined || size < needed) {
    throw new ArchiveError('TRUNCATED', `Found a file of ${size} bytes, expected a header of ${needed}.`, {
      offset: 0,
    });
  }
  return layout;
}

function override(variant: string | undefined, family: Layout): Layout | undefined {
  const wanted = Object.values(layouts).find((layout) => layout.variant === variant);
  if (wanted === undefined || wanted.magic === family.magic) return wanted;
  throw new ArchiveError(
    'OPTION_INVALID',
    `Option "variant" is "${wanted.variant}", which begins with "${wanted.magic}", but the file begins with "${family.magic}".`,
    { offset: 0 },
  );
}

/** How many bytes of the directory lie in the file, once its place is judged. */
function checkDirectory(
  { dirOffset, dirLength }: Header,
  family: Layout,
  size: number,
  context: Context,
): number {
  if (dirOffset < family.headerBytes && dirLength > 0) {
    context.report({
      severity: 'error',
      code: 'directory-over-header',
      message: `The directory starts at ${dirOffset}, inside the header of ${family.headerBytes} bytes.`,
      offset: 4,
    });
  }
  const available = Math.max(0, Math.min(dirLength, size - dirOffset));
  if (dirOffset > size - dirLength) {
    context.report({
      severity: 'error',
      code: 'directory-beyond-file',
      message: `The directory lies at ${dirOffset} to ${dirOffset + dirLength}, but the file ends at ${size}.`,
      offset: 4,
    });
    if (dirLength >= family.rowBytes && available < family.rowBytes) throw cutOff(dirOffset, size);
  }
  if (available > context.limits.memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The directory has ${available} bytes, the memory limit is ${context.limits.memory}.`,
      { offset: 8, help: 'Raise it with --memory if you trust the archive.' },
    );
  }
  return available;
}

function cutOff(dirOffset: number, size: number): ArchiveError {
  return new ArchiveError(
    'TRUNCATED',
    `The directory starts at ${dirOffset}, but the file ends at ${size}.`,
    {
      offset: 4,
      help: 'The archive was not copied or downloaded to its end; nothing tells which files it has.',
    },
  );
}

function chooseLayout(
  family: Layout,
  { dirLength, dirOffset }: Header,
  directory: Uint8Array,
  size: number,
  context: Context,
): Layout {
  if (family !== layouts.quake) return family;
  const proven = decideByLength(dirLength);
  if (proven !== undefined) return proven;
  const help = 'Say which it is with the option variant=quake or variant=daikatana.';
  const decision = decideByRows(directory, dirLength, size);
  if (decision === undefined) {
    throw new ArchiveError(
      'DAMAGED',
      `The directory of ${dirLength} bytes has no row that makes sense, neither of 64 bytes (Quake) nor of 72 (Daikatana).`,
      { offset: dirOffset, help },
    );
  }
  const { layout, by } = decision;
  if (by === 'both') {
    context.report({
      severity: 'warning',
      code: 'variant-ambiguous',
      message: `The directory of ${dirLength} bytes fits Quake and Daikatana alike; it is read as Quake. ${help}`,
      offset: dirOffset,
    });
  } else if (by === 'neither') {
    context.report({
      severity: 'error',
      code: 'variant-uncertain',
      message:
        `The directory of ${dirLength} bytes fits neither rows of 64 bytes (Quake) nor of 72 (Daikatana) without ` +
        `fault; it is read as ${layout.variant}. ${help}`,
      offset: dirOffset,
    });
  }
  return layout;
}

function checkRows(table: PakTable, { dirLength }: Header, context: Context): void {
  const { rowBytes, variant } = table.layout;
  if (dirLength % rowBytes !== 0) {
    context.report({
      severity: 'error',
      code: 'directory-length',
      message: `The directory has ${dirLength} bytes, expected a multiple of ${rowBytes} (${variant}).`,
      offset: 8,
    });
  }
  const most = context.strict
    ? Math.min(context.limits.entries, context.options.maxEntries ?? Number.POSITIVE_INFINITY)
    : context.limits.entries;
  if (table.length > most) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The directory has ${table.length} rows, the limit is ${most}.`,
      {
        offset: 8,
        help: 'Raise it with --limit-entries or the option maxEntries if you trust the archive.',
      },
    );
  }
}

import {
  alignUp,
  type Finding,
  type Piece,
  type Placed,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '@packwright/core';
import { decideByLength, decideByRows } from './decide-layout.ts';
import { buildHeader } from './header.ts';
import { type Layout, layouts } from './layout.ts';
import { dataStart, placeFiles } from './place-files.ts';
import { putData, putName, type RowData } from './row.ts';
import { refuseIf, refuseSize } from './rules.ts';
import { findShared } from './share.ts';
import { layoutOf, stepsFor, type WriteValues, type writeOptions } from './write-options.ts';

/** A file to be written, and its number among the entries. */
interface PakFile {
  readonly number: number;
  readonly entry: WriteEntry;
}

/**
 * The parts of a new archive. Where no file is packed, all places are known beforehand and the parts come in the
 * order of the file, header first; otherwise the header follows at the end.
 */
export async function* writePak(
  entries: readonly WriteEntry[],
  context: WriteContext<typeof writeOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const { options } = context;
  const layout = layoutOf(options);
  const files: PakFile[] = [];
  for (let number = 0; number < entries.length; number++) {
    const entry = entries[number];
    if (entry !== undefined && entry.kind !== 'directory') files.push({ entry, number });
  }
  const owners = options.shareIdentical
    ? await findShared(
        files.map(({ entry }) => entry),
        context.signal,
      )
    : files.map((_, file) => file);
  const isPacked = files.some(({ entry }) => stepsFor(layout, entry.path, options) !== undefined);
  yield* isPacked ? writePacked(files, owners, context, layout) : writePlain(files, owners, context, layout);
}

async function* writePlain(
  files: readonly PakFile[],
  owners: readonly number[],
  context: WriteContext<typeof writeOptions>,
  layout: Layout,
): AsyncGenerator<WritePart, void, undefined> {
  const { options } = context;
  const sizes = files.map(({ entry }, file) => (owners[file] === file ? sizeOf(entry) : -1));
  const { offsets, dirOffset, end } = placeFiles(layout, sizes, options);
  refuseIf(refuseSize(end, options));
  const directory = buildDirectory(layout, files, (file) => {
    const size = sizeOf(files[file]?.entry);
    return { offset: offsets[owners[file] ?? file] ?? 0, size, stored: size, packed: false };
  });
  reportAmbiguity(layout, directory, end, (finding) => context.report(finding));
  yield { pieces: [{ bytes: buildHeader(layout, dirOffset, directory.length) }] };
  const isFirst = options.directory === 'start';
  if (isFirst && directory.length > 0) yield { pieces: [{ bytes: directory }] };
  yield { pieces: dataPieces(files, owners, offsets, dataStart(layout, files.length, options)) };
  if (!isFirst && directory.length > 0) yield { at: dirOffset, pieces: [{ bytes: directory }] };
}

async function* writePacked(
  files: readonly PakFile[],
  owners: readonly number[],
  context: WriteContext<typeof writeOptions>,
  layout: Layout,
): AsyncGenerator<WritePart, void, undefined> {
  const { options } = context;
  const { align = 1 } = options;
  const isFirst = options.directory === 'start';
  // Keeps the room for what is only known at the end.
  yield { pieces: [{ zeros: dataStart(layout, files.length, options) }] };
  const parts = new Map<number, number>();
  for (const [file, part] of dataParts(files, owners, layout, options)) {
    parts.set(file, parts.size + 1);
    yield part;
  }
  const placed = await context.placed();
  const directory = buildDirectory(layout, files, (file) =>
    rowData(placed, parts.get(owners[file] ?? file) ?? 0),
  );
  const dirOffset = isFirst ? layout.headerBytes : alignUp(placed.end, align);
  const end = isFirst ? placed.end : dirOffset + directory.length;
  refuseIf(refuseSize(end, options));
  reportAmbiguity(layout, directory, end, (finding) => context.report(finding));
  yield { at: dirOffset, pieces: [{ bytes: directory }] };
  yield { at: 0, pieces: [{ bytes: buildHeader(layout, dirOffset, directory.length) }] };
}

/** The files where they lie, as one part: as many parts as files would take as long as the copying of small ones. */
function dataPieces(
  files: readonly PakFile[],
  owners: readonly number[],
  offsets: Float64Array,
  start: number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = start;
  for (let file = 0; file < files.length; file++) {
    const item = files[file];
    if (item === undefined || owners[file] !== file) continue;
    const offset = offsets[file] ?? 0;
    if (offset > end) pieces.push({ zeros: offset - end });
    if (item.entry.content !== undefined) pieces.push({ entry: item.number });
    end = offset + sizeOf(item.entry);
  }
  return pieces;
}

/** The parts that hold the files, each with its number. */
function* dataParts(
  files: readonly PakFile[],
  owners: readonly number[],
  layout: Layout,
  options: WriteValues,
): Generator<readonly [file: number, part: WritePart], void, undefined> {
  for (const [file, { entry, number }] of files.entries()) {
    if (owners[file] !== file) continue;
    const steps = stepsFor(layout, entry.path, options);
    const pieces = entry.content === undefined ? [] : [{ entry: number }];
    yield [file, { align: options.align ?? 1, pieces, ...packing(layout, steps) }];
  }
}

/** How a part is packed: Daikatana stores what its codec does not make smaller, Anachronox packs everything. */
export function packing(layout: Layout, steps: WritePart['steps']): Pick<WritePart, 'steps' | 'onlyBelow'> {
  if (steps === undefined) return {};
  return layout.variant === 'daikatana' ? { steps, onlyBelow: 1 } : { steps };
}

/** The row of a part that has its place. */
export function rowData(placed: Placed, part: number): RowData {
  return {
    offset: placed.at(part),
    size: placed.plainSize(part),
    stored: placed.size(part),
    packed: placed.encoded(part),
  };
}

function buildDirectory(
  layout: Layout,
  files: readonly PakFile[],
  dataOf: (file: number) => RowData,
): Uint8Array {
  const directory = new Uint8Array(files.length * layout.rowBytes);
  const view = new DataView(directory.buffer);
  for (let file = 0, start = 0; file < files.length; file++, start += layout.rowBytes) {
    const entry = files[file]?.entry;
    putName(layout, directory, start, entry?.path ?? '', entry?.attributes);
    putData(layout, view, start, dataOf(file), entry?.attributes);
  }
  return directory;
}

/** Tells when readers cannot be sure whether the directory is Quake's or Daikatana's: both have the same magic. */
export function reportAmbiguity(
  layout: Layout,
  directory: Uint8Array,
  fileSize: number,
  report: (finding: Finding) => void,
): void {
  if (layout.magic !== layouts.quake.magic || decideByLength(directory.length) !== undefined) return;
  const decision = decideByRows(directory, directory.length, fileSize);
  if (decision?.by === 'rows' && decision.layout === layout) return;
  report({
    severity: 'warning',
    code: 'variant-ambiguous',
    message:
      `A directory of ${directory.length} bytes with these names may be taken for either Quake's or Daikatana's; ` +
      'one file more or less makes it certain.',
  });
}

function sizeOf(entry: WriteEntry | undefined): number {
  return entry?.content?.size ?? 0;
}

import {
  alignUp,
  type CodecStep,
  type Placed,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '@packwright/core';
import { runningStarts } from './alignment.ts';
import { buildTables, type HeaderTotals, planBlocks, usesPhysicalStart } from './build-tables.ts';
import { isCompressed } from './layout.ts';
import { buildNames } from './name-blocks.ts';
import type { PackfileVersion } from './packfile-version.ts';
import type { WriteStyle } from './write-style.ts';

/** Writes an archive: data in entry order, then the tables in front of it. */
export async function* writePackfile(
  entries: readonly WriteEntry[],
  style: WriteStyle,
  context: Pick<WriteContext, 'placed'>,
): AsyncGenerator<WritePart, void, undefined> {
  const { version } = style;
  const names = buildNames(
    entries.map((entry) => storedName(entry, version)),
    version,
  );
  const { dataOffset } = planBlocks(version, names);
  const sizes = entries.map((entry) => entry.content?.size ?? 0);
  const plan = planData(sizes, style);
  for (let entry = 0; entry < entries.length; entry++) {
    const part = makePart(style, plan, sizes, entry);
    yield entry === 0 ? { ...part, at: dataOffset } : part;
  }
  const placed = await context.placed();
  const isPhysical = usesPhysicalStart(version, style.layout);
  const rows = entries.map((entry, number) => ({
    name: storedName(entry, version),
    start: isPhysical ? placed.at(number) - dataOffset : (plan.starts[number] ?? 0),
    size: sizes[number] ?? 0,
    storedSize: isCompressed(style.layout) ? placed.size(number) : undefined,
  }));
  const totals = sumUp(style, plan.dataSize, dataOffset, placed);
  yield { at: 0, pieces: [{ bytes: buildTables(style, names, rows, totals) }] };
}

/** The name that an entry is stored under; version 6 can do without. */
function storedName(entry: WriteEntry, version: PackfileVersion): string | undefined {
  const isUnnamed = entry.attributes?.unnamed === true && /^unnamed-\d+$/.test(entry.path);
  return version.version === 6 && isUnnamed ? undefined : entry.path;
}

interface DataPlan {
  /** Start fields, where they do not depend on compressed sizes. */
  readonly starts: Float64Array;
  /** Zeros behind each entry, inside the stream where there is one. */
  readonly padding: Float64Array;
  readonly dataSize: number;
}

function planData(sizes: readonly number[], style: WriteStyle): DataPlan {
  const { version, layout, align } = style;
  const ranges = { length: sizes.length, size: (entry: number) => sizes[entry] ?? 0 };
  const { starts, end } = runningStarts(ranges, align);
  // Version 10 tells where entries will stand in memory, but does not pad the stream.
  const isPacked = layout === 'compacted' && version.compressedStarts === 'physical';
  const padding = starts.map((start, entry) => {
    const next = starts[entry + 1];
    return isPacked || next === undefined ? 0 : next - start - (sizes[entry] ?? 0);
  });
  return { starts, padding, dataSize: isPacked ? alignUp(end, align) : end };
}

function makePart(style: WriteStyle, plan: DataPlan, sizes: readonly number[], entry: number): WritePart {
  const { layout, version, level, encoder } = style;
  const step = (codec: string): readonly CodecStep[] => [
    { codec, level, ...(encoder === undefined ? {} : { encoder }) },
  ];
  const content = (sizes[entry] ?? 0) > 0 ? [{ entry }] : [];
  if (layout === 'compressed') return { align: version.sector, pieces: content, steps: step('zlib') };
  const zeros = plan.padding[entry] ?? 0;
  const pieces = zeros > 0 ? [...content, { zeros }] : content;
  return layout === 'compacted' ? { pieces, steps: step('zlib-flush'), stream: 0 } : { pieces };
}

function sumUp(style: WriteStyle, dataSize: number, dataOffset: number, placed: Placed): HeaderTotals {
  const fileSize = Math.max(dataOffset, placed.end);
  const compressedSize = isCompressed(style.layout) ? fileSize - dataOffset : undefined;
  return { fileSize, dataSize, compressedSize };
}

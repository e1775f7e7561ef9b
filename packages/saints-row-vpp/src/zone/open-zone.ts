import {
  ArchiveError,
  type ArchiveIndex,
  type Attributes,
  type ByteOrder,
  type ByteSource,
  type IndexEntry,
  type OpenContext,
} from '@packwright/core';
import { nameSection } from './section-types.ts';
import { walkSections, type ZoneSection } from './sections.ts';
import { readZoneHeader, type ZoneBlock } from './zone-header.ts';

/** A zone header as an archive of its three tables. */
export async function openZoneHeader(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const { limits, signal } = context;
  if (source.size > limits.memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The zone header has ${source.size} bytes, the limit for memory is ${limits.memory}.`,
      { help: 'Raise the memory limit (--memory) if you trust the file.' },
    );
  }
  const header = readZoneHeader(await source.read(0, source.size, { signal }));
  const { blocks, strings, references } = header;
  const end = blocks.references.offset + blocks.references.length;
  if (end !== source.size) {
    context.report({
      severity: 'warning',
      code: 'trailing-bytes',
      message: `Found ${source.size - end} bytes behind the last file reference, expected none.`,
      offset: end,
    });
  }
  const zone = {
    version: header.zoneVersion,
    type: header.zoneType,
    positionOffset: header.positionOffset,
  };
  const rows = [
    describeBlock('reference strings', blocks.strings, { strings }),
    describeBlock('world zone header', blocks.zoneHeader, zone),
    describeBlock('file references', blocks.references, {
      references: references.map(({ name, position, orientation }) => ({ name, position, orientation })),
    }),
  ];
  return {
    variant: 'czh',
    entries: { length: rows.length, at: (entry) => rows[entry] ?? { path: '', extents: [] } },
    structure: [{ name: 'v_file_header', ...blocks.fileHeader }],
    attributes: {
      kind: 'zone header',
      byteOrder: header.order,
      version: header.version,
      zoneVersion: header.zoneVersion,
      zoneType: header.zoneType,
      positionOffset: header.positionOffset,
      referenceStrings: strings.length,
      fileReferences: references.length,
    },
  };
}

function describeBlock(path: string, { offset, length }: ZoneBlock, attributes: Attributes): IndexEntry {
  return { path, size: length, extents: [{ offset, length }], attributes };
}

/** Zone data as an archive of its sections; what a section has in the gzn file follows its own bytes. */
export async function openZoneData(
  source: ByteSource,
  context: OpenContext,
  order: ByteOrder,
): Promise<ArchiveIndex> {
  const { limits, signal } = context;
  const sections = await walkSections(source, {
    order,
    limits,
    signal,
    memory: context.memory,
    report: (finding) => context.report(finding),
  });
  const gpu = await openGpuFile(source, sections, context);
  const starts = new Float64Array(sections.length);
  let gpuEnd = 0;
  sections.forEach(({ gpuSize = 0 }, number) => {
    starts[number] = gpuEnd;
    gpuEnd += gpuSize;
  });
  if (gpu !== undefined && gpuEnd !== gpu.size) {
    context.report({
      severity: gpuEnd > gpu.size ? 'error' : 'warning',
      code: 'gpu-size',
      message: `The sections have ${gpuEnd} bytes in ${JSON.stringify(gpu.name)}, which has ${gpu.size}.`,
    });
  }
  return {
    variant: 'czn',
    entries: {
      length: sections.length,
      at: (entry) => describeSection(sections[entry], gpu === undefined ? undefined : (starts[entry] ?? 0)),
    },
    structure: sections.map(({ offset, headLength }) => ({
      name: 'section head',
      offset,
      length: headLength,
    })),
    ...(gpu === undefined ? {} : { volumes: [gpu.name] }),
    attributes: { kind: 'zone data', byteOrder: order, sections: sections.length, gpuBytes: gpuEnd },
  };
}

function describeSection(section: ZoneSection | undefined, gpuStart: number | undefined): IndexEntry {
  if (section === undefined) return { path: '', extents: [] };
  const { type, offset, headLength, size, gpuSize } = section;
  const cpu = { offset: offset + headLength, length: size };
  const hasGpu = gpuStart !== undefined && gpuSize !== undefined && gpuSize > 0;
  return {
    path: nameSection(type),
    extents: hasGpu ? [cpu, { volume: 1, offset: gpuStart, length: gpuSize }] : [cpu],
    attributes: { cpuSize: size, ...(gpuSize === undefined ? {} : { gpuSize }) },
  };
}

/** The gzn file beside a czn file, when sections need one. */
async function openGpuFile(
  source: ByteSource,
  sections: readonly ZoneSection[],
  context: OpenContext,
): Promise<{ readonly name: string; readonly size: number } | undefined> {
  const needed = sections.reduce((sum, { gpuSize = 0 }) => sum + gpuSize, 0);
  if (needed === 0) return undefined;
  const name = source.name?.replace(/\.czn(_[a-z0-9]+)?$/i, (_, platform = '') => `.gzn${platform}`);
  const sibling = name === undefined || name === source.name ? undefined : await source.sibling?.(name);
  if (name === undefined || sibling === undefined) {
    context.report({
      severity: 'warning',
      code: 'gpu-file-missing',
      message: `The sections have ${needed} bytes in ${JSON.stringify(name ?? 'a gzn file')}, which is not there; only their own bytes are read.`,
    });
    return undefined;
  }
  const { size } = sibling;
  await sibling.close?.();
  return { name, size };
}

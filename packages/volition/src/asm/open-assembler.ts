import {
  ArchiveError,
  type ArchiveIndex,
  type Attributes,
  type ByteSource,
  type Finding,
  FindingTally,
  hexNumber,
  type IndexEntry,
  type OpenContext,
} from '@packwright/core';
import {
  type AssemblerContainer,
  type AssemblerPrimitive,
  type AssetAssembler,
  isVirtual,
} from './asset-assembler.ts';
import { type ParsedAssembler, parseAssembler } from './parse-assembler.ts';
import { guerrillaContainerTypes, guerrillaPrimitiveTypes } from './type-names.ts';

const headerSize = 8;
/** A number that the engine takes for "none" and that no type has. */
const noType = 255;

/** An asm file as an archive of records: one entry for each container, described by its attributes. */
export async function openAssembler(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const { limits, signal } = context;
  if (source.size > limits.memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The asm file has ${source.size} bytes, the limit for memory is ${limits.memory}.`,
      { help: 'Raise the memory limit (--memory) if you trust the file.' },
    );
  }
  const parsed = parseAssembler(await source.read(0, source.size, { signal }));
  const { assembler, records, recordsOffset } = parsed;
  checkAssembler(parsed, (finding) => context.report(finding));
  return {
    variant: `asm${assembler.version}`,
    entries: { length: records.length, at: (entry) => describeRecord(parsed, entry) },
    structure: [
      { name: 'header', offset: 0, length: headerSize },
      ...(recordsOffset > headerSize
        ? [{ name: 'types', offset: headerSize, length: recordsOffset - headerSize }]
        : []),
    ],
    attributes: describeAssembler(assembler),
  };
}

function describeAssembler({ version, order, types, containers }: AssetAssembler): Attributes {
  const primitives = containers.reduce((sum, container) => sum + container.primitives.length, 0);
  const listTypes = (list: readonly { readonly name: string; readonly id: number }[]): Attributes =>
    Object.fromEntries(list.map(({ name, id }) => [String(id), name]));
  return {
    version,
    byteOrder: order,
    containers: containers.length,
    primitives,
    ...(types === undefined
      ? {}
      : {
          allocators: listTypes(types.allocators),
          primitiveTypes: listTypes(types.primitives),
          containerTypes: listTypes(types.containers),
        }),
  };
}

function describeRecord({ assembler, records }: ParsedAssembler, entry: number): IndexEntry {
  const container = assembler.containers[entry];
  const { offset, length } = records[entry] ?? { offset: 0, length: 0 };
  if (container === undefined) return { path: `unnamed-${entry}`, extents: [] };
  return {
    path: container.name === '' ? `unnamed-${entry}` : container.name,
    size: length,
    extents: [{ offset, length }],
    attributes: describeContainer(assembler, container),
  };
}

function describeContainer(assembler: AssetAssembler, container: AssemblerContainer): Attributes {
  const { type, flags, dataOffset, compressedSize, sizes, parent, compressionType, primitives } = container;
  return {
    type: nameType(assembler.types?.containers, guerrillaContainerTypes, type),
    flags: hexNumber(flags, 4),
    virtual: isVirtual(container),
    dataOffset,
    compressedSize,
    ...(compressionType === undefined ? {} : { compressionType }),
    ...(parent === undefined || parent === '' ? {} : { parent }),
    sizes,
    primitives: primitives.map((primitive) => describePrimitive(assembler, primitive)),
  };
}

function describePrimitive(assembler: AssetAssembler, primitive: AssemblerPrimitive): Attributes {
  const { name, type, allocator, flags, splitExtension, cpuSize, gpuSize, allocationGroup } = primitive;
  return {
    name,
    type: nameType(assembler.types?.primitives, guerrillaPrimitiveTypes, type),
    allocator: nameType(assembler.types?.allocators, [], allocator),
    flags: hexNumber(flags, 2),
    splitExtension,
    cpuSize,
    gpuSize,
    ...(allocationGroup === undefined ? {} : { allocationGroup }),
  };
}

function nameType(
  types: readonly { readonly name: string; readonly id: number }[] | undefined,
  usual: readonly string[],
  id: number,
): string | number {
  return (types === undefined ? usual[id] : types.find((type) => type.id === id)?.name) || id;
}

function checkAssembler({ assembler }: ParsedAssembler, report: (finding: Finding) => void): void {
  const tally = new FindingTally(report);
  assembler.containers.forEach(({ name, type, primitives }, entry) => {
    const types = [type, ...primitives.map((primitive) => primitive.type)];
    if (!types.includes(noType)) return;
    tally.add('asm-type', () => ({
      severity: 'warning',
      message: `Container ${JSON.stringify(name)} has a record of type ${noType}, which stands for none.`,
      entry,
    }));
  });
  tally.finish();
  if (assembler.trailing.length === 0) return;
  report({
    severity: 'warning',
    code: 'trailing-bytes',
    message: `Found ${assembler.trailing.length} bytes behind the last container, expected none.`,
  });
}

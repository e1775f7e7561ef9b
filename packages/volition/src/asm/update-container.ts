import {
  type AssemblerContainer,
  type AssemblerPrimitive,
  type AssetAssembler,
  containerFlags,
  splitFlag,
} from './asset-assembler.ts';
import type { ContainerContents } from './container-contents.ts';

/** A container after its str2 file has changed, and what could not be done. */
export interface UpdatedContainer {
  readonly container: AssemblerContainer;
  /** Files of the str2 file for which no primitive could be made. */
  readonly unknownFiles: readonly string[];
}

/** What "not compressed" is called in records of version 5; later ones say 0. */
const notCompressed = 0xffffffff;

/**
 * A container's record as its new str2 file demands: offset, compressed size, the sizes of its primitives, and the
 * primitives themselves where files came or went. `old` is the str2 file before, where there was one.
 */
export function updateContainer(
  assembler: AssetAssembler,
  container: AssemblerContainer,
  contents: ContainerContents,
  old: ContainerContents | undefined,
): UpdatedContainer {
  const files = new FileList(contents);
  const before = new FileList(old ?? { files: [] });
  const kept = container.primitives.filter(({ name }) => files.has(name) || !before.has(name));
  const resized = kept.map((primitive) => resizePrimitive(primitive, files));
  const { added, unknownFiles } = addPrimitives(assembler, resized, files, before);
  const primitives = sortByFile([...resized, ...added], files);
  const updated = {
    ...container,
    dataOffset: contents.dataOffset,
    compressedSize: contents.compressedSize ?? (assembler.version === 5 ? notCompressed : 0),
    primitives,
  };
  return { container: { ...updated, sizes: listSizes(assembler, updated) }, unknownFiles };
}

/** The size list that belongs to a container's primitives. */
export function listSizes(assembler: AssetAssembler, container: AssemblerContainer): readonly number[] {
  const pairs = container.primitives.flatMap(({ cpuSize, gpuSize }) => [cpuSize, gpuSize]);
  const hasList = (container.flags & containerFlags.hasSizes) !== 0;
  if (assembler.version === 5) return hasList ? pairs.filter((size) => size !== 0) : container.sizes;
  return pairs;
}

/** A primitive with the sizes that its files have now. */
export function resizePrimitive(primitive: AssemblerPrimitive, files: FileList): AssemblerPrimitive {
  const cpuSize = files.size(primitive.name) ?? primitive.cpuSize;
  const hasFile = files.has(primitive.name);
  const gpuSize = files.size(gpuName(primitive.name) ?? '') ?? (hasFile ? 0 : primitive.gpuSize);
  return { ...primitive, cpuSize, gpuSize };
}

/** Files of a str2 file by name, without regard to case. */
export class FileList {
  readonly #files = new Map<
    string,
    { readonly name: string; readonly size: number; readonly order: number }
  >();

  constructor({ files }: Pick<ContainerContents, 'files'>) {
    files.forEach(({ name, size }, order) => {
      const key = name.toLowerCase();
      if (!this.#files.has(key)) this.#files.set(key, { name, size, order });
    });
  }

  has(name: string): boolean {
    return this.#files.has(name.toLowerCase());
  }

  size(name: string): number | undefined {
    return this.#files.get(name.toLowerCase())?.size;
  }

  order(name: string): number | undefined {
    return this.#files.get(name.toLowerCase())?.order;
  }

  names(): readonly string[] {
    return [...this.#files.values()].map(({ name }) => name);
  }
}

/** The GPU file that belongs to a CPU file: `.cpeg_pc` has `.gpeg_pc`. */
export function gpuName(name: string): string | undefined {
  const found = /^(.*\.)c([^.]+)$/i.exec(name);
  return found === null ? undefined : `${found[1]}g${found[2]}`;
}

/** Makes primitives for new files after the example of others with the same extension. */
function addPrimitives(
  assembler: AssetAssembler,
  present: readonly AssemblerPrimitive[],
  files: FileList,
  before: FileList,
): { readonly added: readonly AssemblerPrimitive[]; readonly unknownFiles: readonly string[] } {
  const covered = new Set<string>();
  for (const { name } of present) {
    covered.add(name.toLowerCase());
    covered.add((gpuName(name) ?? '').toLowerCase());
  }
  const added: AssemblerPrimitive[] = [];
  const unknownFiles: string[] = [];
  const fresh = files.names().filter((name) => !before.has(name) && !covered.has(name.toLowerCase()));
  const partners = new Set(fresh.map((name) => (gpuName(name) ?? '').toLowerCase()));
  for (const name of fresh) {
    if (partners.has(name.toLowerCase())) continue;
    const model = findModel(assembler, present, name);
    if (model === undefined) unknownFiles.push(name);
    else added.push(resizePrimitive({ ...withSplit(model, files, name), name }, files));
  }
  return { added, unknownFiles };
}

function withSplit(model: AssemblerPrimitive, files: FileList, name: string): AssemblerPrimitive {
  const isSplit = files.has(gpuName(name) ?? '');
  return { ...model, flags: isSplit ? model.flags | splitFlag : model.flags & ~splitFlag };
}

function findModel(
  assembler: AssetAssembler,
  present: readonly AssemblerPrimitive[],
  name: string,
): AssemblerPrimitive | undefined {
  const extension = extensionOf(name);
  const isAlike = (primitive: AssemblerPrimitive): boolean => extensionOf(primitive.name) === extension;
  const own = present.find(isAlike);
  if (own !== undefined) return own;
  for (const { primitives } of assembler.containers) {
    const found = primitives.find(isAlike);
    if (found !== undefined) return found;
  }
  return undefined;
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The engine reads files in directory order; primitives without a file stay behind the one they followed. */
function sortByFile(
  primitives: readonly AssemblerPrimitive[],
  files: FileList,
): readonly AssemblerPrimitive[] {
  let last = -1;
  const keyed = primitives.map((primitive) => {
    last = files.order(primitive.name) ?? last;
    return { primitive, key: last };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ primitive }) => primitive);
}

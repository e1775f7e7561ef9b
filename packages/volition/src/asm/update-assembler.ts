import { type AssemblerContainer, type AssetAssembler, isVirtual } from './asset-assembler.ts';
import type { ContainerContents } from './container-contents.ts';
import { FileList, gpuName, listSizes, resizePrimitive, updateContainer } from './update-container.ts';

/** What happened to a str2 file of an archive. */
export interface ContainerChange {
  /** File name, with its extension. */
  readonly name: string;
  /** The name it has afterwards; absent when it is removed. */
  readonly newName: string | undefined;
  /** The file before; absent when it is new or could not be read. */
  readonly old: ContainerContents | undefined;
  /** The file after; absent when its content stays, or it is removed. */
  readonly contents: ContainerContents | undefined;
}

/** An asm file after a change of a str2 file. */
export interface UpdatedAssembler {
  /** The same object when no record is concerned. */
  readonly assembler: AssetAssembler;
  /** Whether the str2 file has a record here. */
  readonly isListed: boolean;
  /** Files for which no primitive could be made. */
  readonly unknownFiles: readonly string[];
}

/** Brings every record that a str2 file concerns up to date: its own, and those that list one of its assets too. */
export function updateAssembler(assembler: AssetAssembler, change: ContainerChange): UpdatedAssembler {
  const unknownFiles: string[] = [];
  const resized = listResized(change);
  let isListed = false;
  const containers = assembler.containers.flatMap((container) => {
    const isOwn = !isVirtual(container) && isNamedAfter(container.name, change.name);
    if (!isOwn) return repeatSizes(assembler, container, resized);
    isListed = true;
    if (change.newName === undefined) return [];
    const renamed = { ...container, name: renameContainer(container.name, change) };
    if (change.contents === undefined) return renamed;
    const updated = updateContainer(assembler, renamed, change.contents, change.old);
    unknownFiles.push(...updated.unknownFiles);
    return updated.container;
  });
  const isSame =
    containers.length === assembler.containers.length &&
    containers.every((container, number) => container === assembler.containers[number]);
  return { assembler: isSame ? assembler : { ...assembler, containers }, isListed, unknownFiles };
}

const containerExtension = /\.str2_[a-z0-9]+$/i;

/** Whether a container's name, with or without an extension of its own, is that of a str2 file. */
function isNamedAfter(container: string, fileName: string): boolean {
  const stem = fileName.replace(containerExtension, '').toLowerCase();
  const name = container.toLowerCase();
  return name === stem || name.replace(/\.[^.]*$/, '') === stem;
}

function renameContainer(container: string, { name, newName }: ContainerChange): string {
  const stem = name.replace(containerExtension, '');
  const newStem = (newName ?? name).replace(containerExtension, '');
  return newStem.toLowerCase() === stem.toLowerCase() ? container : newStem + container.slice(stem.length);
}

/** The new files, and the names of those whose size is not what it was. */
interface Resized {
  readonly files: FileList;
  readonly names: ReadonlySet<string>;
}

function listResized({ old, contents }: ContainerChange): Resized {
  const files = new FileList(contents ?? { files: [] });
  const before = new FileList(old ?? { files: [] });
  const changed = files.names().filter((name) => files.size(name) !== before.size(name));
  return { files, names: new Set(changed.map((name) => name.toLowerCase())) };
}

/** A container that lists assets of another one, with their new sizes. */
function repeatSizes(
  assembler: AssetAssembler,
  container: AssemblerContainer,
  { files, names }: Resized,
): AssemblerContainer {
  const isConcerned = (name: string): boolean =>
    names.has(name.toLowerCase()) || names.has((gpuName(name) ?? '').toLowerCase());
  if (!container.primitives.some(({ name }) => isConcerned(name))) return container;
  const primitives = container.primitives.map((primitive) =>
    isConcerned(primitive.name) ? resizePrimitive(primitive, files) : primitive,
  );
  const updated = { ...container, primitives };
  return { ...updated, sizes: listSizes(assembler, updated) };
}

import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  BytesSource,
  type Change,
  type UpdateContext,
} from '@packwright/core';
import { isContainerName } from '../packfile/packfile-style.ts';
import type { PackfileVersion } from '../packfile/packfile-version.ts';
import type { AssetAssembler } from './asset-assembler.ts';
import { type ContainerContents, readContainer } from './container-contents.ts';
import { parseAssembler } from './parse-assembler.ts';
import { requireWritable, serializeAssembler } from './serialize-assembler.ts';
import { type ContainerChange, updateAssembler } from './update-assembler.ts';

const assemblerName = /\.asm_[a-z0-9]+$/i;

/** An asm file of the archive under edit. */
interface OpenAssembler {
  readonly entry: number;
  readonly path: string;
  assembler: AssetAssembler;
  isChanged: boolean;
}

/**
 * The asm files that must follow when str2 files of an archive change: the game trusts the sizes in them and crashes
 * where they are wrong. What cannot be brought up to date is reported.
 */
export async function findAssemblerChanges(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext,
  versions: readonly PackfileVersion[],
): Promise<readonly Change[]> {
  // Renames come last: until then records are found by the names they have.
  const concerned = changes
    .filter((change) => isContainerName(change.kind === 'rename' ? change.from : change.path))
    .sort((a, b) => Number(a.kind === 'rename') - Number(b.kind === 'rename'));
  if (concerned.length === 0) return [];
  const assemblers = await openAssemblers(index, changes, context);
  const isOwnWork = changes.some(({ kind, path }) => kind !== 'remove' && assemblerName.test(path));
  for (const change of concerned) {
    const wanted = await describeChange(change, context, versions);
    const isListed = wanted === undefined || applyChange(assemblers, wanted, context);
    if (!isListed && !isOwnWork && change.kind !== 'remove') reportMissing(change.path, context);
  }
  return assemblers
    .filter(({ isChanged }) => isChanged)
    .map(({ entry, path, assembler }) => ({
      kind: 'replace',
      entry,
      path,
      content: new BytesSource(serializeAssembler(assembler)),
    }));
}

/** The asm files of an archive, except those that the edit itself replaces or removes. */
async function openAssemblers(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext,
): Promise<readonly OpenAssembler[]> {
  const touched = new Set(changes.flatMap((change) => (change.kind === 'add' ? [] : [change.entry])));
  const found: OpenAssembler[] = [];
  for (let entry = 0; entry < index.entries.length; entry++) {
    const path = context.path(entry);
    if (!assemblerName.test(path) || touched.has(entry)) continue;
    try {
      const source = await context.content(entry);
      const bytes = await source.read(0, source.size, { signal: context.signal });
      const { assembler } = parseAssembler(bytes);
      requireWritable(assembler);
      found.push({ entry, path, assembler, isChanged: false });
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      context.report({
        severity: 'warning',
        code: 'asm-unreadable',
        message: `${JSON.stringify(path)} was not brought up to date: ${error.message}`,
        entry,
        path,
      });
    }
  }
  return found;
}

async function describeChange(
  change: Change,
  context: UpdateContext,
  versions: readonly PackfileVersion[],
): Promise<ContainerChange | undefined> {
  const read = (source: ByteSource): Promise<ContainerContents> =>
    readContainer(source, versions, context.signal);
  const old =
    change.kind === 'replace' ? await optional(context.content(change.entry).then(read)) : undefined;
  if (change.kind === 'remove') return { name: change.path, newName: undefined, old, contents: undefined };
  if (change.kind === 'rename') return { name: change.from, newName: change.path, old, contents: undefined };
  if (change.content === undefined) return undefined;
  try {
    return { name: change.path, newName: change.path, old, contents: await read(change.content) };
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    context.report({
      severity: 'warning',
      code: 'str2-unreadable',
      message: `The asm records of ${JSON.stringify(change.path)} were left as they are, because the new file is no readable packfile: ${error.message}`,
      path: change.path,
    });
    return undefined;
  }
}

async function optional<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (ArchiveError.is(error)) return undefined;
    throw error;
  }
}

/** Changes what a str2 file concerns in every asm file; tells whether any has a record of it. */
function applyChange(
  assemblers: readonly OpenAssembler[],
  change: ContainerChange,
  context: UpdateContext,
): boolean {
  let isListed = false;
  for (const open of assemblers) {
    const updated = updateAssembler(open.assembler, change);
    isListed ||= updated.isListed;
    open.isChanged ||= updated.assembler !== open.assembler;
    open.assembler = updated.assembler;
    for (const file of updated.unknownFiles) {
      context.report({
        severity: 'warning',
        code: 'asm-primitive-missing',
        message: `${JSON.stringify(file)} in ${JSON.stringify(change.name)} got no record in ${JSON.stringify(open.path)}, because no file of its kind is there as an example.`,
        path: change.name,
      });
    }
  }
  return isListed;
}

function reportMissing(path: string, context: UpdateContext): void {
  context.report({
    severity: 'warning',
    code: 'asm-container-missing',
    message: `No asm file of this archive lists ${JSON.stringify(path)}: the game keeps the old sizes, or does not load it.`,
    path,
  });
}

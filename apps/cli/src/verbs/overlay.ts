import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Archive,
  ArchiveError,
  type OverlayRules,
  resolveOptions,
  sourceChunks,
} from '@packwright/core';
import { FileSource } from '@packwright/node/reading';
import { type OverlayFile, type OverlayTree, openOverlay } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { plural } from '../output/size.ts';

/** `packwright overlay list|which|cat ROOT [PATH…] --rules ID` */
export async function run(context: CommandContext): Promise<number> {
  const [action = '', root = '', ...names] = context.operands;
  const act = actions[action];
  if (act === undefined) {
    throw new ArchiveError('OPTION_INVALID', `Found "overlay ${action}", expected list, which or cat.`);
  }
  if (act !== list && names.length === 0) {
    throw new ArchiveError('OPTION_INVALID', `overlay ${action} needs the PATH of a file.`);
  }
  const tree = await openTree(context, root);
  context.tellFindings(tree.plan);
  return act(context, tree, names);
}

type Action = (context: CommandContext, tree: OverlayTree, names: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = { list, which, cat };

async function list({ output }: CommandContext, tree: OverlayTree): Promise<number> {
  const files = tree.list();
  if (output.isJson) {
    const layers = tree.plan.layers.map(({ kind, path, reason }) => ({ kind, path, reason }));
    output.object({ schema: 1, layers, files: files.map(fileJson) });
    return 0;
  }
  for (const file of files)
    output.line(`${escapeText(file.name)}  ${output.palette.dim(escapeText(file.layer.path))}`);
  output.say('Search path, first wins:');
  for (const { kind, path, reason } of tree.plan.layers) output.say(`  ${kind} ${path} (${reason})`);
  output.say(`${plural(files.length, 'file')} in ${plural(tree.plan.layers.length, 'layer')}`);
  return 0;
}

async function which(
  { output }: CommandContext,
  tree: OverlayTree,
  names: readonly string[],
): Promise<number> {
  const found = names.map((name) => ({ name, files: tree.which(name) }));
  if (output.isJson)
    output.object({
      schema: 1,
      names: found.map(({ name, files }) => ({ name, files: files.map(fileJson) })),
    });
  else {
    for (const { name, files } of found) {
      if (files.length === 0) output.line(`${escapeText(name)}: not found`);
      for (const [number, { layer }] of files.entries()) {
        output.line(
          `${escapeText(name)}: ${escapeText(layer.path)} (${number === 0 ? 'wins' : 'hidden'}; ${layer.reason})`,
        );
      }
    }
  }
  return found.some(({ files }) => files.length === 0) ? 6 : 0;
}

async function cat({ output }: CommandContext, tree: OverlayTree, names: readonly string[]): Promise<number> {
  for (const name of names) {
    const [file] = tree.which(name);
    if (file === undefined) {
      throw new ArchiveError('ENTRY_NOT_FOUND', `Found no ${JSON.stringify(name)} in the search path.`, {
        path: name,
      });
    }
    const source = await tree.read(file);
    for await (const chunk of sourceChunks(source, 0, source.size)) await output.bytes(chunk);
    await source.close?.();
  }
  return 0;
}

function fileJson({ name, layer, entry }: OverlayFile): Record<string, unknown> {
  return { path: name, layer: layer.path, kind: layer.kind, index: entry };
}

async function openTree(context: CommandContext, root: string): Promise<OverlayTree> {
  const rules = await requireRules(context);
  const options = resolveOptions(rules.options, context.options(), `the rules ${rules.id}`);
  const archives = new Map<string, Promise<Archive>>();
  return openOverlay(rules, filesBelow(root), options, {
    files: (folder) => filesBelow(join(root, folder)),
    openFile: (path) => FileSource.open(join(root, path)),
    openArchive: (path) => {
      const known = archives.get(path) ?? context.openFile(join(root, path));
      archives.set(path, known);
      return known;
    },
  });
}

async function requireRules(context: CommandContext): Promise<OverlayRules> {
  const wanted = context.flag('rules');
  const known: OverlayRules[] = [];
  for (const handle of await context.formats()) known.push(...((await handle.load()).overlays ?? []));
  const rules = known.find(({ id }) => id === wanted);
  if (rules !== undefined) return rules;
  throw new ArchiveError(
    'OPTION_INVALID',
    wanted === undefined ? 'overlay needs --rules.' : `There are no search rules "${wanted}".`,
    { help: `Installed rules: ${known.map(({ id }) => id).join(', ') || 'none'}.` },
  );
}

/** Files below a folder with `/`, links not followed. */
function filesBelow(folder: string, prefix = ''): string[] {
  try {
    return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((item) => {
      const path = `${prefix}${item.name}`;
      if (item.isDirectory()) return filesBelow(folder, `${path}/`);
      return item.isFile() ? [path] : [];
    });
  } catch (error) {
    throw new ArchiveError('SOURCE_FAILED', `Cannot read the folder ${join(folder, prefix)}.`, {
      path: folder,
      cause: error,
    });
  }
}

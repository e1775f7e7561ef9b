import { ArchiveError } from '@packwright/core';
import { type ImportReport, importKeys, type KeyStatus, KeyStore, listKeys } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-code.ts';
import { escapeText } from '../output/escape.ts';
import { formatSize, plural } from '../output/size.ts';
import { formatTable } from '../output/table.ts';

/** `packwright keys import|list [FILE…]`. Says which keys there are, never what they are. */
export async function run(context: CommandContext): Promise<number> {
  const [action, ...files] = context.operands;
  if (action === 'list' && files.length === 0) return list(context);
  if (action === 'import' && files.length > 0) return importFrom(context, files);
  const found = ['keys', ...context.operands.slice(0, 1)].join(' ');
  throw new ArchiveError(
    'OPTION_INVALID',
    `Found "${found}" with ${plural(files.length, 'file')}, expected "keys list" or "keys import FILE…".`,
  );
}

async function list(context: CommandContext): Promise<number> {
  const { output } = context;
  const store = new KeyStore();
  const keys = await listKeys(await context.keys(), await context.formats(), (error) =>
    output.warn(error.message),
  );
  const fault = store.check();
  if (fault !== undefined) output.warn(fault.message);
  if (output.isJson) {
    const rows = keys.map(({ id, format, title, isThere }) => ({ id, format, title, present: isThere }));
    output.object({ schema: 1, store: store.path, keys: rows });
    return exitCodes.done;
  }
  const { green, dim, bold } = output.palette;
  const rows = keys.map(({ id, title, isThere }) => [
    isThere ? green('there') : dim('missing'),
    id,
    escapeText(title),
  ]);
  for (const line of formatTable([{ title: 'STATE' }, { title: 'KEY' }, { title: 'WHAT FOR' }], rows, bold))
    output.line(line);
  output.say(store.path === undefined ? 'There is no folder for keys.' : `Keys are kept in ${store.path}`);
  return exitCodes.done;
}

async function importFrom(context: CommandContext, files: readonly string[]): Promise<number> {
  const { output } = context;
  const store = new KeyStore();
  const bar = output.progress('Searching');
  let report: ImportReport;
  try {
    report = await importKeys(files, await context.formats(), {
      store,
      jobs: context.count('jobs'),
      onPluginFailure: (error) => output.warn(error.message),
      progress: ({ bytes, totalBytes }) => bar.set(bytes, totalBytes),
    });
  } finally {
    bar.finish();
  }
  const { imported, known, missing, searched } = report;
  if (output.isJson) {
    const ids = (keys: readonly KeyStatus[]): readonly string[] => keys.map(({ id }) => id);
    output.object({
      schema: 1,
      store: store.path,
      imported: ids(imported),
      known: ids(known),
      missing: ids(missing),
      searched,
    });
  } else {
    for (const { id } of imported) output.line(`${output.palette.green('imported')}  ${id}`);
    for (const { id, found, pieces } of missing) {
      if (found > 0)
        output.line(`${output.palette.yellow('in part')}   ${id} (${found} of ${pieces} pieces)`);
    }
    output.say(
      `${plural(imported.length, 'key')} imported, ${known.length} there before, ${missing.length} missing; ${formatSize(searched)} searched.`,
    );
    if (imported.length > 0) output.say(`Keys are kept in ${store.path}`);
  }
  return imported.length === 0 ? exitCodes.nothingMatched : exitCodes.done;
}

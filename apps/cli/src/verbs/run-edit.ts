import { ArchiveError } from '@packwright/core';
import { type ArchiveEditor, editArchive } from '@packwright/node';
import { type EditPlan, nestingMark } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { formatSize, plural } from '../output/size.ts';

/** Splits `ARCHIVE!/PATH` into the archive on disk and the path of an entry in it. */
export async function splitEntryPath(
  context: CommandContext,
  text: string,
): Promise<{ outer: string; inner: readonly string[] }> {
  const { outer, inner } = await context.split(text);
  if (inner.length > 0) return { outer, inner };
  throw new ArchiveError('OPTION_INVALID', `Found the path "${text}", expected ARCHIVE${nestingMark}PATH.`, {
    help: `For instance: packwright ${context.command.verb.name} 'pak0.pak${nestingMark}default.cfg' …`,
  });
}

/** Opens an archive for editing, lets `change` say what is wanted, and plans or commits it. */
export async function runEdit(
  context: CommandContext,
  path: string,
  change: (editor: ArchiveEditor) => void,
): Promise<number> {
  const { output } = context;
  const editor = await editArchive(path, await context.openOptions());
  try {
    if (editor.recovery.outcome !== 'clean') {
      output.warn(`An interrupted edit was ${editor.recovery.outcome} first: ${editor.recovery.title ?? ''}`);
    }
    change(editor);
    if (context.has('dry-run')) {
      const plan = await editor.plan();
      printPlan(context, path, plan, true);
      await plan.close();
      return 0;
    }
    const { plan, written } = await editor.commit();
    printPlan(context, path, plan, false);
    output.say(`Done: ${formatSize(written)} written. Take it back with: packwright undo ${path}`);
    return 0;
  } finally {
    await editor.close();
  }
}

function printPlan(context: CommandContext, path: string, plan: EditPlan, isDryRun: boolean): void {
  const { output } = context;
  context.tellFindings(plan);
  const ranges = (plan.patches?.patches ?? []).map(({ offset, source }) => ({ offset, length: source.size }));
  if (output.isJson) {
    const steps = plan.steps.map(({ archive, method, reason, changes }) => ({
      archive,
      method,
      reason,
      changes: changes.map(({ kind, path: changed }) => ({ kind, path: changed })),
    }));
    const written = ranges.reduce((sum, { length }) => sum + length, 0);
    output.object({ schema: 1, archive: { path }, dryRun: isDryRun, steps, ranges, written });
    return;
  }
  if (!isDryRun) return;
  for (const step of plan.steps) {
    const where = step.archive === '' ? path : `${path}${nestingMark}${step.archive}`;
    const how = step.method === 'update' ? 'changed in place' : `rewritten: ${step.reason}`;
    output.line(`${escapeText(where)}: ${how}`);
    for (const { kind, path: changed } of step.changes) output.line(`  ${kind} ${escapeText(changed)}`);
  }
  for (const { offset, length } of ranges) output.line(`write ${length} bytes at ${offset}`);
  output.say(`Dry run: nothing was written. ${plural(ranges.length, 'range')} would be.`);
}

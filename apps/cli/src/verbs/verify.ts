import { type Archive, ArchiveError, exitCodeOf, type VerifyReport } from '@packwright/core';
import { verifyInParallel } from '@packwright/node';
import { nestingMark, walk } from '@packwright/toolkit';
import type { CommandContext, OpenedPath } from '../command-context.ts';
import { exitCodeFor, exitCodes, worstExitCode } from '../exit-code.ts';
import { escapeText } from '../output/escape.ts';
import { formatSize, plural } from '../output/size.ts';

/** What became of one archive: a report, or the reason why there is none. */
interface Result {
  readonly path: string;
  readonly archive?: Archive;
  readonly report?: VerifyReport;
  readonly error?: ArchiveError;
}

/** `packwright verify ARCHIVE…` */
export async function run(context: CommandContext): Promise<number> {
  const { output } = context;
  const results: Record<string, unknown>[] = [];
  const codes: number[] = [];
  for (const path of context.operands) {
    for await (const result of verifyPath(context, path)) {
      codes.push(codeOf(result));
      if (output.isJson) results.push(toJson(result));
      else print(context, result);
    }
  }
  if (output.isJson) output.object({ schema: 1, archives: results });
  return worstExitCode(codes);
}

/** An archive and, if wanted, those inside it. One that cannot be opened must not keep others from their turn. */
async function* verifyPath(context: CommandContext, path: string): AsyncGenerator<Result, void, undefined> {
  let opened: OpenedPath | undefined;
  try {
    opened = await context.openPath(path);
    const { archive } = opened;
    yield { path, archive, report: await verifyOne(context, archive) };
    if (!context.has('recursive')) return;
    for await (const visit of walk(archive, { ...(await context.openOptions()), recursive: true })) {
      await context.breathe();
      const { nested, problem } = visit;
      const nestedPath = path + nestingMark + visit.path;
      if (problem !== undefined) yield { path: nestedPath, error: problem };
      if (nested !== undefined) {
        yield { path: nestedPath, archive: nested, report: await verifyOne(context, nested) };
      }
    }
  } catch (error) {
    if (!ArchiveError.is(error) || context.operands.length === 1) throw error;
    yield { path, error };
  } finally {
    // The next one needs the memory.
    await opened?.close();
  }
}

async function verifyOne(context: CommandContext, archive: Archive): Promise<VerifyReport> {
  const bar = context.output.progress('Verifying');
  const total = bar.isOn ? contentSize(archive) : undefined;
  try {
    return await verifyInParallel(archive, {
      jobs: context.count('jobs'),
      progress: (_, bytes) => {
        bar.set(bytes, total);
        return context.breathe();
      },
    });
  } finally {
    bar.finish();
  }
}

function contentSize(archive: Archive): number {
  let size = 0;
  for (const entry of archive.entries()) size += entry.size ?? entry.storedSize;
  return size;
}

/** Entries that cannot be decoded, checksums that differ and faults of the structure all make an archive bad. */
function codeOf({ report, error }: Result): number {
  if (error !== undefined) return exitCodeFor(error);
  const isFaulty = report?.findings.some(({ severity }) => severity === 'error') ?? false;
  const failures = report?.failures.map(({ error: fault }) => exitCodeFor(fault)) ?? [];
  return worstExitCode(isFaulty ? [...failures, exitCodeOf('DAMAGED')] : failures);
}

function print(context: CommandContext, result: Result): void {
  const { output } = context;
  const { path, report, error } = result;
  const bad = output.palette.red('bad');
  const line = (mark: string, text: string): void =>
    output.line(`${mark.padEnd(mark.length + 2)}${escapeText(text)}`);
  if (error !== undefined) line(bad, `${path}: ${error.message} [${error.code}]`);
  if (report === undefined) return;
  const { files, bytes, checked, failures, findings } = report;
  for (const { path: entry, error: fault } of failures) {
    line(bad, `${path}${nestingMark}${entry}: ${fault.message} [${fault.code}]`);
  }
  context.tellFindings({ findings });
  const facts = `${plural(files, 'file')}, ${formatSize(bytes)}, ${plural(checked, 'checksum')} compared`;
  if (codeOf(result) === exitCodes.done) line(`${output.palette.green('ok')} `, `${path}: ${facts}`);
  else line(bad, `${path}: ${plural(failures.length, 'bad entry', 'bad entries')}; ${facts}`);
}

function toJson(result: Result): Record<string, unknown> {
  const { path, archive, report, error } = result;
  return {
    path,
    ok: codeOf(result) === exitCodes.done,
    format: archive?.format,
    variant: archive?.variant,
    files: report?.files,
    bytes: report?.bytes,
    checksums: report?.checked,
    failures: report?.failures.map(({ entry, path: name, error: fault }) => ({
      index: entry,
      path: name,
      code: fault.code,
      message: fault.message,
    })),
    findings: report?.findings,
    error: error && { code: error.code, message: error.message },
  };
}

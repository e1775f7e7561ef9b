import { ArchiveError, exitCodeOf } from '@packwright/core';
import { paletteFor } from './color.ts';
import { escapeText } from './escape.ts';

/** Tells the user of an error, as text or JSON, and gives the exit code. */
export function reportError(error: unknown, isJson: boolean, color?: string | undefined): number {
  const known = ArchiveError.is(error)
    ? error
    : new ArchiveError('SOURCE_FAILED', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
  const { code, message, details } = known;
  const { path, offset, help } = details;
  if (isJson) {
    process.stderr.write(`${JSON.stringify({ schema: 1, error: { code, message, path, offset, help } })}\n`);
    return exitCodeOf(code);
  }
  const palette = paletteFor(process.stderr, color);
  const where = [
    ...(path === undefined ? [] : [escapeText(path)]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
  ].join(', ');
  process.stderr.write(`${palette.red('error:')} ${escapeText(message)} ${palette.dim(`[${code}]`)}\n`);
  if (where !== '') process.stderr.write(`  where: ${where}\n`);
  if (help !== undefined) process.stderr.write(`  help:  ${escapeText(help)}\n`);
  return exitCodeOf(code);
}

import { ArchiveError, exitCodeOf } from '@packwright/core';
import { paletteFor } from './color.ts';
import { escapeText } from './escape.ts';
import { standardError } from './standard-streams.ts';

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
    standardError().write(`${JSON.stringify({ schema: 1, error: { code, message, path, offset, help } })}\n`);
    return exitCodeOf(code);
  }
  const palette = paletteFor(standardError(), color);
  const where = [
    ...(path === undefined ? [] : [escapeText(path)]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
  ].join(', ');
  standardError().write(`${palette.red('error:')} ${escapeText(message)} ${palette.dim(`[${code}]`)}\n`);
  if (where !== '') standardError().write(`  where: ${where}\n`);
  if (help !== undefined) standardError().write(`  help:  ${escapeText(help)}\n`);
  return exitCodeOf(code);
}

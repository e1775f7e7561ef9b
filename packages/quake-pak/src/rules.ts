import { ArchiveError, type FindingTally, type WriteEntry } from '@packwright/core';
import { type Layout, maxSigned, maxU32 } from './layout.ts';
import type { WriteValues } from './write-options.ts';

/** Most files that the engines read; over the limit they stop or ignore the archive. */
const engineLimits = { quake: 2048, quake2: 4096 } as const;
/** The one limit that is known for SiN. */
const sinLimit = 16384;

/** Names of which nothing can be said but their length, as almost all are: for those, one look has to do. */
const isUnremarkable = /^[\da-z_-][\da-z_./ -]*$/;

/** Judges the name of a file to be written. */
export function checkName(
  entry: Pick<WriteEntry, 'path'>,
  number: number,
  layout: Layout,
  options: WriteValues,
  tally: FindingTally,
): void {
  const { path } = entry;
  const most = Math.min(options.maxNameBytes ?? layout.nameBytes - 1, layout.nameBytes);
  if (path.length <= most && isUnremarkable.test(path) && !path.includes('..')) return;
  const shown = JSON.stringify(path);
  const refuse = (code: string, message: string): void =>
    tally.add(code, () => ({ severity: 'error', message, entry: number, path }));
  const warn = (code: string, message: string): void =>
    tally.add(code, () => ({ severity: 'warning', message, entry: number, path }));
  if (path === '')
    refuse('empty-name', `Entry ${number} has an empty name, expected at least one character.`);
  if (path.includes('\0')) refuse('name-with-nul', `The name ${shown} has a NUL, which would end it.`);
  const foreign = /[^\0-\xff]/u.exec(path)?.[0];
  if (foreign !== undefined) {
    refuse(
      'name-not-latin1',
      `The name ${shown} has the character ${JSON.stringify(foreign)}, expected Latin-1.`,
    );
  } else if (path.length > most) {
    const hint = most < layout.nameBytes ? `; maxNameBytes allows up to ${layout.nameBytes}` : '';
    refuse('name-too-long', `The name ${shown} has ${path.length} bytes, expected at most ${most}${hint}.`);
  }
  if (/[A-Z]/.test(path))
    warn('upper-case', `The name ${shown} has capitals; Quake asks for names in lower case.`);
  if (path.includes('\\')) warn('backslash', `The name ${shown} has a backslash; engines look for "/".`);
  if (/^(\.?\/|\.\/)/.test(path))
    warn('leading-dot', `The name ${shown} begins with "/" or "./"; engines do not find it.`);
  if (/(^|[/\\])\.\.([/\\]|$)/.test(path))
    warn('parent-folder', `The name ${shown} has a "..", which cannot be extracted.`);
}

/** Judges how many files there are. */
export function checkCount(count: number, layout: Layout, options: WriteValues, tally: FindingTally): void {
  const { engine = 'none' } = options;
  const limit = engine === 'none' ? undefined : engineLimits[engine];
  if (limit !== undefined && count > limit) {
    tally.add('too-many-files', () => ({
      severity: 'error',
      message: `There are ${count} files, but the engine "${engine}" reads at most ${limit}.`,
    }));
  }
  const usual = layout.variant === 'sin' ? sinLimit : engineLimits.quake;
  if (limit === undefined && count > usual) {
    tally.add('many-files', () => ({
      severity: 'warning',
      message: `There are ${count} files; the original engine reads at most ${usual}.`,
    }));
  }
}

/** Why an archive of that size cannot be written, if so. */
export function refuseSize(size: number, options: WriteValues): string | undefined {
  if (size > maxU32) return `The archive would have ${size} bytes, the format ends at ${maxU32}.`;
  if (size <= maxSigned || options.allow4GiB === true) return undefined;
  return `The archive would have ${size} bytes, engines read at most ${maxSigned}; the option allow4GiB allows more.`;
}

/** Why this variant is not written, if so. */
export function refuseVariant(layout: Layout, options: WriteValues): string | undefined {
  if (layout.variant !== 'anachronox' || options.experimental === true) return undefined;
  return (
    'Anachronox archives are read but not written: the last word of their rows is not understood. ' +
    'The option experimental keeps what is there and writes 0 into new rows.'
  );
}

/** Throws the first reason not to write. */
export function refuseIf(reason: string | undefined): void {
  if (reason !== undefined) throw new ArchiveError('WRITE_REFUSED', reason, { format: 'quake-pak' });
}

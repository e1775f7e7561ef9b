import { unsafePath } from './unsafe-path.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the rule is about
const control = /[\0-\x1f\x7f]/;

/** Refuses NUL, which ends a path early, and characters that steer terminals or mean nothing in a name. */
export function refuseControlCharacters(path: string): void {
  const found = control.exec(path)?.[0];
  if (found === undefined) return;
  const code = found.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
  throw unsafePath(path, `has the control character U+${code}`);
}

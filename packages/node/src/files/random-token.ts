/** Letters and digits for a temporary name that nobody else has; not for secrets. Files of such names are made exclusively. */
export function randomToken(): string {
  const chance = Math.random().toString(36).slice(2, 12);
  return `${process.pid.toString(36)}${chance}`;
}

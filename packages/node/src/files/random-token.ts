/** Twelve hex digits for a temporary name that nobody else has; not for secrets. Files of such names are made exclusively. */
export function randomToken(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

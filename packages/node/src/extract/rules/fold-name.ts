const ascii = /^[\0-\x7f]*$/;

/**
 * A name as file systems compare it that ignore case or the way accents are composed. Through upper case first,
 * because some letters (ß, ς) only meet there.
 */
export function foldName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

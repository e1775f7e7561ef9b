/** Splits on both separators, on every system alike; empty parts and `.` mean nothing and are left out. */
export function splitPath(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
}

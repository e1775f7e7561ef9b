/** Whether a name is a file name and nothing else: no folder, no drive, no stream, nothing that leads elsewhere. */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\:\0]/.test(name);
}

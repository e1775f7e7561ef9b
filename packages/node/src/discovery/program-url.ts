import { fileURLToPath, pathToFileURL } from 'node:url';

const mark = '#program';

/**
 * The URL of a plugin that is a program: one file of CommonJS that has in it what it needs of our packages. The
 * command and its threads load it instead of a package's modules, in a fraction of the time.
 */
export function programUrl(path: string): string {
  return `${pathToFileURL(path).href}${mark}`;
}

/** The file behind the URL of a program; nothing for the URL of a module. */
export function programPath(url: string): string | undefined {
  return url.endsWith(mark) ? fileURLToPath(url.slice(0, -mark.length)) : undefined;
}

import { existsSync } from 'node:fs';

/**
 * The program of a search thread, or nothing when there is none. From sources, which Node 20 cannot run in a thread,
 * it is the built one where there is a build; without it the calling thread searches alone.
 */
export function workerUrl(): URL | undefined {
  if (!import.meta.url.endsWith('.ts')) return new URL('./key-search-worker.js', import.meta.url);
  const built = new URL('../../../dist/keys/search/key-search-worker.js', import.meta.url);
  return existsSync(built) ? built : undefined;
}

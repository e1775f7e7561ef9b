import { existsSync } from 'node:fs';

/**
 * The file that a worker thread runs, or nothing when there is none. From sources (tests, which Node 20 cannot run in
 * a thread) it is the built one, where there is a build; without it all work is done by the calling thread.
 */
export function threadUrl(): URL | undefined {
  if (!import.meta.url.endsWith('.ts')) return new URL('./thread.js', import.meta.url);
  const built = new URL('../../dist/workers/thread.js', import.meta.url);
  return existsSync(built) ? built : undefined;
}

import { existsSync } from 'node:fs';

/**
 * A file of this package's build, for worker threads; nothing when there is no build. The build joins modules, so the
 * way there begins at `dist` and not at the module that asks. Tests run from sources, which Node 20 cannot run in a
 * thread: they use the build as well.
 */
export function builtFile(path: string): URL | undefined {
  const here = import.meta.url;
  const folder = here.endsWith('.ts')
    ? new URL('../../dist/', here)
    : new URL(here.slice(0, here.lastIndexOf('/dist/') + '/dist/'.length));
  const found = new URL(path, folder);
  return here.endsWith('.ts') && !existsSync(found) ? undefined : found;
}

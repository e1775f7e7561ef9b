import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the places of a user's files depend on. */
export interface UserSurroundings {
  readonly platform: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The folder where Packwright keeps what belongs to the user, by the custom of the system. */
export function configFolder(surroundings: UserSurroundings = ownSurroundings()): string {
  const { platform, home } = surroundings;
  if (platform === 'win32')
    return join(folderFrom(surroundings, 'APPDATA') ?? join(home, 'AppData', 'Roaming'), 'packwright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'packwright');
  return join(folderFrom(surroundings, 'XDG_CONFIG_HOME') ?? join(home, '.config'), 'packwright');
}

/** The folder for what can be made again; nothing where the user wants none. */
export function cacheFolder(surroundings: UserSurroundings = ownSurroundings()): string | undefined {
  const { platform, home, environment } = surroundings;
  if (environment.PACKWRIGHT_NO_CACHE) return undefined;
  if (platform === 'win32')
    return join(
      folderFrom(surroundings, 'LOCALAPPDATA') ?? join(home, 'AppData', 'Local'),
      'packwright',
      'Cache',
    );
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'packwright');
  return join(folderFrom(surroundings, 'XDG_CACHE_HOME') ?? join(home, '.cache'), 'packwright');
}

/** A folder that a variable names; a relative one would depend on where the command is called. */
function folderFrom({ environment }: UserSurroundings, variable: string): string | undefined {
  const value = environment[variable];
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function ownSurroundings(): UserSurroundings {
  return { platform: process.platform, home: homedir(), environment: process.env };
}

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the places of a user's files depend on. */
export interface UserSurroundings {
  readonly platform: string;
  /** Nothing where it is not known. */
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder where Packwright keeps what belongs to the user, by the custom of the system; nothing for a user without
 * a home.
 */
export function configFolder(surroundings: UserSurroundings = ownSurroundings()): string | undefined {
  const { platform } = surroundings;
  if (platform === 'win32')
    return below(
      folderFrom(surroundings, 'APPDATA') ?? inHome(surroundings, 'AppData', 'Roaming'),
      'packwright',
    );
  if (platform === 'darwin') return inHome(surroundings, 'Library', 'Application Support', 'packwright');
  return below(folderFrom(surroundings, 'XDG_CONFIG_HOME') ?? inHome(surroundings, '.config'), 'packwright');
}

/** The folder for what can be made again; nothing where the user wants none, or has no home. */
export function cacheFolder(surroundings: UserSurroundings = ownSurroundings()): string | undefined {
  const { platform, environment } = surroundings;
  if (environment.PACKWRIGHT_NO_CACHE) return undefined;
  if (platform === 'win32')
    return below(
      folderFrom(surroundings, 'LOCALAPPDATA') ?? inHome(surroundings, 'AppData', 'Local'),
      'packwright',
      'Cache',
    );
  if (platform === 'darwin') return inHome(surroundings, 'Library', 'Caches', 'packwright');
  return below(folderFrom(surroundings, 'XDG_CACHE_HOME') ?? inHome(surroundings, '.cache'), 'packwright');
}

/** A folder in the user's home. An empty or relative home would be wherever the command is called, with the files of anyone. */
function inHome({ home }: UserSurroundings, ...names: readonly string[]): string | undefined {
  return home !== undefined && isAbsolute(home) ? join(home, ...names) : undefined;
}

function below(folder: string | undefined, ...names: readonly string[]): string | undefined {
  return folder === undefined ? undefined : join(folder, ...names);
}

/** A folder that a variable names; a relative one would depend on where the command is called. */
function folderFrom({ environment }: UserSurroundings, variable: string): string | undefined {
  const value = environment[variable];
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function ownSurroundings(): UserSurroundings {
  return { platform: process.platform, home: ownHome(), environment: process.env };
}

function ownHome(): string | undefined {
  try {
    return homedir();
  } catch {
    // The system knows no such user: that is not worth a failure before it is known what is wanted.
    return undefined;
  }
}

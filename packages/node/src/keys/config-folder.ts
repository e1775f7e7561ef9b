import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the place of the configuration depends on. */
export interface ConfigSurroundings {
  readonly platform: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The folder where Packwright keeps what belongs to the user, by the custom of the system. */
export function configFolder(surroundings: ConfigSurroundings = ownSurroundings()): string {
  const { platform, home, environment } = surroundings;
  const folderFrom = (variable: string): string | undefined => {
    const value = environment[variable];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  if (platform === 'win32')
    return join(folderFrom('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'packwright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'packwright');
  return join(folderFrom('XDG_CONFIG_HOME') ?? join(home, '.config'), 'packwright');
}

function ownSurroundings(): ConfigSurroundings {
  return { platform: process.platform, home: homedir(), environment: process.env };
}

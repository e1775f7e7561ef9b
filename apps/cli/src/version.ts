import { readFileSync, writeSync } from 'node:fs';
import { isClosedPipe } from './output/closed-pipe.ts';

/** The command's own version. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String((manifest as { version: unknown }).version);
}

/** Prints it without a stream, which would take longer to make than all else does here. */
export function printVersion(): void {
  try {
    writeSync(1, `${version()}\n`);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

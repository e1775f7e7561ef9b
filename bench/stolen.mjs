import { readFileSync } from 'node:fs';

/** What all processors together have done so far, in ticks; nothing where the system does not tell. */
function readTicks() {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/).map(Number);
    return { stolen: ticks[7], all: ticks.slice(0, 8).reduce((sum, tick) => sum + tick, 0) };
  } catch {
    return undefined;
  }
}

/**
 * Begins to watch a virtual machine; the function it gives tells the share of the time that its processors had work and
 * others of the same host had them. With much of that, figures say little.
 */
export function watchStolenTime() {
  const before = readTicks();
  return () => {
    const after = readTicks();
    if (before === undefined || after === undefined) return undefined;
    return (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
  };
}

import type { Awaitable } from '../contract/awaitable.ts';

type Portable = typeof import('./portable-deflate.ts');

let loaded: Portable | undefined;

/** zlib in JavaScript; there at once when it has been loaded before. */
export function loadPortable(): Awaitable<Portable> {
  // By its public name, which leads to it from every file that this code may be joined into.
  return loaded ?? import('@packwright/core/portable-deflate').then(remember);
}

function remember(module: Portable): Portable {
  loaded = module;
  return module;
}

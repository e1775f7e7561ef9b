import { expect } from 'vitest';

/**
 * Lets `toEqual` compare bytes as bytes. Element by element a few kilobytes take a millisecond, which is more than
 * making them; whatever is not equal goes that way as before, for the difference that it prints.
 */
expect.addEqualityTesters([
  (a, b) =>
    a instanceof Uint8Array &&
    b instanceof Uint8Array &&
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    Buffer.compare(a, b) === 0
      ? true
      : undefined,
]);

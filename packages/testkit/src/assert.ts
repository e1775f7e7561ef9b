import { ArchiveError } from '@packwright/core';

/** Ends a check with a sentence that tells what was found and what was expected. */
export function fail(message: string): never {
  throw new Error(message);
}

/** Ends a check unless a condition holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

/** Compares two plain values. */
export function assertEqual<T extends string | number | boolean | bigint | undefined>(
  found: T,
  expected: T,
  what: string,
): void {
  if (found !== expected) fail(`${what}: found ${show(found)}, expected ${show(expected)}.`);
}

/** Compares two lists of plain values. */
export function assertList(found: readonly string[], expected: readonly string[], what: string): void {
  const length = Math.max(found.length, expected.length);
  for (let i = 0; i < length; i++)
    assertEqual(found[i], expected[i], `${what}, number ${i} of ${expected.length}`);
}

/** Compares bytes and tells where they begin to differ. */
export function assertBytes(found: Uint8Array, expected: Uint8Array, what: string): void {
  const at = findDifference(found, expected);
  if (at === undefined) return;
  fail(
    `${what}: found ${found.length} bytes, expected ${expected.length}; the first difference is at ${at}: ` +
      `found ${found[at] ?? 'nothing'}, expected ${expected[at] ?? 'nothing'}.`,
  );
}

/** Whether two byte arrays hold the same. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return findDifference(left, right) === undefined;
}

/** Expects that work fails with exactly this value, such as the reason of an abort. */
export async function assertRejectsWith(work: () => unknown, reason: unknown, what: string): Promise<void> {
  let found: unknown;
  try {
    await work();
  } catch (error) {
    found = error;
    if (error === reason) return;
    fail(`${what}: failed with ${describeError(found)}, expected the reason of the abort itself.`);
  }
  fail(`${what}: came to its end, expected it to fail with the reason of the abort.`);
}

/** Expects that work fails with an `ArchiveError` of one of these codes. */
export async function assertRejectsCode(
  work: () => unknown,
  codes: readonly string[],
  what: string,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (ArchiveError.is(error) && codes.includes(error.code)) return;
    fail(`${what}: failed with ${describeError(error)}, expected an ArchiveError ${codes.join(' or ')}.`);
  }
  fail(`${what}: came to its end, expected an ArchiveError ${codes.join(' or ')}.`);
}

/** An error in a few words. */
export function describeError(error: unknown): string {
  if (ArchiveError.is(error)) return `ArchiveError ${error.code} (${error.message})`;
  if (error instanceof Error) return `${error.name} (${error.message})`;
  return `the value ${String(error)}`;
}

function findDifference(found: Uint8Array, expected: Uint8Array): number | undefined {
  const length = Math.min(found.length, expected.length);
  for (let i = 0; i < length; i++) if (found[i] !== expected[i]) return i;
  return found.length === expected.length ? undefined : length;
}

function show(value: string | number | boolean | bigint | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

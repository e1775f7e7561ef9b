import process from 'node:process';
import { afterAll, beforeAll, expect } from 'vitest';
import { natives } from '../../packages/core/src/natives.ts';

/** What a test file may not leave behind in a process that others use after it. */
function describeProcess() {
  return {
    natives: Object.keys(natives()),
    folder: process.cwd(),
    environment: { ...process.env },
    signalListeners: ['SIGINT', 'SIGTERM', 'exit'].map((name) => process.listenerCount(name)),
    stackTraceLimit: Error.stackTraceLimit,
    umask: process.umask(),
  };
}

/** The functions and objects that all code shares; absent are those that are made when they are first asked for. */
function listGlobals(): ReadonlyMap<string, unknown> {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return new Map(
    properties.filter(([, { get }]) => get === undefined).map(([name, { value }]) => [name, value]),
  );
}

let before: ReturnType<typeof describeProcess>;
let globals: ReadonlyMap<string, unknown>;
let names: ReadonlySet<string>;

beforeAll(() => {
  before = describeProcess();
  globals = listGlobals();
  names = new Set(Object.keys(globalThis));
  // Each file meets the portable code, whoever was here before.
  expect(before.natives).toEqual([]);
});

afterAll(() => {
  expect(describeProcess(), 'the process after the tests of this file').toEqual(before);
  const after = listGlobals();
  const changed = [...globals].filter(([name, value]) => !Object.is(after.get(name), value));
  expect(changed.map(([name]) => name)).toEqual([]);
  expect(Object.keys(globalThis).filter((name) => !names.has(name))).toEqual([]);
});

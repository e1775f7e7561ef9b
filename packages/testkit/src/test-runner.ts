/** What the suite needs of a test runner: vitest, `node:test`, mocha and jasmine all have these two. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

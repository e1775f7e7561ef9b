import type * as nodeTest from 'node:test';
import * as vitest from 'vitest';
import type { TestRunner } from '../src/index.ts';

vitest.test('the runners that people use fit', () => {
  vitest.expectTypeOf<typeof vitest>().toExtend<TestRunner>();
  vitest.expectTypeOf<typeof nodeTest>().toExtend<TestRunner>();
});

import { describeFormat } from '../../src/index.ts';
import torture from '../../src/torture/index.ts';
import { RecordingRunner } from '../support/recording-runner.ts';
import { tortureFixtures } from '../torture/fixtures.ts';

/** What a run in a page gives. */
export interface PageResult {
  readonly checks: number;
  readonly failures: readonly string[];
}

/** Runs in the page what the tests run in Node. */
export async function runChecks(): Promise<PageResult> {
  const runner = new RecordingRunner();
  describeFormat(runner, torture, tortureFixtures);
  const failed = await runner.run();
  const failures = failed.map(
    ({ name, error }) => `${name}: ${error instanceof Error ? error.message : error}`,
  );
  return { checks: runner.checks.length, failures };
}

// `npm test`: everything that must hold before a change is merged, in the order in which a failure is cheapest.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, stdout } from 'node:process';
import { root, run, runTool } from './run.mjs';
import { build, checkNode, fail, install } from './setup.mjs';

const report = join(root, 'node_modules', '.cache', 'packwright', 'tests.json');

const steps = [
  { name: 'install', run: install },
  // Biome takes a pipe for a CI log and colours it.
  {
    name: 'lint',
    run: () => runTool('biome', ['ci', '--error-on-warnings', ...(stdout.isTTY ? [] : ['--colors=off'])]),
  },
  { name: 'types', run: () => runTool('tsc', ['--project', 'tsconfig.json']) },
  { name: 'build', run: build },
  {
    name: 'tests',
    run: () =>
      runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]),
  },
  { name: 'packages', run: () => run(execPath, ['scripts/check-packages.mjs']) },
  { name: 'unused code', run: () => runTool('knip', []) },
  { name: 'lock file', run: () => run(execPath, ['scripts/check-lock.mjs']) },
  { name: 'changesets', run: checkChangesets },
];

/** Checks configuration and pending changesets; they are judged against `main`, which not every clone has. */
function checkChangesets() {
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'main'], { cwd: root });
  if (status === 0) return runTool('changeset', ['status']);
  console.log('Skipped: there is no branch main to compare with.');
}

/** The line that sums up the last run; a test file that could not be loaded counts as one failure. */
function summarizeTests() {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const failures = testResults.map(({ status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed').length;
    return status === 'failed' ? Math.max(1, failed) : failed;
  });
  const failed = failures.reduce((sum, count) => sum + count, 0);
  return `${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`;
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

try {
  checkNode();
  rmSync(report, { force: true });
  const started = performance.now();
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const stepStarted = performance.now();
    const code = await step.run();
    if (code) {
      console.error(`\nnpm test stopped: the step "${step.name}" failed with exit code ${code}.`);
      if (existsSync(report)) console.log(summarizeTests());
      process.exit(1);
    }
    console.log(`── ${step.name}: ok, ${seconds(stepStarted)}`);
  }
  console.log(`\nEverything holds, ${seconds(started)}.\n${summarizeTests()}`);
} catch (error) {
  fail(error);
}

import type { FormatPlugin } from '@packwright/core';
import type { Check } from './check.ts';
import { abortChecks } from './checks/abort.ts';
import { codecChecks } from './checks/codecs.ts';
import { coverageChecks } from './checks/coverage.ts';
import { damageChecks } from './checks/damage.ts';
import { detectionChecks, foreignChecks } from './checks/detection.ts';
import { listingChecks } from './checks/listing.ts';
import { manifestChecks } from './checks/manifest.ts';
import { readingChecks } from './checks/reading.ts';
import { recipeChecks } from './checks/recipe.ts';
import { refusalChecks } from './checks/refusal.ts';
import { sourceChecks } from './checks/sources.ts';
import { updateChecks } from './checks/update.ts';
import { writingChecks } from './checks/writing.ts';
import type { FormatFixture } from './format-fixture.ts';
import { Sample } from './sample.ts';
import { type DescribeOptions, toSettings } from './settings.ts';
import type { TestRunner } from './test-runner.ts';

/**
 * Registers the checks that every format must pass, for each fixture. What the plugin cannot do by its own account,
 * such as writing, is not checked.
 */
export function describeFormat(
  runner: TestRunner,
  plugin: FormatPlugin,
  fixtures: readonly FormatFixture[],
  options: DescribeOptions = {},
): void {
  const settings = toSettings(options);
  const samples = fixtures.map((fixture) => new Sample(plugin, settings, fixture));
  runner.describe(`the format ${plugin.id}`, () => {
    register(runner, 'as a plugin', [
      ...manifestChecks(plugin, settings),
      ...foreignChecks(plugin, settings),
      ...codecChecks(plugin, samples),
      ...refusalChecks(plugin, samples),
    ]);
    for (const sample of samples) register(runner, sample.fixture.name, checksFor(sample));
  });
}

function checksFor(sample: Sample): readonly Check[] {
  return [
    ...detectionChecks(sample),
    ...listingChecks(sample),
    ...readingChecks(sample),
    ...sourceChecks(sample),
    ...abortChecks(sample),
    ...coverageChecks(sample),
    ...damageChecks(sample),
    ...writingChecks(sample),
    ...recipeChecks(sample),
    ...updateChecks(sample),
  ];
}

function register(runner: TestRunner, name: string, checks: readonly Check[]): void {
  runner.describe(name, () => {
    for (const check of checks) runner.it(check.name, () => check.run());
  });
}

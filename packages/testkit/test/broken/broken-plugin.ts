import type { FormatPlugin } from '@packwright/core';
import type { DescribeOptions, FormatFixture } from '../../src/index.ts';

/** A plugin with one fault, and the checks that must find it. */
export interface BrokenPlugin {
  readonly plugin: FormatPlugin;
  readonly fixtures: readonly FormatFixture[];
  readonly options?: DescribeOptions;
  /** All checks that fail; the one that is meant for the fault comes first. */
  readonly fails: readonly [string, ...string[]];
}

export { describeFormat } from './describe-format.ts';
export type { ExpectedEntry, FormatFixture } from './format-fixture.ts';
export type { DescribeOptions, ForeignFile } from './settings.ts';
export type { TestRunner } from './test-runner.ts';

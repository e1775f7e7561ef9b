import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFormat } from '../../src/index.ts';
import { RecordingRunner } from '../support/recording-runner.ts';
import allocatesByDeclaredCount from './allocates-by-declared-count.ts';
import type { BrokenPlugin } from './broken-plugin.ts';
import cannotEncode from './cannot-encode.ts';
import clipsWhatIsCutOff from './clips-what-is-cut-off.ts';
import codecThatForgets from './codec-that-forgets.ts';
import codecThatThrowsRangeError from './codec-that-throws-range-error.ts';
import codecThatWorksInPlace from './codec-that-works-in-place.ts';
import codecWithALyingFraming from './codec-with-a-lying-framing.ts';
import codecWithALyingRatio from './codec-with-a-lying-ratio.ts';
import codecWithoutPrefix from './codec-without-prefix.ts';
import crashesOnEmptyName from './crashes-on-empty-name.ts';
import criesWolf from './cries-wolf.ts';
import detectsEverything from './detects-everything.ts';
import detectsWithoutLookingTwice from './detects-without-looking-twice.ts';
import forgetsAStep from './forgets-a-step.ts';
import forgetsDirectories from './forgets-directories.ts';
import hangsOnCycle from './hangs-on-cycle.ts';
import ignoresAbort from './ignores-abort.ts';
import illFormedExtension from './ill-formed-extension.ts';
import illFormedOption from './ill-formed-option.ts';
import leavesBytesUnexplained from './leaves-bytes-unexplained.ts';
import looksBehindTheSlice from './looks-behind-the-slice.ts';
import losesEmptyDirectories from './loses-empty-directories.ts';
import mutatesSourceBytes from './mutates-source-bytes.ts';
import needsReadInto from './needs-read-into.ts';
import needsSynchronousReads from './needs-synchronous-reads.ts';
import nonDeterministicWriter from './non-deterministic-writer.ts';
import notSureOfItsOwn from './not-sure-of-its-own.ts';
import orderDependentEncoder from './order-dependent-encoder.ts';
import otherManifest from './other-manifest.ts';
import overwritesForeignBytes from './overwrites-foreign-bytes.ts';
import readsPastEnd from './reads-past-end.ts';
import refusesInStrictMode from './refuses-in-strict-mode.ts';
import { sound, soundFixtures } from './sound.ts';
import swallowsAbort from './swallows-abort.ts';
import throwsTypeError from './throws-type-error.ts';
import updateLosesEntries from './update-loses-entries.ts';
import waitsForEver from './waits-for-ever.ts';
import writesWrongChecksums from './writes-wrong-checksums.ts';
import wrongChecksumInIndex from './wrong-checksum-in-index.ts';
import wrongOrder from './wrong-order.ts';
import wrongSize from './wrong-size.ts';

const brokenPlugins: Readonly<Record<string, BrokenPlugin>> = {
  'allocates-by-declared-count': allocatesByDeclaredCount,
  'cannot-encode': cannotEncode,
  'clips-what-is-cut-off': clipsWhatIsCutOff,
  'codec-that-forgets': codecThatForgets,
  'codec-that-throws-range-error': codecThatThrowsRangeError,
  'codec-that-works-in-place': codecThatWorksInPlace,
  'codec-with-a-lying-framing': codecWithALyingFraming,
  'codec-with-a-lying-ratio': codecWithALyingRatio,
  'codec-without-prefix': codecWithoutPrefix,
  'crashes-on-empty-name': crashesOnEmptyName,
  'cries-wolf': criesWolf,
  'detects-everything': detectsEverything,
  'detects-without-looking-twice': detectsWithoutLookingTwice,
  'forgets-a-step': forgetsAStep,
  'forgets-directories': forgetsDirectories,
  'hangs-on-cycle': hangsOnCycle,
  'ignores-abort': ignoresAbort,
  'ill-formed-extension': illFormedExtension,
  'ill-formed-option': illFormedOption,
  'leaves-bytes-unexplained': leavesBytesUnexplained,
  'looks-behind-the-slice': looksBehindTheSlice,
  'loses-empty-directories': losesEmptyDirectories,
  'mutates-source-bytes': mutatesSourceBytes,
  'needs-read-into': needsReadInto,
  'needs-synchronous-reads': needsSynchronousReads,
  'non-deterministic-writer': nonDeterministicWriter,
  'not-sure-of-its-own': notSureOfItsOwn,
  'order-dependent-encoder': orderDependentEncoder,
  'other-manifest': otherManifest,
  'overwrites-foreign-bytes': overwritesForeignBytes,
  'reads-past-end': readsPastEnd,
  'refuses-in-strict-mode': refusesInStrictMode,
  'swallows-abort': swallowsAbort,
  'throws-type-error': throwsTypeError,
  'update-loses-entries': updateLosesEntries,
  'waits-for-ever': waitsForEver,
  'writes-wrong-checksums': writesWrongChecksums,
  'wrong-checksum-in-index': wrongChecksumInIndex,
  'wrong-order': wrongOrder,
  'wrong-size': wrongSize,
};

test('every broken plugin of this folder is tried', () => {
  const others = ['broken-plugin.ts', 'broken-plugins.test.ts', 'sound.ts'];
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => !others.includes(file));
  expect(Object.keys(brokenPlugins).sort()).toEqual(files.map((file) => file.replace('.ts', '')).sort());
});

test('the plugin that the others spoil passes', async () => {
  const runner = new RecordingRunner();
  describeFormat(runner, sound, soundFixtures);
  expect(runner.checks.length).toBeGreaterThan(40);
  expect(await runner.run()).toEqual([]);
});

test.each(Object.entries(brokenPlugins))('%s is caught by the check meant for it', async (_fault, broken) => {
  const runner = new RecordingRunner();
  describeFormat(runner, broken.plugin, broken.fixtures, broken.options);
  const failed = await runner.run();
  expect(failed.map(({ name }) => name).sort(), failed.map(({ error }) => String(error)).join('\n')).toEqual(
    [...broken.fails].sort(),
  );
});

import type { Detection, FormatPlugin, Probe } from '@packwright/core';
import { matchesSignature } from '@packwright/core';
import { assert, assertEqual, describeError, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import { foreignFiles } from '../foreign-files.ts';
import { probeBytes } from '../probe-bytes.ts';
import type { Sample } from '../sample.ts';
import type { Settings } from '../settings.ts';

/** A bid for one's own archive has at least this confidence. */
const sure = 60;
/** A bid for somebody else's bytes has less than this. */
const unsure = 40;

/** Its own archives are recognised. */
export function detectionChecks(sample: Sample): readonly Check[] {
  const checks: Check[] = [];
  if (!sample.fixture.undetectable) {
    checks.push({ name: 'is recognised with confidence', run: () => checkOwn(sample) });
  }
  checks.push({ name: 'looks at a beginning of any length without failing', run: () => checkHeads(sample) });
  return checks;
}

/** Other files are left to others. */
export function foreignChecks(plugin: FormatPlugin, settings: Settings): readonly Check[] {
  return [
    {
      name: 'does not take foreign files for its own',
      run: async () => {
        for (const { name, bytes } of [...foreignFiles, ...settings.foreign]) {
          const bid = await detect(plugin, probeBytes(bytes), name);
          const isModest = bid === undefined || (bid.confidence < unsure && !bid.claimed);
          assert(
            isModest,
            `${name}: found a bid of ${bid?.confidence} "${bid?.reason}", expected none or below ${unsure}.`,
          );
        }
      },
    },
  ];
}

async function checkOwn(sample: Sample): Promise<void> {
  const { plugin } = sample;
  const probe = probeBytes(await sample.bytes(), sample.fileName);
  if (plugin.signatures.length > 0) {
    assert(
      await matchesSignature(probe, plugin.signatures),
      'signatures: none stands in the archive, expected one.',
    );
  }
  const bid = await detect(plugin, probe, 'the archive');
  assert(bid !== undefined, 'the archive: found no bid, expected one.');
  assertBid(bid);
  assert(bid.confidence >= sure, `confidence: found ${bid.confidence}, expected at least ${sure}.`);
  if (bid.variant !== undefined && sample.fixture.variant !== undefined) {
    assertEqual(bid.variant, sample.fixture.variant, 'variant by detection');
  }
}

async function checkHeads(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  const longest = Math.min(bytes.length, 256);
  for (let length = 0; length <= longest; length++) {
    const probe = probeBytes(bytes.subarray(0, length), sample.fileName);
    const bid = await detect(sample.plugin, probe, `the first ${length} bytes`);
    if (bid !== undefined) assertBid(bid);
  }
}

async function detect(plugin: FormatPlugin, probe: Probe, what: string): Promise<Detection | undefined> {
  try {
    return await plugin.detect(probe);
  } catch (error) {
    return fail(`${what}: detect failed with ${describeError(error)}, expected a bid or nothing.`);
  }
}

function assertBid({ confidence, reason }: Detection): void {
  assert(confidence >= 0 && confidence <= 100, `confidence: found ${confidence}, expected 0 to 100.`);
  assert(
    reason.trim() !== '',
    'reason: found nothing, expected a few words that complete "recognised by …".',
  );
}

import { assertBytes, assertRejectsWith } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';
import { hesitate } from '../sources/hesitate.ts';

/** Reads of one archive at which an abort is tried. */
const mostReads = 64;

/** An abort ends the work with the signal's own reason, and with nothing else. */
export function abortChecks(sample: Sample): readonly Check[] {
  return [
    { name: 'does not open when the signal is aborted already', run: () => checkAborted(sample) },
    { name: 'stops opening when an abort comes in the middle', run: () => checkOpening(sample) },
    { name: 'stops reading when an abort comes in the middle', run: () => checkReading(sample) },
  ];
}

async function checkAborted(sample: Sample): Promise<void> {
  const reason = new Error('the caller has changed its mind');
  const signal = AbortSignal.abort(reason);
  const source = sample.source(await sample.bytes());
  await assertRejectsWith(() => sample.open(source, { signal }), reason, 'opening with an aborted signal');
  const archive = await sample.openSound();
  for (const entry of archive.entries()) {
    if (entry.kind === 'directory' || entry.row.extents.every((extent) => 'bytes' in extent)) continue;
    await assertRejectsWith(
      () => entry.bytes({ signal }),
      reason,
      `reading ${entry.path} with an aborted signal`,
    );
  }
}

async function checkOpening(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  const counted = sample.source(bytes);
  await sample.open(counted);
  const reads = Math.min(counted.reads, mostReads);
  for (let number = 0; number < reads; number++) {
    const { reason, controller, before } = abortAt(number);
    const source = sample.source(bytes, { before });
    const work = (): Promise<unknown> => sample.open(source, { signal: controller.signal });
    await assertRejectsWith(
      work,
      reason,
      `opening with an abort during read ${number + 1} of ${counted.reads}`,
    );
  }
}

async function checkReading(sample: Sample): Promise<void> {
  const bytes = await sample.bytes();
  for (const number of sample.entries.keys()) {
    let { reason, controller, before } = abortAt(Number.POSITIVE_INFINITY);
    const source = sample.source(bytes, { before: (read) => before(read) });
    const archive = await sample.open(source);
    const entry = archive.entry(number);
    if (entry.kind === 'directory' || (entry.size ?? 1) === 0) continue;
    const first = source.reads;
    await entry.bytes();
    if (source.reads === first) continue;
    const fresh = await sample.open(source);
    ({ reason, controller, before } = abortAt(source.reads));
    const { signal } = controller;
    await assertRejectsWith(
      () => fresh.entry(number).bytes({ signal }),
      reason,
      `reading ${entry.path} with an abort`,
    );
    before = () => undefined;
    const expected = sample.entries[number]?.content;
    const again = await fresh.entry(number).bytes();
    if (expected !== undefined) assertBytes(again, expected, `${entry.path} after an abort`);
  }
}

interface Abort {
  readonly reason: Error;
  readonly controller: AbortController;
  readonly before: (read: { readonly number: number }) => Promise<void> | undefined;
}

/** A script that aborts while a certain read is under way. */
function abortAt(target: number): Abort {
  const reason = new Error('the caller has changed its mind');
  const controller = new AbortController();
  const before = ({ number }: { readonly number: number }): Promise<void> | undefined => {
    if (number < target) return undefined;
    if (number === target) controller.abort(reason);
    return hesitate(number);
  };
  return { reason, controller, before };
}

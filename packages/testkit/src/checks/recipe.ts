import { applyRecipe, BytesSink, BytesSource, makeRecipe } from '@packwright/core';
import { assert, assertBytes, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';

/** Open → write without a change gives the same bytes. */
export function recipeChecks(sample: Sample): readonly Check[] {
  const { roundTrip = 'identical' } = sample.fixture;
  const checks: Check[] = [
    { name: 'gives the same bytes when nothing is changed', run: () => checkIdentity(sample) },
  ];
  checks.push(
    roundTrip === 'identical'
      ? { name: 'is made again by its encoders alone', run: () => checkReproduced(sample) }
      : { name: `keeps stored bytes literally: ${roundTrip.reason}`, run: () => checkReason(sample) },
  );
  return checks;
}

async function checkIdentity(sample: Sample): Promise<void> {
  const archive = await sample.openSound();
  const recipe = await makeRecipe(archive);
  const contents = new Map<number, BytesSource>();
  for (const entry of archive.entries()) {
    if (entry.kind === 'file') contents.set(entry.index, new BytesSource(await entry.bytes()));
  }
  const sink = new BytesSink();
  const open = (entry: number): BytesSource =>
    contents.get(entry) ?? fail(`the recipe asks for entry ${entry}, which is no file.`);
  await applyRecipe(recipe, open, sink, { codecs: sample.plugin.codecs, keys: sample.fixture.keys });
  assertBytes(sink.bytes(), await sample.bytes(), 'the archive by its recipe');
}

async function checkReproduced(sample: Sample): Promise<void> {
  const [first] = (await makeRecipe(await sample.openSound())).unreproduced;
  if (first !== undefined)
    fail(`${JSON.stringify(first.path)} is ${first.reason}; expected an encoder that gives its bytes.`);
}

async function checkReason(sample: Sample): Promise<void> {
  const { unreproduced } = await makeRecipe(await sample.openSound());
  assert(
    unreproduced.length > 0,
    'every entry is reproduced by an encoder; the fixture can say "identical".',
  );
}

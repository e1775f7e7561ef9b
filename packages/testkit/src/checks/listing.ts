import { type Archive, joinHalves } from '@packwright/core';
import { assert, assertEqual, assertList, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Sample } from '../sample.ts';

/** The table of contents: names, kinds, sizes, order. */
export function listingChecks(sample: Sample): readonly Check[] {
  const { fixture } = sample;
  return [
    { name: 'lists its entries in order', run: async () => checkPaths(sample, await sample.openSound()) },
    { name: 'tells files from directories', run: async () => checkKinds(sample, await sample.openSound()) },
    { name: 'tells the size of each file', run: async () => checkSizes(sample, await sample.openSound()) },
    {
      name: 'has the same hashes at once as one by one',
      run: async () => checkHashes(await sample.openSound()),
    },
    { name: 'finds each entry by its path', run: async () => checkLookUp(await sample.openSound()) },
    {
      name: 'reports what the fixture shows, and nothing worse',
      run: async () => checkFindings(sample, await sample.openSound()),
    },
    fixture.errors === undefined
      ? { name: 'opens in strict mode', run: async () => void (await sample.openSound({ strict: true })) }
      : { name: 'is refused in strict mode', run: () => checkStrictRefusal(sample) },
  ];
}

function checkPaths(sample: Sample, archive: Archive): void {
  if (sample.fixture.variant !== undefined) assertEqual(archive.variant, sample.fixture.variant, 'variant');
  const found = [...archive.entries()].map(({ path }) => path);
  const expected = sample.entries.map(({ path }) => path);
  assertList(found, expected, 'path');
}

function checkKinds(sample: Sample, archive: Archive): void {
  for (const [number, { path, kind }] of sample.entries.entries()) {
    assertEqual(archive.entry(number).kind, kind, `kind of ${JSON.stringify(path)}`);
  }
}

async function checkSizes(sample: Sample, archive: Archive): Promise<void> {
  for (const [number, { path, kind, size }] of sample.entries.entries()) {
    const entry = archive.entry(number);
    if (kind === 'directory' || size === undefined) continue;
    const what = `size of ${JSON.stringify(path)}`;
    if (entry.size !== undefined) assertEqual(entry.size, size, what);
    assertEqual(await entry.measure(), size, `${what}, measured`);
    assert(entry.storedSize >= 0, `stored ${what}: found ${entry.storedSize}, expected 0 or more.`);
  }
}

/** Only where the table gives many hashes at once; then they are all there is of names. */
function checkHashes(archive: Archive): void {
  const { entries } = archive.index;
  if (entries.hashesInto === undefined) return;
  for (let first = 0; first < entries.length; first++) {
    const halves = new Uint32Array(2 * (entries.length - first));
    entries.hashesInto(first, halves);
    for (let at = 0; at < halves.length; at += 2) {
      const { hash, path, extension, parent } = entries.at(first + at / 2);
      assertEqual(joinHalves(halves[at] ?? 0, halves[at + 1] ?? 0), hash, `hash of row ${first + at / 2}`);
      assert(
        path === undefined && extension === undefined && parent === undefined,
        `row ${first + at / 2}: found more of its name than a hash, expected none in a table with hashesInto.`,
      );
    }
  }
}

function checkLookUp(archive: Archive): void {
  for (const { path, index } of archive.entries()) {
    const all = archive.findAll(path).map((entry) => entry.index);
    assert(
      all.includes(index),
      `${JSON.stringify(path)}: found entries ${all.join(', ')}, expected ${index} too.`,
    );
    assertEqual(archive.find(path)?.path, path, 'path by look-up');
  }
}

function checkFindings(sample: Sample, archive: Archive): void {
  const errors = archive.findings.filter(({ severity }) => severity === 'error');
  const expected = sample.fixture.errors ?? [];
  for (const { code, message } of archive.findings) {
    assert(
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(code),
      `finding: found the code ${code}, expected words with hyphens.`,
    );
    assert(message.trim() !== '', `finding ${code}: found no message, expected a sentence.`);
  }
  const unexpected = errors.find(({ code }) => !expected.includes(code));
  if (unexpected !== undefined)
    fail(`finding ${unexpected.code}: ${unexpected.message} Expected none of it.`);
  const missing = expected.find((code) => !errors.some((finding) => finding.code === code));
  if (missing !== undefined) fail(`finding ${missing}: found none, expected one.`);
}

async function checkStrictRefusal(sample: Sample): Promise<void> {
  try {
    await sample.openSound({ strict: true });
  } catch {
    return;
  }
  fail('strict mode: the archive was opened, expected an ArchiveError for its findings.');
}

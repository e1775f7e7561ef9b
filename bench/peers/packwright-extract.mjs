import { rmSync } from 'node:fs';
import { openArchive } from '@packwright/core';
import { allowOptimizerHold, extractArchive, FileSource, installNodeNatives } from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import { timed } from './timed.mjs';

/** `before`: how many times the archive was extracted already, as in a program that goes on. */
const [archivePath, target, before = '0'] = process.argv.slice(2);
installNodeNatives();
// As a script does that extracts an archive and ends.
if (before === '0') allowOptimizerHold();

async function extract() {
  const source = FileSource.open(archivePath);
  const archive = await openArchive(source, { formats: [quakePak] });
  const report = await extractArchive(archive, target);
  if (report.failed.length > 0) throw report.failed[0].error;
  await archive.close();
  await source.close();
}

for (let round = 0; round < Number(before); round++) {
  await extract();
  rmSync(target, { recursive: true });
}
await timed(extract);
process.exit(0);

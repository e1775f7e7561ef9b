import { openArchive } from '@packwright/core';
import { allowOptimizerHold, extractArchive, FileSource, installNodeNatives } from '@packwright/node';
import quakePak from '@packwright/quake-pak';
import { timed } from './timed.mjs';

const [archivePath, target] = process.argv.slice(2);
installNodeNatives();
// As a script does that extracts an archive and ends.
allowOptimizerHold();
await timed(async () => {
  const source = FileSource.open(archivePath);
  const archive = await openArchive(source, { formats: [quakePak] });
  const report = await extractArchive(archive, target);
  if (report.failed.length > 0) throw report.failed[0].error;
  await archive.close();
  await source.close();
});
process.exit(0);

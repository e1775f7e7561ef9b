// A program for the tests of interruptions: extracts a toy archive with the built package and says when it is at it.
import { extractArchive, installSignalCleanup, openFile } from '../../dist/index.js';
import makePlugin from './toy-plugin.mjs';

const [, , path, destination] = process.argv;
installSignalCleanup();
const archive = await openFile(path, { formats: [makePlugin((input) => input)] });
let isTold = false;
await extractArchive(archive, destination, {
  jobs: 2,
  progress: ({ files, totalFiles }) => {
    if (isTold || files === 0 || files === totalFiles) return;
    isTold = true;
    process.stdout.write('working\n');
  },
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { timed } from './timed.mjs';

const [archivePath, target] = process.argv.slice(2);
await timed(async () => {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archivePath)))) {
    if (name.endsWith('/')) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), bytes);
  }
});

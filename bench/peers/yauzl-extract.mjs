import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { timed } from './timed.mjs';

const [archivePath, target] = process.argv.slice(2);
await timed(async () => {
  const zip = await promisify(yauzl.open)(archivePath, { lazyEntries: true });
  await new Promise((resolve, reject) => {
    zip.on('end', resolve).on('error', reject);
    zip.on('entry', async (entry) => {
      if (!entry.fileName.endsWith('/')) {
        const path = join(target, entry.fileName);
        mkdirSync(dirname(path), { recursive: true });
        await pipeline(await promisify(zip.openReadStream.bind(zip))(entry), createWriteStream(path));
      }
      zip.readEntry();
    });
    zip.readEntry();
  });
});

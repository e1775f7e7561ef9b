import { extractAll } from '@electron/asar';
import { timed } from './timed.mjs';

const [archivePath, target] = process.argv.slice(2);
await timed(async () => extractAll(archivePath, target));

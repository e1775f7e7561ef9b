import { main } from '../../apps/cli/dist/main.js';
import { timed } from './timed.mjs';

const [archivePath] = process.argv.slice(2);
await timed(async () => {
  await main(['list', archivePath]);
});

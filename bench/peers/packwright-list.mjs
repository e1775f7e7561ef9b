import { fileURLToPath } from 'node:url';
import { ProgramLoader } from '@packwright/node';
import { timed } from './timed.mjs';

const programs = new ProgramLoader((url) => import(url));
const command = fileURLToPath(new URL('../../apps/cli/dist/command.cjs', import.meta.url));
const { main } = programs.load(command);
const [archivePath] = process.argv.slice(2);
await timed(async () => {
  await main(['list', archivePath]);
});

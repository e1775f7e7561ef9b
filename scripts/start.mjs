// `npm start`: the tour. `npm start -- list some.pak`: the command itself, in the folder where npm was called.
import { join } from 'node:path';
import { argv, cwd, env, execPath } from 'node:process';
import { root, run } from './run.mjs';
import { build, checkNode, fail, install } from './setup.mjs';

const args = argv.slice(2);
const program = args.length > 0 ? 'bin.js' : 'tour.cjs';

try {
  checkNode();
  await install();
  build();
  process.exitCode = await run(execPath, [join(root, 'apps/cli/dist', program), ...args], {
    cwd: env.INIT_CWD ?? cwd(),
  });
} catch (error) {
  fail(error);
}

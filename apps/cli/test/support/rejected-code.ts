import { execFileSync } from 'node:child_process';
import { neutralEnvironment } from './run-command.ts';

/** Loads what is kept in a folder as `ProgramLoader` does, in a process with V8's flags as they are by default. */
const script = `
  const { readdirSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { Script } = require('node:vm');
  const [folder] = process.argv.slice(1);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const length = bytes.readUInt32LE(0);
    const [path] = bytes.toString('utf8', 16, 16 + length).split('\\n');
    const text = '(function (exports, require, module, __filename, __dirname, __import) { ' + readFileSync(path, 'utf8') + '\\n})';
    const cachedData = bytes.subarray(Math.ceil((16 + length) / 64) * 64);
    if (new Script(text, { filename: path, cachedData }).cachedDataRejected) console.log(path);
  }
`;

/** The programs whose kept code V8 would not take. */
export function rejectedCode(folder: string): readonly string[] {
  const env = { ...process.env, ...neutralEnvironment };
  const text = execFileSync(process.execPath, ['-e', script, folder], { encoding: 'utf8', env });
  return text.split('\n').filter((line) => line !== '');
}

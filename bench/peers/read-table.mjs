import { fstatSync, openSync, readSync } from 'node:fs';
import { timed } from './timed.mjs';

const [archivePath] = process.argv.slice(2);
const read = () => {
  const file = openSync(archivePath, 'r');
  const { size } = fstatSync(file);
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) at += readSync(file, bytes, at, size - at, at);
  return bytes;
};
read();
await timed(async () => ({ bytes: read().length }));

// Runs one edit on the real disk and ends itself with SIGKILL at a given call:
//   node killed-editor.mjs ARCHIVE FORMAT-MODULE CALL PATH… (nested path of the entry to replace)
import process from 'node:process';
import { BytesSource } from '@packwright/core';
import { editArchive, systemDisk } from '@packwright/node/edit';

const [archive, format, call, ...path] = process.argv.slice(2);
let calls = 0;
const changing = ['open', 'write', 'truncate', 'flush', 'flushFolder', 'rename', 'link', 'remove'];
const disk = { ...systemDisk };
for (const name of changing) {
  disk[name] = (...args) => {
    if (name === 'open' && args[1] !== 'create') return systemDisk.open(...args);
    if (calls++ === Number(call)) {
      // A write in two halves: killed in the middle of it.
      if (name === 'write' && args[1].length > 1)
        systemDisk.write(args[0], args[1].subarray(0, args[1].length >> 1), args[2]);
      process.kill(process.pid, 'SIGKILL');
    }
    return systemDisk[name](...args);
  };
}
const formats = [(await import(format)).default].flat();
const editor = await editArchive(archive, { formats, disk });
const content = new BytesSource(Uint8Array.from({ length: 6000 }, (_, at) => (at * 13) & 0x7f));
editor.replace(path, content);
await editor.commit();
await editor.close();
process.stdout.write(String(calls));

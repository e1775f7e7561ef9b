import { openArchive } from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import { FileSource, installNodeNatives } from '@packwright/node';
import { timed } from './timed.mjs';

const [archivePath] = process.argv.slice(2);
installNodeNatives();

async function open() {
  const source = FileSource.open(archivePath);
  return openArchive(source, { formats: [forgelight].flat(), closeSource: true });
}

// Once before, as the peer that only reads does: neither is measured cold.
await (await open()).close();
// Only where the heap is what matters: the flag that makes this possible has a price.
global.gc?.();
const before = process.memoryUsage().heapUsed;
await timed(async () => {
  const archive = await open();
  return { heapMegabytes: (process.memoryUsage().heapUsed - before) / 2 ** 20, entries: archive.length };
});

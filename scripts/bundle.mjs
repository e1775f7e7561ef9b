// Joins the built modules of a package: `node ../../scripts/bundle.mjs [FURTHER-ENTRY…]` in its folder, after tsc.
// A hundred small files take Node four times longer to load than one, and every worker thread pays that again.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, cwd } from 'node:process';
import { rolldown } from 'rolldown';

const folder = cwd();
const dist = join(folder, 'dist');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const exported = Object.values(manifest.exports)
  .map((target) => target.default)
  .filter((path) => path !== undefined)
  .map((path) => path.replace('./dist/', '').replace(/\.js$/, ''));
const entries = [...exported, ...argv.slice(2)];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Z]:/i.test(id),
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[hash].js',
});
await bundle.close();
// Declarations stay as they are, one for each source.
for (const path of readdirSync(dist, { recursive: true })) {
  if (path.endsWith('.js')) rmSync(join(dist, path));
}
for (const { fileName, code } of output) {
  mkdirSync(dirname(join(dist, fileName)), { recursive: true });
  writeFileSync(join(dist, fileName), code);
}

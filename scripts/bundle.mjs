// Joins the built modules of a package: `node ../../scripts/bundle.mjs [FURTHER-ENTRY…]` in its folder, after tsc.
// A hundred small files take Node four times longer to load than one, and every worker thread pays that again.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, cwd } from 'node:process';
import { rolldown } from 'rolldown';

const dist = join(cwd(), 'dist');
const manifest = JSON.parse(readFileSync(join(cwd(), 'package.json'), 'utf8'));
const exported = Object.values(manifest.exports)
  .map((target) => target.default)
  .filter((path) => path !== undefined)
  .map((path) => path.replace('./dist/', '').replace(/\.js$/, ''));
const entries = [...exported, ...argv.slice(2)];

/** What a module loads with it, by path; an `import()` waits until it is asked for. */
function loadedWith(path, known = new Set()) {
  if (known.has(path)) return known;
  known.add(path);
  const code = readFileSync(path, 'utf8');
  for (const [, to] of code.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];/gm)) {
    loadedWith(join(dirname(path), to), known);
  }
  return known;
}

/** One file for what each entry loads, the smallest first: what a thread needs is not spread over what a command needs. */
function groupModules() {
  const paths = entries.map((name) => join(dist, `${name}.js`));
  const closures = paths.map((path) => [...loadedWith(path)]).sort((a, b) => a.length - b.length);
  const groups = new Map();
  if (entries.length === 1) return groups;
  for (const [number, closure] of closures.entries()) {
    for (const path of closure) if (!groups.has(path) && !paths.includes(path)) groups.set(path, number);
  }
  return groups;
}

const groups = groupModules();
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Z]:/i.test(id),
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[hash].js',
  advancedChunks: {
    groups: [{ name: (path) => (groups.has(path) ? `group${groups.get(path)}` : null) }],
  },
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

// Joins the built modules of a package, in its folder, after tsc:
//   node ../../scripts/bundle.mjs [--with PACKAGE]… [--program ENTRY]… [--alone ENTRY]… [--script ENTRY]… [ENTRY…]
// Node loads one file far quicker than a hundred small ones, and every worker thread pays that again.
//   ENTRY            a module besides those that package.json exports; those named first load the least
//   --program ENTRY  one file of CommonJS with all it needs of our packages, and nothing else of them, to be run by
//                    ProgramLoader; NAME=ENTRY where it shall have another name, with a path for one of another package
//   --alone ENTRY    the same to be run by Node
//   --script ENTRY   the same with the ending .js, for a command: Node starts CommonJS sooner. What lies beside it must
//                    be CommonJS then, so modules for others are in folders of their own
//   --with PACKAGE   one of our packages, whose modules are joined as well, each entry getting only what it uses
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, cwd } from 'node:process';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const dist = join(cwd(), 'dist');
const { values, positionals } = parseArgs({
  args: argv.slice(2),
  options: {
    alone: { type: 'string', multiple: true, default: [] },
    program: { type: 'string', multiple: true, default: [] },
    script: { type: 'string', multiple: true, default: [] },
    with: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const manifest = JSON.parse(readFileSync(join(cwd(), 'package.json'), 'utf8'));
const exported = Object.values(manifest.exports)
  .map((target) => target.default)
  .filter((path) => path !== undefined)
  .map((path) => path.replace('./dist/', '').replace(/\.js$/, ''));
/** What others import: there our packages stay what they are, because a program must not get two copies of one. */
const isExported = (importer) => exported.some((name) => importer === join(dist, `${name}.js`));

/** Other packages are taken from their sources: of those, what is not used can be left out. */
const resolve = { conditionNames: ['@packwright/source', 'import', 'default'] };
/** What core loads when it is needed: it stays where it is, so that it is not loaded with everything else. */
const loadedLater = '@packwright/core/portable-deflate';
const isInside = (id) => id.startsWith('.') || id.startsWith('/') || /^[A-Z]:/i.test(id);
const isOneOf = (packages, id) => packages.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Which file each module goes into: one for what an entry loads besides what the entries before it load. So each of
 * them has few files to load, and little in them that only others need.
 */
function groupModules(output, entries) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const loadedWith = (chunk, known = new Set()) => {
    if (chunk === undefined || known.has(chunk)) return known;
    known.add(chunk);
    for (const name of chunk.imports) loadedWith(chunks.get(name), known);
    return known;
  };
  const groups = new Map();
  for (const [number, name] of entries.entries()) {
    const modules = [...loadedWith(chunks.get(`${name}.js`))].flatMap(({ modules }) => Object.keys(modules));
    for (const path of modules) if (!groups.has(path)) groups.set(path, `group${number}`);
  }
  // An entry's own module stays the file of that name.
  for (const { facadeModuleId, isEntry } of output) if (isEntry) groups.delete(facadeModuleId);
  return groups;
}

async function generate(input, options) {
  const bundle = await rolldown({ input, ...options });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    ...options.output,
  });
  await bundle.close();
  return output;
}

async function joinShared() {
  const entries = [...new Set([...positionals, ...exported])];
  const input = Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)]));
  const external = (id, importer) => !isInside(id) && (isExported(importer) || !isOneOf(values.with, id));
  const split = await generate(input, { external, resolve });
  if (split.length === 1) return split;
  const groups = groupModules(split, entries);
  const advancedChunks = { groups: [{ name: (path) => groups.get(path) ?? null }] };
  return generate(input, { external, resolve, output: { advancedChunks } });
}

async function joinAlone(text) {
  const [name, entry = name] = text.split('=');
  const [{ fileName, code }] = await generate(
    { [name]: entry.endsWith('.ts') ? entry : join(dist, `${entry}.js`) },
    {
      external: (id) => (!isInside(id) && !id.startsWith('@packwright/')) || id === loadedLater,
      resolve,
      output: {
        codeSplitting: false,
        comments: false,
        format: 'cjs',
        exports: 'named',
        entryFileNames: '[name].cjs',
      },
    },
  );
  return { fileName, code: toAscii(code) };
}

/** Node lets what is compiled from a text import modules only with a warning, so that is left to who runs it. */
async function joinProgram(text) {
  const { fileName, code } = await joinAlone(text);
  return { fileName, code: code.replace(/(?<![\w.$])import\(/g, '__import(') };
}

/** One byte for each character is half as much to read and to keep. */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function joinScript(entry) {
  const { code } = await joinAlone(entry);
  return { fileName: `${entry}.js`, code };
}

/** Says what kind of modules a folder has. */
function noteType(folder, type) {
  return { fileName: join(folder, 'package.json'), code: `${JSON.stringify({ type })}\n` };
}

const alone = await Promise.all([
  ...values.alone.map(joinAlone),
  ...values.program.map(joinProgram),
  ...values.script.map(joinScript),
]);
if (values.script.length > 0)
  alone.push(noteType('.', 'commonjs'), ...exported.map((name) => noteType(dirname(name), 'module')));
const output = [...(await joinShared()), ...alone];
// Declarations stay as they are, one for each source.
for (const path of readdirSync(dist, { recursive: true })) {
  if (/\.c?js$/.test(path)) rmSync(join(dist, path));
}
for (const { fileName, code } of output) {
  mkdirSync(dirname(join(dist, fileName)), { recursive: true });
  writeFileSync(join(dist, fileName), code);
}

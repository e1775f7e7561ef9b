import { deflated, oursCreate } from '../archives.mjs';
import { has } from '../harness.mjs';

const sevenZip = has('7zz') ? '7zz' : '7z';

/** Making an archive of stored files. */
export function createStored({ source, names }, tools) {
  return [
    { name: 'packwright create', ours: true, words: oursCreate('quake-pak', 'target/out.pak', source) },
    {
      name: 'C loop',
      missing: !tools.pakCreate,
      goal: { least: 0.8 },
      words: [tools.pakCreate, 'target/out.pak', source],
      input: `${names.join('\n')}\n`,
    },
    { name: 'zip -0', missing: !has('zip'), words: inFolder(source, 'zip -q -r -0 "$out/out.zip" .') },
    { name: 'tar cf', words: ['tar', 'cf', 'target/out.tar', '-C', source, '.'] },
  ];
}

/** Making an archive of files that are deflated one by one. */
export function createDeflated({ source }) {
  return [
    {
      name: 'packwright create',
      ours: true,
      makes: 'out.pack2',
      words: oursCreate('forgelight-pack2', 'target/out.pack2', source, [...deflated, 'align=1']),
    },
    {
      name: 'tar | pigz -6',
      missing: !has('pigz'),
      makes: 'out.tar.gz',
      goal: { least: 1.2, noLarger: true },
      words: inFolder(source, 'tar cf - . | pigz -6 > "$out/out.tar.gz"'),
    },
    {
      name: 'pigz -6, each file by itself',
      isSlow: true,
      missing: !has('pigz'),
      makes: 'out.gz',
      words: inFolder(source, 'find . -type f | sort | xargs pigz -6 -c > "$out/out.gz"'),
    },
    {
      name: 'zip -6',
      isSlow: true,
      missing: !has('zip'),
      makes: 'out.zip',
      words: inFolder(source, 'zip -q -r -6 "$out/out.zip" .'),
    },
    {
      name: '7-Zip a -mx=5 (zip)',
      isSlow: true,
      missing: !has(sevenZip),
      makes: 'out.zip',
      words: inFolder(source, `${sevenZip} a -tzip -mx=5 -bso0 "$out/out.zip" .`),
    },
  ];
}

/** A shell line run in a folder; `$out` is the folder of results. */
function inFolder(folder, line) {
  return ['sh', '-c', `out="$PWD/target" && cd "${folder}" && ${line}`];
}

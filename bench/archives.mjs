import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './corpus.mjs';
import { command, has, run } from './harness.mjs';

/** The words that run the command. */
export function ours(...args) {
  return [process.execPath, command.path, ...args];
}

/** The words that make an archive of a folder with the command. */
export function oursCreate(format, archive, source, options = []) {
  const settings = options.flatMap((option) => ['--option', option]);
  return ours('create', '-q', '-f', format, ...settings, archive, source);
}

/** How deflated pack2 archives are made: the level of the peers, and nothing stored. */
export const deflated = ['level=6', 'compress=always'];
/** Those to be read are made by zlib, as the peers' archives are. */
const byZlib = [...deflated, 'encoder=native'];

/** Makes a folder of files, and of the same content what each contender reads. */
export function buildArchives(folder, name, count, average, kinds) {
  const source = join(folder, name);
  const names = makeFolder(source, count, average, { isFlat: kinds.includes('solid') });
  const file = (ending) => join(folder, `${name}${ending}`);
  const makers = {
    pak: () => run(oursCreate('quake-pak', file('.pak'), source)),
    pack2: () => run(oursCreate('forgelight-pack2', file('.pack2'), source, byZlib)),
    storedZip: () => has('zip') && run(['zip', '-q', '-r', '-0', file('-stored.zip'), '.'], { cwd: source }),
    zip: () => has('zip') && run(['zip', '-q', '-r', '-6', file('.zip'), '.'], { cwd: source }),
    tar: () => run(['tar', 'cf', file('.tar'), '.'], { cwd: source }),
    solid: () => {
      run(oursCreate('rfg-vpp', file('.vpp_pc'), source, ['layout=compacted', 'level=6', 'encoder=native']));
      run(['sh', '-c', `tar cf - -C ${source} . | gzip -6 > ${file('.tar.gz')}`]);
    },
  };
  for (const kind of kinds) makers[kind]();
  writeFileSync(file('.names'), `${names.join('\n')}\n`);
  return { name, folder, source, names, file, bytes: totalSize(source) };
}

/** Bytes of all files below a folder. */
function totalSize(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0);
}

import { ours } from '../archives.mjs';
import { has, peer } from '../harness.mjs';

const sevenZip = has('7zz') ? '7zz' : '7z';

/**
 * Extraction of stored files; `goals` by the name of the peer. Ours goes into a folder that does not exist yet, as it
 * does by default: there every file appears whole and at once by one rename.
 */
export function extractStored({ file }, tools, goals) {
  const timesItself = true;
  const contenders = [
    { name: 'packwright', ours: true, words: ours('extract', '-q', file('.pak'), '-o', 'target/new') },
    {
      name: 'packwright, in process',
      ours: true,
      timesItself,
      words: peer('packwright-extract', file('.pak'), 'target/new'),
    },
    {
      name: 'packwright, in process, third time',
      ours: true,
      timesItself,
      words: peer('packwright-extract', file('.pak'), 'target/new', '2'),
    },
    {
      name: 'C pread/write loop',
      missing: !tools.pakExtract,
      words: [tools.pakExtract, file('.pak'), 'target'],
    },
    { name: 'PhysicsFS', missing: !tools.physfs, words: [tools.physfs, file('.pak'), 'target'] },
    {
      name: '7-Zip, stored ZIP',
      missing: !has(sevenZip) || !has('zip'),
      words: [sevenZip, 'x', '-y', '-otarget', file('-stored.zip')],
    },
    {
      name: 'bsdtar, stored ZIP',
      missing: !has('bsdtar') || !has('zip'),
      words: ['bsdtar', '-xf', file('-stored.zip'), '-C', 'target'],
    },
    {
      name: 'unzip, stored ZIP',
      isSlow: true,
      missing: !has('unzip') || !has('zip'),
      words: ['unzip', '-q', file('-stored.zip'), '-d', 'target'],
    },
    { name: 'tar', words: ['tar', 'xf', file('.tar'), '-C', 'target'] },
    {
      name: 'asar, in process',
      missing: !tools.asar,
      timesItself,
      words: peer('asar-extract', file('.asar'), 'target'),
    },
  ];
  return contenders.map((contender) => ({ ...contender, goal: goals[contender.name] }));
}

/** Goals for many small stored files. */
export const smallGoals = {
  'C pread/write loop': { least: 0.85, of: 'packwright, in process' },
  '7-Zip, stored ZIP': { least: 1.5 },
  'bsdtar, stored ZIP': { least: 1.5 },
};

/** Goals for a gigabyte of stored files. */
export const largeGoals = {
  'C pread/write loop': { least: 1 },
  '7-Zip, stored ZIP': { least: 1.6 },
  tar: { least: 1.3 },
};

/** Extraction of files that are deflated one by one. */
export function extractDeflated({ file }, tools) {
  const timesItself = true;
  const zip = file('.zip');
  return [
    { name: 'packwright', ours: true, words: ours('extract', '-q', file('.pack2'), '-o', 'target/new') },
    {
      name: 'C libdeflate, one thread, no checksums',
      missing: !tools.pack2Extract,
      goal: { least: 0.85 },
      words: [tools.pack2Extract, file('.pack2'), 'target'],
    },
    {
      name: '7-Zip',
      missing: !has(sevenZip) || !has('zip'),
      goal: { least: 2 },
      words: [sevenZip, 'x', '-y', '-otarget', zip],
    },
    { name: 'bsdtar', missing: !has('bsdtar') || !has('zip'), words: ['bsdtar', '-xf', zip, '-C', 'target'] },
    {
      name: 'unzip',
      missing: !has('unzip') || !has('zip'),
      goal: { least: 2.5 },
      words: ['unzip', '-q', zip, '-d', 'target'],
    },
    {
      name: 'fflate, in process',
      missing: !tools.fflate || !has('zip'),
      timesItself,
      goal: { least: 3 },
      words: peer('fflate-extract', zip, 'target'),
    },
    {
      name: 'yauzl, in process',
      isSlow: true,
      missing: !tools.yauzl || !has('zip'),
      timesItself,
      goal: { least: 8 },
      words: peer('yauzl-extract', zip, 'target'),
    },
  ];
}

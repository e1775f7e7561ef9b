import { ours } from '../archives.mjs';
import { has } from '../harness.mjs';

const sevenZip = has('7zz') ? '7zz' : '7z';

/** Decoding every file and comparing its checksum. */
export function verify({ file }) {
  return [
    { name: 'packwright verify', ours: true, words: ours('verify', '-q', file('.pack2')) },
    {
      name: 'unzip -t',
      missing: !has('unzip') || !has('zip'),
      goal: { least: 2.5 },
      words: ['unzip', '-tq', file('.zip')],
    },
    { name: '7-Zip t', missing: !has(sevenZip) || !has('zip'), words: [sevenZip, 't', file('.zip')] },
  ];
}

/** Goals for a solid block of 400 MB. */
export const solidGoals = { 'gzip -dc': { least: 2 } };

/** Decoding one stream over many files; `goals` by the name of the peer. */
export function solid({ file }, goals) {
  const contenders = [
    { name: 'packwright verify', ours: true, words: ours('verify', '-q', file('.vpp_pc')) },
    { name: 'gzip -dc', words: ['gzip', '-dc', file('.tar.gz')] },
    { name: 'pigz -dc', missing: !has('pigz'), words: ['pigz', '-dc', file('.tar.gz')] },
    {
      name: 'libdeflate-gunzip -c',
      missing: !has('libdeflate-gunzip'),
      words: ['libdeflate-gunzip', '-c', file('.tar.gz')],
    },
  ];
  return contenders.map((contender) => ({ ...contender, goal: goals[contender.name] }));
}

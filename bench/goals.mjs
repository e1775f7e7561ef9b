/**
 * What a table was to show and what it shows. `least`: our first row, or the one named in `of`, is that many times as
 * fast as the peer; `within`: it takes at most so many milliseconds more; `noLarger`: what it makes is not larger.
 */
export function goalsOf({ title, rows }) {
  return rows.flatMap((peer) => {
    if (peer.goal === undefined) return [];
    const { least, of, within, noLarger } = peer.goal;
    const mine = rows.find(({ name }) => name === of) ?? rows[0];
    const goals = [];
    const add = (goal, found, isMet) => goals.push({ title, subject: mine.name, goal, found, isMet });
    if (least !== undefined) {
      const ratio = peer.median / mine.median;
      const cpu =
        mine.cpu === undefined || peer.cpu === undefined
          ? ''
          : `, CPU time ${(peer.cpu / mine.cpu).toFixed(2)} ×`;
      add(`≥ ${least} × ${peer.name}`, `${ratio.toFixed(2)} ×${cpu}`, ratio >= least);
    }
    if (within !== undefined) {
      const more = mine.median - peer.median;
      add(
        `≤ ${peer.name} + ${within} ms`,
        `${more < 0 ? '-' : '+'} ${Math.abs(more).toFixed(1)} ms`,
        more <= within,
      );
    }
    if (noLarger) {
      const ratio = mine.bytes / peer.bytes;
      add(`no larger than ${peer.name}`, `${ratio.toFixed(3)} × its bytes`, ratio <= 1);
    }
    return goals;
  });
}

/** Goals that are no race. */
export function furtherGoals({ opened, names, isSame }) {
  const goal = (title, text, found, isMet) => ({ title, subject: '', goal: text, found, isMet });
  return [
    goal(
      'Heap of an open table',
      '< 32 MB',
      `${opened.heapMegabytes.toFixed(1)} MB`,
      opened.heapMegabytes < 32,
    ),
    goal(
      'CRC-64 of long data',
      '≥ 1 GB/s',
      `${names.bulkGigabytes.toFixed(2)} GB/s`,
      names.bulkGigabytes >= 1,
    ),
    goal(
      'CRC-64 of short names',
      '≥ 8 million/s',
      `${names.shortMillions.toFixed(1)} million/s`,
      names.shortMillions >= 8,
    ),
    goal(
      `Loading ${names.names.toLocaleString('en')} names`,
      'about a second for two million',
      `${names.loadMilliseconds.toFixed(0)} ms`,
      (names.loadMilliseconds / names.names) * 2e6 < 1250,
    ),
    goal(
      'Archives made with 1, 2 and 4 threads',
      'the same bytes',
      isSame ? 'the same' : 'different',
      isSame,
    ),
  ];
}

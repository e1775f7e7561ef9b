import { ArchiveError } from '@packwright/core';

/** A glob that includes or, with a leading `!`, excludes. */
export interface Pattern {
  readonly excludes: boolean;
  readonly expression: RegExp;
}

/** Reads globs: `*` and `?` stay inside a folder, `**` goes through folders, `{a,b}` and `[a-z]` as usual. */
export function parsePatterns(texts: readonly string[]): readonly Pattern[] {
  return texts.map((text) => {
    const excludes = text.startsWith('!');
    return { excludes, expression: toExpression(excludes ? text.slice(1) : text) };
  });
}

/** Whether a path is wanted: the last pattern that fits decides; only exclusions mean everything else. */
export function matchesAny(patterns: readonly Pattern[], path: string): boolean {
  if (patterns.length === 0) return true;
  const last = patterns.findLast(({ expression }) => expression.test(path));
  return last === undefined ? patterns.every(({ excludes }) => excludes) : !last.excludes;
}

function toExpression(glob: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at);
    const set = /^\[([!^]?)([^\]]+)\]/.exec(rest);
    if (rest.startsWith('**/')) [source, at] = [`${source}(?:.*/)?`, at + 2];
    else if (rest.startsWith('**')) [source, at] = [`${source}.*`, at + 1];
    else if (rest.startsWith('*')) source += '[^/]*';
    else if (rest.startsWith('?')) source += '[^/]';
    else if (set !== null) {
      source += `[${set[1] ? '^' : ''}${(set[2] ?? '').replace(/[\\\]^]/g, '\\$&')}]`;
      at += set[0].length - 1;
    } else if (rest.startsWith('{') && rest.includes('}')) [source, depth] = [`${source}(?:`, depth + 1];
    else if (rest.startsWith('}') && depth > 0) [source, depth] = [`${source})`, depth - 1];
    else if (rest.startsWith(',') && depth > 0) source += '|';
    else source += (glob[at] ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  }
  // A folder stands for everything in it, and so does an archive.
  try {
    return new RegExp(`^${source}(?:!?/.*)?$`, 's');
  } catch (error) {
    throw new ArchiveError('OPTION_INVALID', `The pattern "${glob}" cannot be read.`, { cause: error });
  }
}

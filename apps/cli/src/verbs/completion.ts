import { ArchiveError } from '@packwright/core';
import { commonFlags } from '../arguments/common-flags.ts';
import type { CommandContext } from '../command-context.ts';
import { verbs } from './verbs.ts';

/** `packwright completion SHELL` */
export async function run({ operands, output }: CommandContext): Promise<number> {
  const [shell = ''] = operands;
  const script = scripts[shell];
  if (script === undefined) {
    throw new ArchiveError('OPTION_INVALID', `Found the shell "${shell}", expected bash, zsh or fish.`);
  }
  if (output.isJson) output.object({ schema: 1, shell, script: script() });
  else output.line(script());
  return 0;
}

const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish };

function flagsOf(names: readonly { readonly name: string }[]): string {
  return names.map(({ name }) => `--${name}`).join(' ');
}

function bash(): string {
  const cases = verbs.map((verb) => {
    const words = [verb.name, ...(verb.aliases ?? [])].join('|');
    return `    ${words}) flags="${flagsOf([...verb.flags, ...commonFlags])}" ;;`;
  });
  return `_packwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${verbs.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _packwright packwright pkw`;
}

function zsh(): string {
  const words = verbs.map(({ name, summary }) => `    '${name}:${summary.replaceAll("'", '’')}'`);
  const cases = verbs.map(
    (verb) => `    ${verb.name}) flags=(${flagsOf([...verb.flags, ...commonFlags])}) ;;`,
  );
  return `#compdef packwright pkw
_packwright() {
  local -a verbs flags
  verbs=(
${words.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- $flags; else _files; fi
}
_packwright "$@"`;
}

function fish(): string {
  const lines = verbs.flatMap((verb) => [
    `complete -c packwright -n __fish_use_subcommand -f -a ${verb.name} -d '${verb.summary.replaceAll("'", '’')}'`,
    ...verb.flags.map(
      ({ name, summary }) =>
        `complete -c packwright -n '__fish_seen_subcommand_from ${verb.name}' -l ${name} -d '${summary.replaceAll("'", '’')}'`,
    ),
  ]);
  return [...lines, 'complete -c pkw -w packwright'].join('\n');
}

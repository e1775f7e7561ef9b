import { ArchiveError } from '@packwright/core';
import { commonFlags } from './common-flags.ts';
import { suggest } from './suggest.ts';
import type { Flag, ParsedCommand, Verb } from './verb.ts';

/** Checks what the user typed against the table of verbs. */
export function parseCommand(verbs: readonly Verb[], args: readonly string[]): ParsedCommand {
  const [name = 'help', ...rest] = splitVerb(args);
  const verb = verbs.find((candidate) => candidate.name === name || candidate.aliases?.includes(name));
  if (verb === undefined) throw unknownVerb(name, verbs);
  const known = new Map([...commonFlags, ...verb.flags].map((flag) => [flag.name, flag]));
  const flags = new Map<string, string[]>();
  const operands: string[] = [];
  let isOver = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (isOver || word === '-' || !word.startsWith('-')) operands.push(word);
    else if (word === '--') isOver = true;
    else if (readFlag(word, rest[at + 1], known, flags, verb)) at++;
  }
  const parsed = { verb, operands, flags };
  if (!flags.has('help')) checkCount(parsed);
  return parsed;
}

/** The error for a word that is no verb. */
export function unknownVerb(name: string, verbs: readonly Verb[]): ArchiveError {
  const names = verbs.flatMap((candidate) => [candidate.name, ...(candidate.aliases ?? [])]);
  return usage(`There is no verb "${name}".`, `${suggest(name, names)}See all verbs with: packwright help`);
}

/** The verb may come behind common flags: `packwright --color never list x`. */
function splitVerb(args: readonly string[]): readonly string[] {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (!word.startsWith('-') || word === '-') return [word, ...args.slice(0, at), ...args.slice(at + 1)];
    const flag = commonFlags.find(({ name, short }) => word === `--${name}` || word === `-${short}`);
    if (flag?.value !== undefined && !flag.optionalValue) at++;
  }
  return args.includes('--version') || args.includes('-V') ? ['version'] : ['help', ...args];
}

/** Notes one flag; gives whether the next word was its value. */
function readFlag(
  word: string,
  next: string | undefined,
  known: ReadonlyMap<string, Flag>,
  flags: Map<string, string[]>,
  verb: Verb,
): boolean {
  const [, long, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const short = /^-([a-zA-Z])(.*)$/s.exec(word);
  const flag = long === undefined ? byShort(known, short?.[1]) : known.get(long);
  if (flag === undefined) {
    const help = suggest(long ?? word, [...known.keys()], '--');
    throw usage(
      `${verb.name} has no flag ${word.split('=')[0]}.`,
      `${help}See: packwright help ${verb.name}`,
    );
  }
  const given = long === undefined ? short?.[2] || undefined : inline;
  const takesNext = flag.value !== undefined && !flag.optionalValue && given === undefined;
  const value = given ?? (takesNext ? next : '');
  if (value === undefined) throw usage(`--${flag.name} needs a value: ${flag.value}.`, help(verb));
  if (flag.value === undefined && given !== undefined)
    throw usage(`--${flag.name} takes no value.`, help(verb));
  const isChoice = (flag.optionalValue && given === undefined) || flag.choices?.includes(value) !== false;
  if (!isChoice) {
    throw usage(`--${flag.name} is "${value}", expected ${flag.choices?.join(', ')}.`, help(verb));
  }
  const values = flags.get(flag.name) ?? [];
  if (values.length > 0 && !flag.repeatable) throw usage(`--${flag.name} is given twice.`, help(verb));
  flags.set(flag.name, [...values, value]);
  return takesNext;
}

function byShort(known: ReadonlyMap<string, Flag>, letter: string | undefined): Flag | undefined {
  return [...known.values()].find(({ short }) => short !== undefined && short === letter);
}

function checkCount({ verb, operands }: ParsedCommand): void {
  if (operands.length >= verb.least && operands.length <= verb.most) return;
  const found = operands.length === 1 ? '1 argument' : `${operands.length} arguments`;
  throw usage(`${verb.name} takes ${verb.operands || 'no arguments'}, but found ${found}.`, help(verb));
}

function help(verb: Verb): string {
  return `See: packwright help ${verb.name}`;
}

function usage(message: string, help: string): ArchiveError {
  return new ArchiveError('OPTION_INVALID', message, { help });
}

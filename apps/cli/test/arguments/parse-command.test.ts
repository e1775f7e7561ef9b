import { ArchiveError } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/arguments/parse-command.ts';
import type { ParsedCommand } from '../../src/arguments/verb.ts';
import { verbs } from '../../src/verbs/verbs.ts';

function parse(...args: string[]): ParsedCommand {
  return parseCommand(verbs, args);
}

function faultOf(...args: string[]): { message: string; help: string | undefined } {
  try {
    parse(...args);
  } catch (error) {
    if (ArchiveError.is(error) && error.code === 'OPTION_INVALID') {
      return { message: error.message, help: error.details.help };
    }
    throw error;
  }
  throw new Error('the command line was accepted');
}

describe('parseCommand', () => {
  test('no words ask for help', () => {
    expect(parse().verb.name).toBe('help');
  });

  test('a short name stands for the verb', () => {
    expect(parse('x', 'a.pak').verb.name).toBe('extract');
  });

  test('flags come before or behind the verb and its operands', () => {
    const { verb, operands, flags } = parse('--color', 'never', 'list', 'a.pak', '-l', '**/*.bsp');
    expect(verb.name).toBe('list');
    expect(operands).toEqual(['a.pak', '**/*.bsp']);
    expect(flags).toEqual(
      new Map([
        ['color', ['never']],
        ['long', ['']],
      ]),
    );
  });

  test('values follow, or are joined by = or to a short flag', () => {
    const { flags } = parse('x', 'a', '--strip', '1', '--overwrite=always', '-oout', '--json=lines');
    expect(flags).toEqual(
      new Map([
        ['strip', ['1']],
        ['overwrite', ['always']],
        ['output', ['out']],
        ['json', ['lines']],
      ]),
    );
  });

  test('--json does not take the next word', () => {
    expect(parse('list', '--json', 'a.pak').operands).toEqual(['a.pak']);
  });

  test('- is an operand, and behind -- everything is', () => {
    expect(parse('list', '-', '--', '--long').operands).toEqual(['-', '--long']);
  });

  test('some flags may be repeated', () => {
    expect(parse('list', 'a', '-O', 'x=1', '-O', 'y=2').flags.get('option')).toEqual(['x=1', 'y=2']);
  });

  test.each([
    [['lst', 'a'], 'There is no verb "lst".', 'Did you mean list? See all verbs with: packwright help'],
    [['list', 'a', '--lnog'], 'list has no flag --lnog.', 'Did you mean --long? See: packwright help list'],
    [['list'], 'list takes ARCHIVE [PATTERN…], but found 0 arguments.', 'See: packwright help list'],
    [['info', 'a', 'b'], 'info takes ARCHIVE, but found 2 arguments.', 'See: packwright help info'],
    [['list', 'a', '--sort'], '--sort needs a value: KEY.', 'See: packwright help list'],
    [['list', 'a', '--tree=1'], '--tree takes no value.', 'See: packwright help list'],
    [
      ['list', 'a', '--sort', 'age'],
      '--sort is "age", expected index, path, size, stored.',
      'See: packwright help list',
    ],
    [['list', 'a', '--jobs', '1', '-j2'], '--jobs is given twice.', 'See: packwright help list'],
    [['list', 'a', '--json=yes'], '--json is "yes", expected lines.', 'See: packwright help list'],
  ])('%j is refused', (args, message, help) => {
    expect(faultOf(...args)).toEqual({ message, help });
  });

  test('every flag is named once in each verb', () => {
    for (const verb of verbs) {
      const names = parse('help')
        .verb.flags.concat(verb.flags)
        .map(({ name }) => name);
      expect(names, verb.name).toEqual([...new Set(names)]);
    }
  });
});

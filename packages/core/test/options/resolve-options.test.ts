import { expect, it } from 'vitest';
import { resolveOptions } from '../../src/index.ts';

const schema = {
  align: { type: 'integer', title: 'Alignment', default: 1, minimum: 1, maximum: 4096 },
  layout: { type: 'choice', title: 'Layout', choices: ['raw', 'packed'] },
  force: { type: 'boolean', title: 'Force', default: false },
  banner: { type: 'text', title: 'Banner' },
} as const;

it('adds defaults and leaves out what has none', () => {
  expect(resolveOptions(schema, {}, 'a test')).toEqual({ align: 1, force: false });
});

it('reads text as a command line gives it', () => {
  const given = { align: '16', layout: 'packed', force: 'yes', banner: 'hi' };
  expect(resolveOptions(schema, given, 'a test')).toEqual({
    align: 16,
    layout: 'packed',
    force: true,
    banner: 'hi',
  });
});

it.each([
  [{ align: '0' }, /align" is "0", expected a whole number from 1 to 4096/],
  [{ align: 'many' }, /expected a whole number/],
  [{ align: '' }, /expected a whole number/],
  [{ layout: 'other' }, /expected one of raw, packed/],
  [{ force: 'perhaps' }, /expected true or false/],
  [{ banner: 5 }, /expected text/],
  [{ unknown: 1 }, /which a test does not have/],
  [{ constructor: 1 }, /which a test does not have/],
])('refuses %j', (given, message) => {
  expect(() => resolveOptions(schema, given, 'a test')).toThrow(message);
});

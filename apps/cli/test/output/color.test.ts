import { afterEach, expect, test, vi } from 'vitest';
import { paletteFor } from '../../src/output/color.ts';

afterEach(() => vi.unstubAllEnvs());

const terminal = { isTTY: true };
const pipe = {};

test.each([
  ['a terminal', terminal, undefined, {}, true],
  ['a pipe', pipe, undefined, {}, false],
  ['a dumb terminal', terminal, undefined, { TERM: 'dumb' }, false],
  ['NO_COLOR', terminal, undefined, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', terminal, undefined, { NO_COLOR: '' }, true],
  ['FORCE_COLOR on a pipe', pipe, undefined, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', terminal, undefined, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR against FORCE_COLOR', terminal, undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ['--color always against NO_COLOR', pipe, 'always', { NO_COLOR: '1' }, true],
  ['--color never against FORCE_COLOR', terminal, 'never', { FORCE_COLOR: '1' }, false],
])('%s', (_, stream, flag, environment: Record<string, string>, isColored) => {
  for (const name of ['NO_COLOR', 'FORCE_COLOR', 'TERM']) vi.stubEnv(name, environment[name]);
  expect(paletteFor(stream, flag).red('x')).toBe(isColored ? '\u001b[31mx\u001b[39m' : 'x');
});

import { readFileSync } from 'node:fs';
import * as core from '@packwright/core';
import { expect, it } from 'vitest';
import plugin from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('has an example that runs', async () => {
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = example.replace(/^import (.*) from '(.*)';$/gm, (_line, names: string, id: string) =>
    names.startsWith('{')
      ? `const ${names} = modules['${id}'];`
      : `const ${names} = modules['${id}'].default;`,
  );
  const lines: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const run = new AsyncFunction('modules', 'console', body);
  await run(
    { '@packwright/core': core, '@packwright/quake-pak': { default: plugin } },
    { log: (...values: unknown[]) => lines.push(values.join(' ')) },
  );
  expect(lines).toEqual(['maps/a.txt 5', 'hello']);
});

it.each(Object.keys({ ...plugin.options, ...plugin.writer?.options }))('tells of the option %s', (name) => {
  expect(readme).toContain(`| \`${name}\` |`);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FormatFixture } from '../src/index.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

test('the example in the README is the one that is run', () => {
  expect(readme).toContain(`\`\`\`ts\n${read('readme-example.test.ts')}\`\`\`\n`);
});

test('the README tells of every field of a fixture', () => {
  const fields: Record<keyof FormatFixture, true> = {
    name: true,
    bytes: true,
    entries: true,
    fileName: true,
    variant: true,
    options: true,
    keys: true,
    names: true,
    siblings: true,
    undetectable: true,
    errors: true,
    roundTrip: true,
    writeOptions: true,
    unwritable: true,
    foreignBytes: true,
    overlaps: true,
  };
  for (const field of Object.keys(fields)) expect(readme).toContain(`\`${field}\``);
});

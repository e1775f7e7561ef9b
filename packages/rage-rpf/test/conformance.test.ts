import { readFileSync } from 'node:fs';
import { describeFormat } from '@packwright/testkit';
import { describe, it } from 'vitest';
import plugin from '../src/index.ts';
import { fixtures } from './support/fixtures.ts';

/** Bytes that are damaged in each fixture; all of them take minutes. */
const positions = Number(process.env.PACKWRIGHT_POSITIONS ?? 40);

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describeFormat({ describe, it }, plugin, fixtures, { manifest: manifest.packwright, positions });

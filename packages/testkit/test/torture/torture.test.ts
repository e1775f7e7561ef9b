import { describe, it } from 'vitest';
import { describeFormat } from '../../src/index.ts';
import torture from '../../src/torture/index.ts';
import { tortureFixtures } from './fixtures.ts';

describeFormat({ describe, it }, torture, tortureFixtures);

import { ByteWriter } from '@packwright/core';
import { describeFormat } from '@packwright/testkit';
import torture from '@packwright/testkit/torture';
import { describe, it } from 'vitest';

describeFormat({ describe, it }, torture, [
  {
    name: 'an archive without entries',
    bytes: new ByteWriter('little').text('TRTR').u16(1).zeros(38).finish(),
    entries: [],
  },
]);

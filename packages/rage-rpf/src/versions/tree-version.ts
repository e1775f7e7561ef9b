import type { ByteOrder } from '@packwright/core';
import type { TreeVersionNumber, Version } from '../version.ts';
import { rpf0 } from './rpf0.ts';
import { rpf6 } from './rpf6.ts';
import { rpf7 } from './rpf7.ts';
import { rpf2345 } from './rpf2345.ts';

/** A version with directories in a byte order. */
export function treeVersion(number: TreeVersionNumber, order: ByteOrder): Version {
  if (number === 0) return rpf0(order);
  if (number === 6) return rpf6(order);
  return number === 7 ? rpf7(order) : rpf2345(number, order);
}

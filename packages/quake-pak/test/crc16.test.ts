import { expect, it } from 'vitest';
import { crc16 } from '../src/crc16.ts';
import { latin1 } from './support/build-pak.ts';

it('gives the check value of CRC-16/CCITT-FALSE', () => {
  expect(crc16(latin1('123456789'))).toBe(0x29b1);
  expect(crc16(new Uint8Array(0))).toBe(0xffff);
});

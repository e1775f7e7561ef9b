import { describe, expect, test } from 'vitest';
import { hashName, pack2Plugin } from '../../src/index.ts';
import { errorOf, toBytes, toText } from '../support/archives.ts';
import { describeSamples, readSample } from '../support/samples.ts';

const vectors: readonly (readonly [name: string, hash: bigint])[] = [
  ['123456789', 0x3558e8e979f60d7en],
  ['', 0n],
  ['a', 0x73157a32a5b7233en],
  ['{NAMELIST}', 0x4137cc65bd97fd30n],
  ['Sanctuary_8_0.cnk0', 0x0026db880d0162f3n],
  ['Sanctuary_0_0.cnk0', 0xeb97fd751eecd3b8n],
  ['Sanctuary.zone', 0x4ee190db815101een],
  ['Sanctuary_0_0.tome', 0xd05329c24c2b9b2bn],
  ['AbilityClasses.txt', 0x412dcaa3768643afn],
  ['Vehicles.txt', 0x64b71b66601d9ddan],
  ['ClientItemDefinitions.txt', 0xfcb3c6b6d791dd6an],
  ['ObjectTerrainData.xml', 0x905cc2bbf3a41392n],
  ['materials_3.xml', 0x35cb26722f5b5ba6n],
];

describe('the hash of a name', () => {
  test.each(vectors)('of %j', (name, hash) => {
    expect(hashName(name)).toBe(hash);
    expect(hashName(toBytes(name))).toBe(hash);
  });

  test('folds the letters a to z and nothing else', () => {
    expect(hashName('SANCTUARY.ZONE')).toBe(hashName('sanctuary.zone'));
    expect(hashName('{name}')).not.toBe(hashName('[NAME]'));
  });

  test('leaves folders out', () => {
    expect(hashName('maps/old\\Sanctuary.zone')).toBe(hashName('Sanctuary.zone'));
    expect(hashName('folder/')).toBe(0n);
  });

  test('refuses what is not ASCII, for nobody knows its hash', async () => {
    expect((await errorOf(() => hashName('caf\u00e9.txt'))).code).toBe('OPTION_INVALID');
  });

  test('works on a range of a list', () => {
    const into = new Uint32Array(2);
    pack2Plugin.names?.hash(toBytes('x\nVehicles.txt\ny'), 2, 14, into);
    expect([...into]).toEqual([0x601d9dda, 0x64b71b66]);
  });
});

describeSamples('the hashes of other tools', () => {
  test('agree in all 41 cases', () => {
    const lines = toText(readSample('forgelight/rhett-hashes.txt')).split(/\r?\n/).filter(Boolean);
    expect(lines).toHaveLength(41);
    for (const line of lines) {
      const [hash = '', name = ''] = line.split(/:(.*)/);
      expect(hashName(name), name).toBe(BigInt(hash));
    }
  });
});

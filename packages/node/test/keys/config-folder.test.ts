import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolder } from '../../src/keys/config-folder.ts';

describe('the configuration folder', () => {
  const home = '/home/me';

  it.each([
    ['linux', {}, '/home/me/.config/packwright'],
    ['linux', { XDG_CONFIG_HOME: '/elsewhere' }, '/elsewhere/packwright'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/me/.config/packwright'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/me/.config/packwright'],
    ['darwin', { XDG_CONFIG_HOME: '/elsewhere' }, '/home/me/Library/Application Support/packwright'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/packwright'],
    ['win32', {}, '/home/me/AppData/Roaming/packwright'],
  ])('on %s with %o', (platform, environment, expected) => {
    expect(configFolder({ platform, home, environment })).toBe(join(expected));
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, configFolder } from '../../src/files/user-folders.ts';

const home = '/home/me';

describe('the configuration folder', () => {
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

describe.each(['', '.', 'home/me', undefined])('with the home %j', (noHome) => {
  it.each(['linux', 'darwin', 'win32'])('nothing is read from the current folder, on %s', (platform) => {
    expect(configFolder({ platform, home: noHome, environment: {} })).toBeUndefined();
    expect(cacheFolder({ platform, home: noHome, environment: {} })).toBeUndefined();
  });

  it('folders that are named still are where they are', () => {
    const environment = { XDG_CONFIG_HOME: '/config', XDG_CACHE_HOME: '/cache' };
    expect(configFolder({ platform: 'linux', home: noHome, environment })).toBe(join('/config/packwright'));
    expect(cacheFolder({ platform: 'linux', home: noHome, environment })).toBe(join('/cache/packwright'));
  });
});

describe('the folder for what can be made again', () => {
  it.each([
    ['linux', {}, '/home/me/.cache/packwright'],
    ['linux', { XDG_CACHE_HOME: '/elsewhere' }, '/elsewhere/packwright'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/me/.cache/packwright'],
    ['darwin', { XDG_CACHE_HOME: '/elsewhere' }, '/home/me/Library/Caches/packwright'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/packwright/Cache'],
    ['win32', {}, '/home/me/AppData/Local/packwright/Cache'],
  ])('on %s with %o', (platform, environment, expected) => {
    expect(cacheFolder({ platform, home, environment })).toBe(join(expected));
  });

  it('is none where the user wants none', () => {
    const environment = { PACKWRIGHT_NO_CACHE: '1' };
    expect(cacheFolder({ platform: 'linux', home, environment })).toBeUndefined();
  });
});

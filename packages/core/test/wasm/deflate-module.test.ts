import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deflateEngine } from '../../src/wasm/deflate-engine.ts';
import { deflateModule, deflateSources } from '../../src/wasm/deflate-module.ts';

const folder = new URL('../../wasm/', import.meta.url);

test('the module was compiled from the sources beside it; if not, run "npm run wasm"', () => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    hash.update(`${name}\n${readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')}`);
  }
  expect(hash.digest('hex')).toBe(deflateSources);
});

test('the module imports nothing and its memory is less than 7 MiB', () => {
  const module = new WebAssembly.Module(Buffer.from(deflateModule, 'base64'));
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  expect(deflateEngine()?.memory.length).toBeLessThan(7 * 2 ** 20);
});

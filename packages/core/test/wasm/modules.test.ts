import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deflateEngine, engineLength } from '../../src/wasm/deflate-engine.ts';
import { deflateModule, deflateSources } from '../../src/wasm/deflate-module.ts';
import { inflateEngine } from '../../src/wasm/inflate-engine.ts';
import { inflateModule, inflateSources } from '../../src/wasm/inflate-module.ts';

const folder = new URL('../../wasm/', import.meta.url);

describe.each([
  ['deflate', deflateModule, deflateSources, deflateEngine, engineLength],
  ['inflate', inflateModule, inflateSources, inflateEngine, 7 * 2 ** 20],
] as const)('the module for %s', (_, bytes, sources, engine, most) => {
  test('was compiled from the sources beside it; if not, run "npm run wasm"', () => {
    const hash = createHash('sha256');
    for (const name of readdirSync(folder).sort()) {
      hash.update(`${name}\n${readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')}`);
    }
    expect(hash.digest('hex')).toBe(sources);
  });

  test('imports nothing and has no more memory than it says', () => {
    const module = new WebAssembly.Module(Buffer.from(bytes, 'base64'));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    expect(engine()?.memory.length).toBeLessThan(most);
  });
});

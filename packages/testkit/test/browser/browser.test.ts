import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, defaultClientConditions } from 'vite';
import { expect, test } from 'vitest';
import { describeFormat } from '../../src/index.ts';
import torture from '../../src/torture/index.ts';
import { RecordingRunner } from '../support/recording-runner.ts';
import { tortureFixtures } from '../torture/fixtures.ts';
import type { PageResult, runChecks } from './page.ts';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = browsers.find((path) => existsSync(path)) ?? '';

if (executablePath === '') {
  console.warn(`SKIPPED: the torture format in a browser, because there is none of ${browsers.join(', ')}.`);
}

/** All portable packages, the suite and the torture format as one script; a Node name in it fails the build. */
async function bundlePage(): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@packwright/source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['iife'], name: 'page' },
    },
  });
  const [output] = Array.isArray(outputs) ? outputs : [outputs];
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave nothing.');
  const [chunk] = output.output;
  return chunk.code;
}

declare const page: { readonly runChecks: typeof runChecks };

test.skipIf(executablePath === '')('the torture format passes the whole suite in Chromium', async () => {
  const script = await bundlePage();
  expect(script).not.toContain('__vite-browser-external');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    await tab.addScriptTag({ content: script });
    const result: PageResult = await tab.evaluate(() => page.runChecks());
    const inNode = new RecordingRunner();
    describeFormat(inNode, torture, tortureFixtures);
    expect(result).toEqual({ checks: inNode.checks.length, failures: [] });
  } finally {
    await browser.close();
  }
});

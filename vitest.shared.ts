import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const conditions = ['@packwright/source', ...defaultServerConditions];

/** The test settings of every package: workspace packages resolve to their sources, so tests need no build. */
const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    setupFiles: [fileURLToPath(new URL('test/support/prepare.ts', import.meta.url))],
    // The command keeps compiled code in the user's cache; that of tests stays here.
    env: { XDG_CACHE_HOME: fileURLToPath(new URL('node_modules/.cache', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;

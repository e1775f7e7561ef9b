import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', { extends: './vitest.shared.ts', test: { name: 'repository' } }],
    coverage: { provider: 'v8', include: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'] },
  },
});

export default config;

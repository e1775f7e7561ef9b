import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';

const everything = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * Files that change the process they run in, or measure it: each has one of its own. The others share their process
 * and the modules in it, for starting one and loading all sources takes longer than most files; `leave-no-trace.ts`
 * fails a file that belongs here and is missing.
 */
const alone = [
  // What core computes natively, in WebAssembly or by itself, and when it changes over.
  'packages/core/test/{checksums,codecs}/**/*.test.ts',
  // The memory that is in use before and after.
  'packages/forgelight-pack2/test/pack2/million.test.ts',
  // Plugins that note in a global variable that they ran.
  'packages/node/test/discovery/**/*.test.ts',
  // Whatever opens, extracts or edits by the package for Node installs its natives.
  'packages/node/test/{natives,workers}/**/*.test.ts',
  'packages/node/test/extract/extract-*.test.ts',
  'packages/node/test/readme.test.ts',
  'test/{edit,engine}/**/*.test.ts',
  // What V8 keeps of code it has compiled.
  'packages/node/test/programs/**/*.test.ts',
  // Signals.
  'packages/node/test/files/signal-cleanup.test.ts',
];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      { extends: './vitest.shared.ts', test: { name: 'alone', include: alone } },
      {
        extends: './vitest.shared.ts',
        test: {
          name: 'together',
          include: everything,
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
          setupFiles: ['test/support/leave-no-trace.ts'],
        },
      },
    ],
    // By default one processor is left to the main process, which has little to do: of two, that is half.
    maxWorkers: '100%',
    coverage: { provider: 'v8', include: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'] },
  },
});

export default config;

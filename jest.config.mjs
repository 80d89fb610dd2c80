import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
  (name) => !/jest|swc/.test(name),
);
const native = '<rootDir>/tools/jest/native-module.mjs';

// The product and its packages are loaded by Node itself, once in each worker (tools/jest/environment.mjs). Jest transforms and
// evaluates what is left for each suite: specs, fixtures and other test code.
export default {
  globalSetup: '<rootDir>/tools/jest/set-up.mjs',
  globalTeardown: '<rootDir>/tools/jest/tear-down.mjs',
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  testEnvironment: '<rootDir>/tools/jest/environment.mjs',
  testEnvironmentOptions: {
    customExportConditions: ['brokerage-source', 'node', 'node-addons', 'require', 'default'],
  },
  injectGlobals: false,
  roots: ['<rootDir>/test', '<rootDir>/apps', '<rootDir>/libs'],
  testMatch: ['**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/jest/progress-reporter.mjs'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '/(?:apps|libs)/(?!platform/testing/)(?!.*/test/)(?!.*\\.spec\\.ts$).*\\.ts$': native,
    [`/node_modules/(?:${packages.join('|')})/`]: native,
    '\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
          keepClassNames: true,
        },
      },
    ],
  },
  transformIgnorePatterns: [],
  // Suites wait more than they work: for processes to start, and for what is done a moment later.
  maxWorkers: 2 * availableParallelism(),
  workerIdleMemoryLimit: '1200MB',
  // It ends what hangs. How fast something is, the benchmarks say: a machine may have much else to do.
  testTimeout: 300_000,
  workerGracefulExitTimeout: 60_000,
};

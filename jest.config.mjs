import { readFileSync } from 'node:fs';

// Jest on Node 20 cannot require() an ES module: packages of type "module" are compiled to CommonJS for it.
const lock = JSON.parse(
  readFileSync(new URL('./node_modules/.package-lock.json', import.meta.url), 'utf8'),
);
const esmPackages = new Set();
for (const dir of Object.keys(lock.packages)) {
  try {
    const manifest = JSON.parse(
      readFileSync(new URL(`./${dir}/package.json`, import.meta.url), 'utf8'),
    );
    if (manifest.type === 'module') {
      esmPackages.add(dir.slice(dir.lastIndexOf('node_modules/') + 'node_modules/'.length));
    }
  } catch {
    // an optional package of another platform
  }
}
const names = `(?:${[...esmPackages].sort().join('|')})/`;

const common = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs', importInterop: 'node' },
};
const typescript = {
  ...common,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    externalHelpers: true,
  },
};
const javascript = {
  ...common,
  sourceMaps: false,
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
};

export default {
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['brokerage-source', 'node', 'node-addons', 'require', 'default'],
  },
  roots: ['<rootDir>/test', '<rootDir>/apps', '<rootDir>/libs'],
  testMatch: ['**/*.spec.ts'],
  reporters: ['default', '<rootDir>/tools/summary-reporter.mjs'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^microdiff$': '<rootDir>/test/support/microdiff.cjs',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    [`/node_modules/${names}(?!.*/node_modules/).*\\.m?js$`]: ['@swc/jest', javascript],
  },
  transformIgnorePatterns: [`/node_modules/(?!.*/node_modules/)(?!${names})`],
  maxWorkers: 2,
  workerIdleMemoryLimit: '600MB',
  // It ends what hangs. How fast something is, the benchmarks say: a machine may have much else to do.
  testTimeout: 300_000,
  coverageProvider: 'babel',
  coverageDirectory: 'coverage',
  coverageReporters: ['text', 'lcov', 'json-summary'],
  collectCoverageFrom: [
    '{apps,libs}/**/src/**/*.ts',
    '!**/main.ts',
    '!**/index.ts',
    '!**/*.spec.ts',
  ],
};

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// Jest compiles a suite for the context its environment names. The one it runs in itself has no name: THIS_CONTEXT stands for it.
const THIS_CONTEXT = {};
const { compileFunction } = vm;
const compiled = new Map();
vm.compileFunction = (code, parameters, { parsingContext, ...options }) => {
  if (parsingContext !== THIS_CONTEXT) {
    return compileFunction(code, parameters, { parsingContext, ...options });
  }
  // Each suite evaluates Jest's modules and the helpers of tests anew; compiled, and made fast by V8, they are once.
  let known = compiled.get(options.filename);
  if (known?.code !== code) {
    known = { code, run: compileFunction(code, parameters, options) };
    compiled.set(options.filename, known);
  }
  return known.run;
};

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the build puts a module of the product; the path itself of another one. */
function builtPath(path) {
  const inRoot = path.slice(root.length);
  return /^(?:apps|libs)\//.test(inRoot) ? `${root}dist/${inRoot.replace(/\.ts$/, '.js')}` : path;
}

/** A module as Node loads it, once for all suites of a worker. */
globalThis.nativeModule = (path) => {
  const module = require(builtPath(path));
  const exported = isModuleNamespaceObject(module) ? {} : { default: module };
  for (const name of Object.keys(module)) {
    Object.defineProperty(exported, name, { enumerable: true, get: () => module[name] });
  }
  return Object.defineProperty(exported, '__esModule', { value: true });
};

const { exit } = process;
const { console } = globalThis;

/**
 * Runs suites in the worker's own context: what they test is loaded and compiled once for all of them, and `instanceof` means the
 * same on both sides. What a suite does to globals and mocks is undone after it.
 */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
  }

  setup() {}

  teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = exit;
    // that of the suite takes nothing more
    globalThis.console = console;
    // The state and the event handlers that Jest keeps of a suite.
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (/^[A-Z_]+$/.test(key.description)) delete globalThis[key];
    }
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return THIS_CONTEXT;
  }
}

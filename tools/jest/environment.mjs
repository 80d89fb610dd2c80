import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

// Jest compiles a suite for the context returned by its environment. THIS_CONTEXT represents the context Jest itself runs in.
const THIS_CONTEXT = {};
const { compileFunction } = vm;
const compiled = new Map();
vm.compileFunction = (code, parameters, { parsingContext, ...options }) => {
  if (parsingContext !== THIS_CONTEXT) {
    return compileFunction(code, parameters, { parsingContext, ...options });
  }
  // Each suite evaluates Jest's modules and the test helpers again, but they are compiled and optimised only once.
  let known = compiled.get(options.filename);
  if (known?.code !== code) {
    known = { code, run: compileFunction(code, parameters, options) };
    compiled.set(options.filename, known);
  }
  return known.run;
};

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built path of a module of the product; any other path unchanged. */
function builtPath(path) {
  const inRoot = path.slice(root.length);
  return /^(?:apps|libs)\//.test(inRoot) ? `${root}dist/${inRoot.replace(/\.ts$/, '.js')}` : path;
}

/** A module as loaded by Node, once for all suites of a worker. */
globalThis.nativeModule = (path) => {
  const module = require(builtPath(path));
  const exported = isModuleNamespaceObject(module) ? {} : { default: module };
  for (const name of Object.keys(module)) {
    Object.defineProperty(exported, name, { enumerable: true, get: () => module[name] });
  }
  return Object.defineProperty(exported, '__esModule', { value: true });
};

/** The message that ends a worker: CHILD_MESSAGE_END of jest-worker. */
const END = 2;
// A worker keeps a service for its suites, which ends with it.
process.on('message', ([type]) => {
  if (type === END) process.exit();
});

const { exit } = process;
const { console } = globalThis;

/**
 * Runs suites in the worker's own context: the code under test is loaded and compiled once for all of them, and `instanceof` works
 * across both. Changes that a suite makes to globals and mocks are undone after it.
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
    // the suite's console no longer accepts output
    globalThis.console = console;
    // State and event handlers that Jest keeps for a suite.
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

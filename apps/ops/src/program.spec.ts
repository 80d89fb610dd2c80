import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { VERSION } from '#libs/platform/runtime';
import { opsProgram } from './program.js';

/** A command with all below it. */
function* withAll(command: Command): Generator<Command> {
  yield command;
  for (const one of command.commands) yield* withAll(one);
}

it('shows examples with --help, of every command and every group of commands', () => {
  const without = [...withAll(opsProgram())].filter((command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    return !help.includes('\nExamples:\n  $ ');
  });
  expect(without.map((command) => command.name())).toEqual([]);
});

it('says its version', () => {
  expect(opsProgram().version()).toBe(VERSION);
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

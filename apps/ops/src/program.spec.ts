import { expect, it, jest } from '@jest/globals';
import type { Command } from 'commander';
import { VERSION } from '#libs/platform/runtime';
import { reportingUsage, run } from './command-line.js';
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

it('keeps the help of every command within 80 columns', () => {
  const lines: string[] = [];
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(...String(text).split('\n'));
    return true;
  });
  for (const command of withAll(opsProgram())) command.outputHelp();
  stdout.mockRestore();
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it.each([[[]], [['--json']]])(
  'says its version, and that all is well, with %j',
  async (options) => {
    const said: string[] = [];
    const to = (text: string) => void said.push(text);
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      to(String(text));
      return true;
    });
    const program = opsProgram().configureOutput({ writeOut: to, writeErr: to });
    expect(await run(reportingUsage(program), ['node', 'ops', ...options, '--version'])).toBe(0);
    stderr.mockRestore();
    expect(said).toEqual([`${VERSION}\n`]);
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+\+[\w.-]+$/);
  },
);

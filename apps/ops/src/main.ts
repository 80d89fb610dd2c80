import { Command } from 'commander';
import { run } from './command-line.js';
import { tokensCommand } from './tokens-command.js';

/** The command line of whoever runs the service. It works beside a running service, on the same environment. */
const program = new Command('ops')
  .description(
    'Looks after a brokerage account service. Reads the same environment as the service.',
  )
  .addHelpText(
    'after',
    `
Exit status: 0 done, 1 failed, 2 wrong usage.

Examples:
  $ npm run ops -- tokens renew
  $ npm run --silent ops -- tokens issue --role auditor`,
  );
program.addCommand(tokensCommand());
// Commander would end the process by itself, with 1 for wrong usage.
const commands = [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)];
for (const command of commands) command.exitOverride();

process.exitCode = await run(program, process.argv);

import { Command } from 'commander';
import { keepInspectorClosed } from '#libs/platform/runtime';
import { auditCommand } from './audit-command.js';
import { clientsCommand } from './clients-command.js';
import { reportingUsage, run } from './command-line.js';
import { feedCommand } from './feed-command.js';
import { importCommand } from './import-command.js';
import { logCommand } from './log-command.js';
import { projectionsCommand } from './projections-command.js';
import { keysCommand } from './keys-command.js';
import { tokensCommand } from './tokens-command.js';

keepInspectorClosed();

/** The command line of whoever runs the service. It works beside a running service, on the same environment. */
const program = new Command('ops')
  .description(
    'Looks after a brokerage account service. Reads the same environment as the service.',
  )
  .addHelpText(
    'after',
    `
Exit status: 0 done; 1 done, and something was found, such as a difference; 2 wrong usage, or the service can not be reached;
3 the service refused.

Examples:
  $ npm run ops -- tokens renew
  $ npm run --silent ops -- tokens issue --role auditor`,
  );
program.addCommand(tokensCommand());
program.addCommand(clientsCommand());
program.addCommand(auditCommand());
program.addCommand(importCommand());
program.addCommand(projectionsCommand());
program.addCommand(keysCommand());
program.addCommand(logCommand());
program.addCommand(feedCommand());

process.exitCode = await run(reportingUsage(program), process.argv);

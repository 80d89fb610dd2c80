import { Command } from 'commander';
import { VERSION } from '#libs/platform/runtime';
import { auditCommand } from './audit-command.js';
import { backupCommand, restoreCommand } from './backup-command.js';
import { bankLinksCommand } from './bank-links-command.js';
import { clientsCommand } from './clients-command.js';
import { fittingHelp } from './command-line.js';
import { consumersCommand } from './consumers-command.js';
import { demonstrationCommand } from './demonstration-command.js';
import { documentsCommand } from './documents-command.js';
import { feedCommand } from './feed-command.js';
import { importCommand } from './import-command.js';
import { keysCommand } from './keys-command.js';
import { logCommand } from './log-command.js';
import { projectionsCommand } from './projections-command.js';
import { tokensCommand } from './tokens-command.js';

/** The command line for operators. It works beside a running service, in the same environment. */
export function opsProgram(): Command {
  const program = new Command('ops')
    .version(VERSION, '--version', 'print the version of the build')
    .description('Operates a brokerage account service. Reads the same environment as the service.')
    .addHelpText(
      'after',
      `
Exit status: 0 success; 1 success, with a finding such as a difference; 2 wrong usage, the service is unreachable or unavailable, or the
output can't be written; 3 refused by the service.

Examples:
  $ npm run ops -- demonstration
  $ npm run --silent ops -- tokens issue --role auditor`,
    );
  const commands = [
    demonstrationCommand(),
    tokensCommand(),
    clientsCommand(),
    bankLinksCommand(),
    auditCommand(),
    importCommand(),
    projectionsCommand(),
    consumersCommand(),
    keysCommand(),
    logCommand(),
    documentsCommand(),
    backupCommand(),
    restoreCommand(),
    feedCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return fittingHelp(program);
}

import { Command } from 'commander';
import { CommandFailure, ExitStatus, prints } from './command-line.js';
import { auditAsOfCommand } from './audit-as-of-command.js';
import { auditExportCommand, auditRootsCommand, verifiedFile } from './audit-export-command.js';
import { auditHistoryCommand } from './audit-history-command.js';
import { auditReportCommand } from './audit-report-command.js';
import { auditWhoReadCommand } from './audit-who-read-command.js';
import {
  type MeantFor,
  trustedKeys,
  UnusableInput,
  verdictFor,
  verdictJson,
  verdictText,
} from './verify-file.js';

/** `audit`: what happened and why, proof of it, and who looked (docs/audit.md). */
export function auditCommand(): Command {
  const audit = new Command('audit')
    .description('histories, reports, exports with proof, and who read sensitive data')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- audit history --account RA12345678');
  audit.addCommand(auditHistoryCommand());
  audit.addCommand(auditAsOfCommand());
  audit.addCommand(auditExportCommand());
  audit.addCommand(auditReportCommand());
  audit.addCommand(auditRootsCommand());
  audit.addCommand(auditWhoReadCommand());
  audit.addCommand(verifyCommand());
  return audit;
}

function verifyCommand(): Command {
  const command = new Command('verify')
    .description('verify an export, without a service')
    .argument('<file>', 'export to verify, plain or gzip; - for the standard input')
    .option('--public-key <key>', 'key to trust: its text, or a file with JWK, JWKS or PEM')
    .option('--account <number>', 'whose export it is meant to be: this account’s')
    .option('--member <login>', 'the same, of a member')
    .option('--firm <id>', 'the same, of a firm')
    .addHelpText(
      'after',
      `
Exit status: 0 verified, 1 not: the first wrong line is named, 2 nothing could be verified.

Examples:
  $ npm run ops -- audit verify account.ndjson --public-key keys.json`,
    );
  return prints(command, async (talk) => {
    const [file = ''] = command.processedArgs as string[];
    const { publicKey, ...meant } = command.opts<MeantFor & { publicKey?: string }>();
    try {
      const trusted = publicKey === undefined ? undefined : await trustedKeys(publicKey);
      const verdict = verdictFor(meant, await verifiedFile(talk, file, trusted));
      return {
        text: verdictText(file, verdict),
        json: verdictJson(file, verdict),
        status: verdict.ok ? ExitStatus.ok : ExitStatus.finding,
      };
    } catch (error) {
      if (error instanceof UnusableInput) throw new CommandFailure(error.message);
      throw error;
    }
  });
}

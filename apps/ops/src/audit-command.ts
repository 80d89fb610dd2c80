import type { Command } from 'commander';
import { group, OpsCommand } from './command-line.js';
import { auditExportCommand, auditRootsCommand, verification } from './audit-export-command.js';
import {
  auditAsOfCommand,
  auditHistoryCommand,
  auditWhoReadCommand,
} from './audit-history-command.js';
import { auditReportCommand } from './audit-report-command.js';
import { type VerifyOptions, withVerifyOptions } from './verify-file.js';

/** `audit`: what happened and why, proof of it, and who looked (docs/audit.md). */
export function auditCommand(): Command {
  const description = 'histories, reports, verifiable exports, and who read sensitive data';
  return group('audit', description, 'audit history --account RA12345678', [
    auditHistoryCommand(),
    auditAsOfCommand(),
    auditExportCommand(),
    auditReportCommand(),
    auditRootsCommand(),
    auditWhoReadCommand(),
    verifyCommand(),
  ]);
}

function verifyCommand(): Command {
  return withVerifyOptions(new OpsCommand('verify'))
    .description('verify an export without the service')
    .notes(
      `Exit status: 0 verified; 1 not verified, with the first wrong line; 2 nothing could be verified.

Examples:
  $ npm run ops -- audit verify account.ndjson --public-key keys.json`,
    )
    .prints<VerifyOptions>(({ args: [file = ''], options, ...conversation }) =>
      verification(conversation, file, options),
    );
}

import type { Command } from 'commander';
import { ExitStatus, group, OpsCommand } from './command-line.js';
import { auditExportCommand, auditRootsCommand, verifiedFile } from './audit-export-command.js';
import {
  auditAsOfCommand,
  auditHistoryCommand,
  auditWhoReadCommand,
} from './audit-history-command.js';
import { auditReportCommand } from './audit-report-command.js';
import {
  trustedKeys,
  verdictFor,
  verdictJson,
  verdictText,
  type VerifyOptions,
  withVerifyOptions,
} from './verify-file.js';

/** `audit`: what happened and why, proof of it, and who looked (docs/audit.md). */
export function auditCommand(): Command {
  const description = 'histories, reports, exports with proof, and who read sensitive data';
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
    .description('verify an export, without a service')
    .notes(
      `Exit status: 0 verified, 1 not: the first wrong line is named, 2 nothing could be verified.

Examples:
  $ npm run ops -- audit verify account.ndjson --public-key keys.json`,
    )
    .prints<VerifyOptions>(async ({ args: [file = ''], options, ...talk }) => {
      const trusted = await trustedKeys(options.publicKey);
      const verdict = verdictFor(options, await verifiedFile(talk, file, trusted));
      return {
        text: verdictText(file, verdict),
        json: verdictJson(file, verdict),
        status: verdict.ok ? ExitStatus.ok : ExitStatus.finding,
      };
    });
}

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { counted, periodBound } from '#libs/platform/kernel';
import type { Verdict } from '#libs/platform/proof';
import { exportOf, verifiedFile, writeWhole } from './audit-export-command.js';
import type { HistoryEntry } from './audit-history-command.js';
import { CommandFailure, ExitStatus, OpsCommand, type Session } from './command-line.js';
import { accountPath, requireKnown } from './known-subjects.js';
import { firstOf } from './pages.js';
import { type Report, reportPage } from './report-page.js';
import { trustedKeys, verdictFor } from './verify-file.js';

interface ReportOptions {
  readonly account: string;
  readonly from?: string;
  readonly to?: string;
  readonly export?: string;
  readonly publicKey?: string;
  readonly output?: string;
}

/** `audit report`: what happened to an account, for people, with the verifier's verdict. */
export function auditReportCommand(): Command {
  return new OpsCommand('report')
    .description('write what happened to an account as one HTML file to read or print')
    .requiredOption('--account <number>', 'the account')
    .option('--from <time>', 'from this day (New York) or moment on; default: since it was opened')
    .option(
      '--to <time>',
      'up to the end of this day (New York), or before this moment; default: now',
    )
    .option('--export <file>', 'export of the account to verify; default: one made for the report')
    .option('--public-key <key>', 'key to trust: its text, or a file with JWK, JWKS or PEM')
    .option('-o, --output <file>', 'file to write; default: stdout')
    .notes(
      `Exit status: 1 when the export does not hold; the report is written all the same and says so.

Examples:
  $ npm run ops -- audit report --account RA12345678 -o report.html
  $ npm run ops -- audit report --account RA12345678 --from 2026-01-01 --to 2026-03-31 -o q1.html`,
    )
    .asksService<ReportOptions>(['auditor'], async (session) => {
      const { output } = session.options;
      const report = await gathered(session);
      const html = reportPage(report);
      const { verdict, entries } = report;
      const status = verdict.ok ? ExitStatus.ok : ExitStatus.finding;
      if (output === undefined) return { text: html.trimEnd(), json: { html, verdict }, status };
      await writeWhole(output, `${output} can not be written`, (file) => writeFile(file, html));
      const words = verdict.ok
        ? 'The export it rests on was verified.'
        : 'THE EXPORT DOES NOT HOLD: see the report.';
      return {
        text: `${output}: ${counted(entries.length, 'event')}. ${words}`,
        json: { file: output, events: entries.length, verdict },
        status,
      };
    });
}

async function gathered(session: Session<ReportOptions>): Promise<Report> {
  const { service, options } = session;
  const { account: accountNumber } = options;
  const from = boundOf('from', options.from);
  const to = boundOf('to', options.to);
  if (from !== undefined && to !== undefined && from >= to) {
    throw new CommandFailure('error: --to is not after --from');
  }
  const path = accountPath({ account: accountNumber });
  await requireKnown(service, { account: accountNumber });
  const { body: account } = await service.get<Report['account']>(path);
  // what was before the period as well: holdings go on from there
  const query = { order: 'oldest', to };
  const entries = await firstOf<HistoryEntry>(service, `${path}/history`, undefined, query);
  const verdict = verdictFor({ account: accountNumber }, await verdictOn(session));
  const verified = options.export ?? `export of ${accountNumber}, made for this report`;
  const madeAt = new Date().toISOString();
  return { account, from, to, madeAt, place: service.place, entries, verdict, verified };
}

async function verdictOn(session: Session<ReportOptions>): Promise<Verdict> {
  const { account, export: given, publicKey } = session.options;
  const trusted = await trustedKeys(publicKey);
  if (given !== undefined) return verifiedFile(session, given, trusted);
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const file = join(directory, 'export.ndjson');
    await pipeline(await exportOf(session, { account }), createWriteStream(file, { mode: 0o600 }));
    return await verifiedFile(session, file, trusted);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** @throws CommandFailure when it is neither a day nor a moment */
function boundOf(bound: 'from' | 'to', text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const moment = periodBound(bound, text);
  if (moment !== undefined) return moment;
  throw new CommandFailure(
    `error: --${bound} is a day (yyyy-MM-dd) or an ISO-8601 time with its zone`,
  );
}

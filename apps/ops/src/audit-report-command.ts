import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { pluralize, periodBound } from '#libs/platform/kernel';
import { exportOf, verifiedFile, writeWhole } from './audit-export-command.js';
import type { HistoryEntry } from './audit-history-command.js';
import { CommandFailure, ExitStatus, OpsCommand, type Session } from './command-line.js';
import { accountPath, requireExisting } from './known-subjects.js';
import { firstOf } from './pages.js';
import { type Report, reportPage } from './report-page.js';
import { exportedStreams, trustedKeys, verdictFor } from './verify-file.js';

interface ReportOptions {
  readonly account: string;
  readonly from?: string;
  readonly to?: string;
  readonly export?: string;
  readonly publicKey?: string;
  readonly output?: string;
}

/** `audit report`: the history of an account for people, with the verifier's verdict. */
export function auditReportCommand(): Command {
  return new OpsCommand('report')
    .description('write the history of an account as one HTML file to read or print')
    .requiredOption('--account <number>', 'the account')
    .option(
      '--from <time>',
      'start: a day (New York) or an ISO-8601 time, inclusive; default: the opening of the account',
    )
    .option(
      '--to <time>',
      'end: a day (New York), inclusive, or an ISO-8601 time, exclusive; default: now',
    )
    .option('--export <file>', 'export of the account to verify; default: a new one')
    .option('--public-key <key>', 'trusted key: its text, or a file with JWK, JWKS or PEM')
    .option('-o, --output <file>', 'output file; default: stdout')
    .notes(
      `Exit status: 1 if the export can't be verified; the report is written nevertheless and says so.

Examples:
  $ npm run ops -- audit report --account RA12345678 -o report.html
  $ npm run ops -- audit report --account RA12345678 --from 2026-01-01 --to 2026-03-31 -o q1.html`,
    )
    .callsService<ReportOptions>(['auditor'], async (session) => {
      const { output } = session.options;
      const report = await collect(session);
      const html = reportPage(report);
      const { verdict, entries } = report;
      const status = verdict.ok ? ExitStatus.ok : ExitStatus.finding;
      if (output === undefined) return { text: html.trimEnd(), json: { html, verdict }, status };
      await writeWhole(output, `${output} can't be written`, (file) => writeFile(file, html));
      const words = verdict.ok
        ? 'The underlying export was verified.'
        : 'THE EXPORT COULD NOT BE VERIFIED: see the report.';
      return {
        text: `${output}: ${pluralize(entries.length, 'event')}. ${words}`,
        json: { file: output, events: entries.length, verdict },
        status,
      };
    });
}

async function collect(session: Session<ReportOptions>): Promise<Report> {
  const { service, options } = session;
  const { account: accountNumber } = options;
  const from = boundOf('from', options.from);
  const to = boundOf('to', options.to);
  if (from !== undefined && to !== undefined && from >= to) {
    throw new CommandFailure('error: --to must be after --from');
  }
  const path = accountPath({ account: accountNumber });
  await requireExisting(service, { account: accountNumber });
  const { body: account } = await service.get<Report['account']>(path);
  // includes events before the period, because holdings build on them
  const query = { order: 'oldest', to };
  const entries = await firstOf<HistoryEntry>(service, `${path}/history`, undefined, query);
  const proof = await proofFrom(session);
  const verified = options.export ?? `new export of ${accountNumber}`;
  const madeAt = new Date().toISOString();
  return { account, from, to, madeAt, place: service.place, entries, ...proof, verified };
}

type Proof = Pick<Report, 'verdict' | 'proven'>;

async function proofFrom(session: Session<ReportOptions>): Promise<Proof> {
  const { account, export: given } = session.options;
  if (given !== undefined) return proofOf(session, given);
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const file = join(directory, 'export.ndjson');
    await pipeline(await exportOf(session, { account }), createWriteStream(file, { mode: 0o600 }));
    return await proofOf(session, file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function proofOf(session: Session<ReportOptions>, file: string): Promise<Proof> {
  const { account, publicKey } = session.options;
  const trusted = await trustedKeys(publicKey);
  const verdict = verdictFor({ account }, await verifiedFile(session, file, trusted));
  return { verdict, proven: verdict.ok ? await exportedStreams(file) : new Map() };
}

/** @throws CommandFailure if it is neither a day nor a time */
function boundOf(bound: 'from' | 'to', text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const moment = periodBound(bound, text);
  if (moment !== undefined) return moment;
  throw new CommandFailure(
    `error: --${bound} must be a day (yyyy-MM-dd) or an ISO-8601 time with its zone`,
  );
}

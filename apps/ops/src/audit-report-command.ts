import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { businessTime, periodBound, pluralize } from '#libs/platform/kernel';
import { inWords } from '#libs/contexts/codes';
import { exportOf, verifiedFile, writeWhole } from './audit-export-command.js';
import type { HistoryEntry } from './audit-history-command.js';
import { CommandFailure, ExitStatus, OpsCommand, PERIOD, type Session } from './command-line.js';
import { accountPath, pathOf, requireExisting, type Subjects, firstOf } from './service-queries.js';
import { holdsOf } from './erasure-words.js';
import { type Report, reportPage, type ReportSubject } from './report-page.js';
import { exportedStreams, trustedKeys, verdictFor } from './verify-file.js';

interface ReportOptions extends Pick<Subjects, 'account' | 'member' | 'firm'> {
  readonly from?: string;
  readonly to?: string;
  readonly export?: string;
  readonly publicKey?: string;
  readonly output?: string;
}

/** `audit report`: the history of an account, a member or a firm for people, with the verifier's verdict. */
export function auditReportCommand(): Command {
  return new OpsCommand('report')
    .description(
      'write the history of an account, member or firm as one HTML file to read or print',
    )
    .option('--account <number>', 'the account, with its holdings and cash')
    .option('--member <login>', 'the member or trustee, with the certificate of an erasure')
    .option('--firm <id>', 'the firm')
    .option('--from <time>', `${PERIOD.from}; default: the first event`)
    .option('--to <time>', `${PERIOD.to}; default: now`)
    .option('--export <file>', 'export of it to verify; default: a new one')
    .option('--public-key <key>', 'trusted key: its text, or a file with JWK, JWKS or PEM')
    .option('-o, --output <file>', 'output file; default: stdout')
    .notes(
      `Exit status: 1 if the export can't be verified; the report is written nevertheless and says so.

Examples:
  $ npm run ops -- audit report --account RA12345678 -o report.html
  $ npm run ops -- audit report --account RA12345678 --from 2026-01-01 \\
      --to 2026-03-31 -o q1.html
  $ npm run ops -- audit report --member jdoe -o erasure.html`,
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
  const { id, kind } = subjectOf(options);
  const from = boundOf('from', options.from);
  const to = boundOf('to', options.to);
  if (from !== undefined && to !== undefined && from >= to) {
    throw new CommandFailure('error: --to must be after --from');
  }
  const meant: Meant = { [kind]: id };
  await requireExisting(service, meant);
  // includes events before the period, because holdings build on them
  const query = { order: 'oldest', to };
  const history = `${pathOf(meant)}/history`;
  const entries = await firstOf<HistoryEntry>(session, history, undefined, query);
  const subject = { kind, id, ...(await factsOf(session, meant, entries)) };
  const proof = await proofFrom(session, meant);
  const verified = options.export ?? `new export of ${id}`;
  const madeAt = new Date().toISOString();
  return { subject, from, to, madeAt, place: service.place, entries, ...proof, verified };
}

/** @throws CommandFailure unless there is exactly one */
function subjectOf({ account, member, firm }: ReportOptions): Pick<ReportSubject, 'kind' | 'id'> {
  const given = Object.entries({ account, member, firm }).filter(([, id]) => id !== undefined);
  const [[kind, id] = []] = given as [ReportSubject['kind'], string][];
  if (given.length === 1 && kind !== undefined && id !== undefined) return { kind, id };
  throw new CommandFailure('error: give exactly one of --account, --member and --firm');
}

async function factsOf(
  { service }: Session,
  { account, member, firm }: Subjects,
  entries: readonly HistoryEntry[],
): Promise<Omit<ReportSubject, 'kind' | 'id'>> {
  const since = entries[0]?.time ?? new Date().toISOString();
  if (account !== undefined) {
    const { body } = await service.get<Schemas['Account']>(accountPath({ account }));
    const { accountType, accountStatus, creationDate } = body;
    return {
      since: creationDate,
      facts: [
        ['Type', inWords('account', 'accountType', accountType)],
        ['Status', inWords('account', 'accountStatus', accountStatus)],
        ['Opened', businessTime(creationDate)],
      ],
    };
  }
  if (member !== undefined) {
    const path = `/operator/members/${encodeURIComponent(member)}/erasure`;
    const { body } = await service.get<Schemas['Erasure']>(path);
    const { status, heldUntil, erasure } = body;
    const holds = holdsOf(body, businessTime(heldUntil)).map((hold) => hold.join(' '));
    return {
      since,
      facts: [['Personal data', status === 'held' ? `held: ${holds.join('; ')}` : status]],
      ...(erasure && { erasure }),
    };
  }
  const { body } = await service.get<Schemas['Firm']>(pathOf({ firm }));
  return { since, facts: [['Type', inWords('firm', 'firmType', body.firmType)]] };
}

type Meant = Readonly<Partial<Record<ReportSubject['kind'], string>>>;
type Proof = Pick<Report, 'verdict' | 'proven'>;

async function proofFrom(session: Session<ReportOptions>, meant: Meant): Promise<Proof> {
  const { export: given } = session.options;
  if (given !== undefined) return proofOf(session, meant, given);
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const file = join(directory, 'export.ndjson');
    await pipeline(await exportOf(session, meant), createWriteStream(file, { mode: 0o600 }));
    return await proofOf(session, meant, file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function proofOf(
  session: Session<ReportOptions>,
  meant: Meant,
  file: string,
): Promise<Proof> {
  const trusted = await trustedKeys(session.options.publicKey);
  const verdict = verdictFor(meant, await verifiedFile(session, file, trusted));
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

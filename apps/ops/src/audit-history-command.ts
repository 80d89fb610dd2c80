import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { CommandFailure, OpsCommand, PERIOD } from './command-line.js';
import {
  accountPath,
  orMissing,
  pathOf,
  requireExisting,
  type Subjects,
  firstOf,
} from './service-queries.js';
import { table, tableOf } from './text-layout.js';

/** An entry of a history, as far as commands use it. */
export interface HistoryEntry extends Omit<Schemas['HistoryEntry'], 'reason'> {
  readonly reason: Readonly<Record<string, unknown>> | null;
}

interface HistoryOptions extends Subjects {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  readonly actor?: string;
  readonly oldestFirst?: true;
  readonly limit: string;
}

/** Maximum length of a value in a table. */
const LONGEST_VALUE = 60;

/** `audit history`: the events of an account, folio, bank link, member or firm. */
export function auditHistoryCommand(): Command {
  return new OpsCommand('history')
    .description('the history of an account, a folio, a bank link, a member or a firm')
    .option('--account <number>', 'the account')
    .option('--folio <number>', 'a folio of the account')
    .option('--bank-link <oid>', 'a bank link of the account')
    .option('--member <login>', 'the member')
    .option('--firm <id>', 'the firm')
    .option('--from <time>', PERIOD.from)
    .option('--to <time>', PERIOD.to)
    .option(
      '--type <types>',
      'only events of these types, comma-separated, such as account.AccountOpened,cash',
    )
    .option(
      '--actor <name>',
      'only events caused by this API key, token subject, process or member',
    )
    .option('--oldest-first', 'oldest events first; default: newest first')
    .option('--limit <n>', 'maximum number of events', '50')
    .notes(
      `Examples:
  $ npm run ops -- audit history --account RA12345678
  $ npm run ops -- audit history --account RA12345678 --type cash \\
      --from 2026-03-01T00:00:00Z
  $ npm run --silent ops -- audit history --member jdoe --oldest-first \\
      --limit 1000 --json`,
    )
    .callsService<HistoryOptions>(['auditor'], async (session) => {
      const { service, options } = session;
      const { from, to, type, actor, oldestFirst, limit } = options;
      const path = `${historyOf(options)}/history`;
      const query = { order: oldestFirst ? 'oldest' : 'newest', from, to, type, actor };
      const entries = await orMissing(service, options, () =>
        firstOf<HistoryEntry>(session, path, limit, query),
      );
      return { text: shown(entries), json: await withPositions(entries) };
    });
}

function historyOf(subjects: Subjects): string {
  const { account, folio, bankLink, member, firm } = subjects;
  if ([account, member, firm].filter((one) => one !== undefined).length !== 1) {
    throw new CommandFailure('error: give exactly one of --account, --member and --firm');
  }
  if (account === undefined && (folio ?? bankLink) !== undefined) {
    throw new CommandFailure('error: --folio and --bank-link need --account');
  }
  if (folio !== undefined && bankLink !== undefined) {
    throw new CommandFailure('error: give either --folio or --bank-link');
  }
  return pathOf(subjects);
}

function shown(entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'No events.';
  return tableOf(entries, {
    time: 'time',
    what: 'description',
    of: ({ about }) => about.map(({ name, value }) => `${name} ${value}`).join('\n'),
    who: ({ actor }) => whoOf(actor),
    changed: ({ changes }) =>
      changes.map(({ field, from, to }) => `${field}: ${brief(from)} → ${brief(to)}`).join('\n'),
    why: ({ reason }) => reason && Object.values(reason).join(', '),
    request: 'requestId',
  });
}

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** The acting member, and the credentials used. */
function whoOf({ caller, actingMember }: Omit<Schemas['Actor'], 'associatedMember'>): string {
  return actingMember === null ? caller : `${actingMember} (${caller})`;
}

/** `audit as-of`: an account, folio or member at an earlier moment. */
export function auditAsOfCommand(): Command {
  return new OpsCommand('as-of')
    .description('an account, a folio or a member as of an earlier moment')
    .argument(
      '<moment>',
      'timestamp with offset, day (its end in New York), consistency token, or position in the log',
    )
    .option('--account <number>', 'the account')
    .option('--folio <number>', 'a folio of the account')
    .option('--member <login>', 'the member')
    .notes(
      `Examples:
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678 \\
      --folio RA1234567803
  $ npm run --silent ops -- audit as-of 48213 --member jdoe --json`,
    )
    .callsService<Subjects>(['auditor'], async ({ service, options, args: [moment = ''] }) => {
      const path = stateOf(options);
      const query = { asOf: await tokenOf(moment) };
      const { body, headers } = await orMissing(service, options, () =>
        service.get<Record<string, unknown>>(path, { query }),
      );
      const token = String(headers['x-as-of-position']);
      const position = await positionOf(token);
      const rows = Object.entries(body).map(([field, value]) => [field, textOf(value)]);
      return {
        text: `${table(['field', 'value'], rows)}\n\nPosition: ${position}`,
        json: { position, consistencyToken: token, state: body },
      };
    });
}

function stateOf({ account, folio, member }: Subjects): string {
  if ((account === undefined) === (member === undefined)) {
    throw new CommandFailure('error: give either --account or --member');
  }
  if (member === undefined) return accountPath({ account, folio });
  if (folio !== undefined) throw new CommandFailure('error: --folio needs --account');
  return `/restapi/members/${encodeURIComponent(member)}`;
}

/** Converts a moment to the service's `asOf`: a position, as histories show it, becomes a token. */
async function tokenOf(moment: string): Promise<string> {
  if (!/^\d{1,19}$/.test(moment)) return moment;
  const { encodeConsistencyToken } = await import('#libs/platform/http');
  return encodeConsistencyToken(BigInt(moment));
}

/** The position in the log that a token names, decimal as in exports and lists of consumers. */
async function positionOf(token: string): Promise<string> {
  const { decodeConsistencyToken } = await import('#libs/platform/http');
  return decodeConsistencyToken(token)?.own.toString() ?? token;
}

/** Adds the position in the log to each entry; the token that the service returns keeps its own name. */
function withPositions(entries: readonly HistoryEntry[]): Promise<readonly object[]> {
  return Promise.all(
    entries.map(async ({ position: consistencyToken, ...entry }) => ({
      ...entry,
      position: await positionOf(consistencyToken),
      consistencyToken,
    })),
  );
}

function textOf(value: unknown): string | undefined {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return JSON.stringify(value);
}

interface WhoReadOptions extends Pick<Subjects, 'account' | 'member' | 'firm'> {
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

/** `audit who-read`: who was shown complete tax ids, past states, or exports. */
export function auditWhoReadCommand(): Command {
  return new OpsCommand('who-read')
    .description('who was shown a complete tax id, a past state, or an export')
    .option('--account <number>', 'data of an account')
    .option('--member <login>', 'data of a member or trustee')
    .option('--firm <id>', 'data of a firm')
    .option('--from <time>', PERIOD.from)
    .option('--to <time>', PERIOD.to)
    .option('--limit <n>', 'maximum number of entries, newest first', '50')
    .notes(
      `For an account or a member, this includes reads of the whole firm and of the whole log.

Examples:
  $ npm run ops -- audit who-read --member jdoe
  $ npm run --silent ops -- audit who-read --account RA12345678 \\
      --from 2026-01-01T00:00:00Z --json`,
    )
    .callsService<WhoReadOptions>(['auditor'], async (session) => {
      const { service, options } = session;
      const { account, member, firm, from, to, limit } = options;
      // reads of the whole log match every subject, even one that does not exist
      await requireExisting(service, { account, member, firm });
      const query = { account, member, firm, from, to };
      const path = '/operator/audit/sensitivereads';
      const reads = await firstOf<Schemas['SensitiveRead']>(session, path, limit, query);
      const text = tableOf(reads, {
        time: 'time',
        what: ({ kind, asOf }) => (asOf === null ? kind : `${kind} ${asOf}`),
        whose: ({ subjects }) => subjects.join('\n'),
        who: whoOf,
        by: ({ method, route }) => `${method} ${route}`,
        request: 'requestId',
      });
      return {
        text: reads.length === 0 ? 'No sensitive data was read.' : text,
        json: reads,
      };
    });
}

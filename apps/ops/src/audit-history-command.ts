import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { CommandFailure, OpsCommand } from './command-line.js';
import { accountPath, ofKnown, requireKnown, type Subjects } from './known-subjects.js';
import { firstOf } from './pages.js';
import { table, tableOf } from './table.js';

/** An entry of a history, as far as it is shown. */
export interface HistoryEntry extends Omit<
  Schemas['HistoryEntry'],
  'position' | 'revision' | 'stream' | 'reason'
> {
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

/** Longest text of a value in a table. */
const SHOWN = 60;

/** `audit history`: the events of an account, a folio, a bank link, a member or a firm. */
export function auditHistoryCommand(): Command {
  return new OpsCommand('history')
    .description('what happened to an account, one of its folios or bank links, a member or a firm')
    .option('--account <number>', 'the account')
    .option('--folio <number>', 'one folio of the account')
    .option('--bank-link <oid>', 'one bank link of the account')
    .option('--member <login>', 'the member')
    .option('--firm <id>', 'the firm')
    .option('--from <time>', 'only what happened at this moment or later')
    .option('--to <time>', 'only what happened before this moment')
    .option(
      '--type <types>',
      'only events of these types, separated by commas: account.AccountOpened, cash',
    )
    .option('--actor <name>', 'only what this API key, token subject, process or member did')
    .option('--oldest-first', 'oldest first; default: newest first')
    .option('--limit <n>', 'maximum number of entries', '50')
    .notes(
      `Examples:
  $ npm run ops -- audit history --account RA12345678
  $ npm run ops -- audit history --account RA12345678 --type cash --from 2026-03-01T00:00:00Z
  $ npm run --silent ops -- audit history --member jdoe --oldest-first --limit 1000 --json`,
    )
    .asksService<HistoryOptions>(['auditor'], async ({ service, options }) => {
      const { from, to, type, actor, oldestFirst, limit } = options;
      const path = `${historyOf(options)}/history`;
      const query = { order: oldestFirst ? 'oldest' : 'newest', from, to, type, actor };
      const entries = await ofKnown(service, options, () =>
        firstOf<HistoryEntry>(service, path, limit, query),
      );
      return { text: shown(entries), json: entries };
    });
}

function historyOf({ account, folio, bankLink, member, firm }: Subjects): string {
  if ([account, member, firm].filter((one) => one !== undefined).length !== 1) {
    throw new CommandFailure('error: give one of --account, --member and --firm');
  }
  if (account === undefined && (folio ?? bankLink) !== undefined) {
    throw new CommandFailure('error: a folio and a bank link are of an --account');
  }
  if (firm !== undefined) return `/restapi/firms/${encodeURIComponent(firm)}`;
  if (member !== undefined) return `/restapi/members/${encodeURIComponent(member)}`;
  if (folio !== undefined && bankLink !== undefined) {
    throw new CommandFailure('error: give --folio or --bank-link');
  }
  return accountPath({ account, folio, bankLink });
}

function shown(entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'Nothing has happened.';
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
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Who did something: the member, and by whose credentials. */
function whoOf({ caller, actingMember }: Omit<Schemas['Actor'], 'associatedMember'>): string {
  return actingMember === null ? caller : `${actingMember} (${caller})`;
}

/** `audit as-of`: an account, a folio or a member as it was. */
export function auditAsOfCommand(): Command {
  return new OpsCommand('as-of')
    .description('an account, one of its folios or a member at a moment in the past')
    .argument('<moment>', 'timestamp with offset, consistency token, or position in the log')
    .option('--account <number>', 'the account')
    .option('--folio <number>', 'one folio of the account')
    .option('--member <login>', 'the member')
    .notes(
      `Examples:
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678 --folio RA1234567803
  $ npm run --silent ops -- audit as-of 48213 --member jdoe --json`,
    )
    .asksService<Subjects>(['auditor'], async ({ service, options, args: [moment = ''] }) => {
      const path = stateOf(options);
      const query = { asOf: await tokenOf(moment) };
      const { body, headers } = await ofKnown(service, options, () =>
        service.get<Record<string, unknown>>(path, { query }),
      );
      const position = String(headers['x-as-of-position']);
      const rows = Object.entries(body).map(([field, value]) => [field, textOf(value)]);
      return {
        text: `${table(['field', 'value'], rows)}\n\nPosition: ${position}`,
        json: { position, state: body },
      };
    });
}

function stateOf({ account, folio, member }: Subjects): string {
  if ((account === undefined) === (member === undefined)) {
    throw new CommandFailure('error: give either --account or --member');
  }
  if (member === undefined) return accountPath({ account, folio });
  if (folio !== undefined) throw new CommandFailure('error: a folio is one of an --account');
  return `/restapi/members/${encodeURIComponent(member)}`;
}

/** What the service takes as `asOf`: positions as the history shows them become tokens. */
async function tokenOf(moment: string): Promise<string> {
  if (!/^\d{1,19}$/.test(moment)) return moment;
  const { encodeConsistencyToken } = await import('#libs/platform/http');
  return encodeConsistencyToken(BigInt(moment));
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

/** `audit who-read`: who was shown whole tax ids, states of the past, or exports. */
export function auditWhoReadCommand(): Command {
  return new OpsCommand('who-read')
    .description('who was shown a whole tax id, a state of the past, or an export')
    .option('--account <number>', 'concerning an account')
    .option('--member <login>', 'concerning a member or trustee')
    .option('--firm <id>', 'concerning a firm')
    .option('--from <time>', 'from this moment on, ISO-8601')
    .option('--to <time>', 'before this moment')
    .option('--limit <n>', 'maximum number of entries, newest first', '50')
    .notes(
      `Of an account or a member also what was shown of their firm as a whole, or of the whole log.

Examples:
  $ npm run ops -- audit who-read --member jdoe
  $ npm run --silent ops -- audit who-read --account RA12345678 --from 2026-01-01T00:00:00Z --json`,
    )
    .asksService<WhoReadOptions>(['auditor'], async ({ service, options }) => {
      const { account, member, firm, from, to, limit } = options;
      // what was shown of the whole log concerns whatever there is
      await requireKnown(service, { account, member, firm });
      const query = { account, member, firm, from, to };
      const path = '/operator/audit/sensitivereads';
      const reads = await firstOf<Schemas['SensitiveRead']>(service, path, limit, query);
      const text = tableOf(reads, {
        time: 'time',
        what: 'kind',
        whose: ({ subjects }) => subjects.join('\n'),
        who: whoOf,
        by: ({ method, route }) => `${method} ${route}`,
        request: 'requestId',
      });
      return {
        text: reads.length === 0 ? 'Nobody was shown anything sensitive.' : text,
        json: reads,
      };
    });
}

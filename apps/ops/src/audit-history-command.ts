import { Command } from 'commander';
import { asksService, CommandFailure, ExitStatus, type Session } from './command-line.js';
import { ofKnown } from './known-subjects.js';
import { firstOf } from './pages.js';
import { table } from './table.js';

/** An entry of a history as the service answers it. */
export interface HistoryEntry {
  readonly time: string;
  readonly type: string;
  readonly description: string;
  readonly actor: {
    readonly caller: string;
    readonly actingMember: string | null;
    readonly associatedMember: string | null;
  };
  readonly about: readonly { name: string; value: string }[];
  readonly changes: readonly { field: string; from: unknown; to: unknown }[];
  readonly reason: Readonly<Record<string, unknown>> | null;
  readonly requestId: string;
}

interface HistoryOptions {
  readonly account?: string;
  readonly folio?: string;
  readonly bankLink?: string;
  readonly member?: string;
  readonly firm?: string;
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  readonly actor?: string;
  readonly oldestFirst?: true;
  readonly limit?: string;
}

const DEFAULT_LIMIT = 50;
/** Longest text of a value in a table. */
const SHOWN = 60;

/** `audit history`: the events of an account, a folio, a bank link, a member or a firm. */
export function auditHistoryCommand(): Command {
  const command = new Command('history')
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
    .option('--limit <n>', 'maximum number of entries', String(DEFAULT_LIMIT))
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- audit history --account RA12345678
  $ npm run ops -- audit history --account RA12345678 --type cash --from 2026-03-01T00:00:00Z
  $ npm run --silent ops -- audit history --member jdoe --oldest-first --limit 1000 --json`,
    );
  return asksService(command, ['auditor'], async (session) => {
    const options = command.opts<HistoryOptions>();
    const asking = (): Promise<HistoryEntry[]> => entriesOf(session, pathOf(options), options);
    const entries = await ofKnown(session.service, options, asking);
    return { text: shown(entries), json: entries };
  });
}

function pathOf({ account, folio, bankLink, member, firm }: HistoryOptions): string {
  const wrong = (message: string): CommandFailure =>
    new CommandFailure(`error: ${message}`, ExitStatus.usage);
  if ([account, member, firm].filter((one) => one !== undefined).length !== 1) {
    throw wrong('give one of --account, --member and --firm');
  }
  if (account === undefined && (folio ?? bankLink) !== undefined) {
    throw wrong('a folio and a bank link are of an --account');
  }
  if (firm !== undefined) return `/restapi/firms/${encodeURIComponent(firm)}/history`;
  if (member !== undefined) return `/restapi/members/${encodeURIComponent(member)}/history`;
  if (folio !== undefined && bankLink !== undefined) throw wrong('give --folio or --bank-link');
  const base = `/restapi/accounts/${encodeURIComponent(account ?? '')}`;
  if (folio !== undefined) return `${base}/folios/${encodeURIComponent(folio)}/history`;
  if (bankLink !== undefined) {
    return `${base}/achbanklinks/${encodeURIComponent(bankLink)}/history`;
  }
  return `${base}/history`;
}

function entriesOf(
  { service }: Session,
  path: string,
  { oldestFirst, limit, ...options }: HistoryOptions,
): Promise<HistoryEntry[]> {
  const { from, to, type, actor } = options;
  const order = oldestFirst ? 'oldest' : 'newest';
  return firstOf<HistoryEntry>(service, path, limit, {
    order,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(type !== undefined && { type }),
    ...(actor !== undefined && { actor }),
  });
}

function shown(entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'Nothing has happened.';
  return table(
    ['time', 'what', 'of', 'who', 'changed', 'why', 'request'],
    entries.map(({ time, description, about, actor, changes, reason, requestId }) => [
      time,
      description,
      about.map(({ name, value }) => `${name} ${value}`).join('\n'),
      actor.actingMember === null ? actor.caller : `${actor.actingMember} (${actor.caller})`,
      changes.map(({ field, from, to }) => `${field}: ${brief(from)} → ${brief(to)}`).join('\n'),
      reason ? Object.values(reason).join(', ') : undefined,
      requestId,
    ]),
  );
}

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

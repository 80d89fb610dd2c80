import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { pluralize } from '#libs/platform/kernel';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  type Session,
} from './command-line.js';
import { accountPath, requireExisting } from './known-subjects.js';
import { firstOf, limitOf } from './pages.js';
import { tableOf } from './table.js';

/** `feed`: published events, those who read them by name, and the webhooks they are sent to. */
export function feedCommand(): Command {
  const commands = [tailCommand(), subscriptionsCommand(), webhooksCommand()];
  return group(
    'feed',
    'published events, subscriptions and webhooks',
    'feed tail --account RA12345678',
    commands,
  );
}

function tailCommand(): Command {
  return new OpsCommand('tail')
    .description('show events as they are published, until interrupted')
    .option('--account <number>', 'only events of this account; default: all accounts')
    .option('--from <cursor>', 'start after this cursor; 0: at the oldest event; default: now')
    .option('--limit <n>', 'end after this many events, waiting for them if necessary')
    .notes(
      `Without --from, only events published from now on are shown. --from 0 --limit 5 shows the five oldest events and ends at once.

With --json, each line is an event (CloudEvents 1.0); the last line contains the number of events, the reason for the end, and the
cursor for --from to continue. Exit status 1 if the service ended the stream.

Examples:
  $ npm run ops -- feed tail
  $ npm run --silent ops -- feed tail --account RA12345678 --from 0 --json`,
    )
    .callsService(['auditor'], tail);
}

interface TailOptions {
  readonly account?: string;
  readonly from?: string;
  readonly limit?: string;
}

async function tail(session: Session<TailOptions>): Promise<CommandResult> {
  const { service, signal, options } = session;
  const { account, from, limit } = options;
  const path = `${account === undefined ? '/restapi' : accountPath({ account })}/events`;
  const most = limit === undefined ? Infinity : limitOf(limit);
  let shown = 0;
  let cursor = from === undefined ? 'newest' : from === '0' ? undefined : from;
  let reason = 'connection lost';
  await requireExisting(service, { account });
  if (from === undefined) session.note('Waiting for new events.');
  try {
    for await (const { event, data, id } of service.events(path, { query: { cursor }, signal })) {
      cursor = id ?? cursor;
      if (event === 'end') reason = (JSON.parse(data) as { reason: string }).reason;
      if (event !== undefined) continue;
      const published = JSON.parse(data) as Schemas['PublishedEvent'];
      session.line(lineOf(published), published);
      shown += 1;
      if (shown < most) continue;
      reason = 'limit';
      break;
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
  }
  if (signal.aborted) reason = 'interrupted';
  const continuation =
    cursor === undefined || cursor === 'newest' ? '' : `; continue with --from ${cursor}`;
  return {
    text: `${pluralize(shown, 'event')} (${reason})${continuation}`,
    json: { events: shown, ended: reason, cursor },
    status: reason === 'limit' || reason === 'interrupted' ? ExitStatus.ok : ExitStatus.finding,
  };
}

function lineOf({ time, type, subject, sequence, data }: Schemas['PublishedEvent']): string {
  const { accountNumber, ...rest } = data;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  return [time, String(accountNumber), `#${sequence}`, type, subject, ...details].join(' ');
}

type Webhook = Schemas['WebhookStatus'];

function subscriptionsCommand(): Command {
  return new OpsCommand('subscriptions')
    .description('list named subscriptions: lag and parked events')
    .option('--firm <firm>', 'only subscriptions of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .notes(
      `Examples:
  $ npm run ops -- feed subscriptions
  $ npm run --silent ops -- feed subscriptions --json \\
      | jq '.[] | select(.lagSeconds > 3600)'`,
    )
    .callsService<{ firm?: string; limit: string }>(['operator', 'auditor'], async (session) => {
      const { service, options } = session;
      const { firm, limit } = options;
      const path = '/operator/subscriptions';
      const found = await firstOf<Schemas['FeedSubscriptionStatus']>(session, path, limit, {
        firmId: firm,
      });
      if (found.length === 0) await requireExisting(service, { firm });
      const text = tableOf(found, {
        firm: 'firmId',
        subscription: 'name',
        'lag (s)': 'lagSeconds',
        parked: 'parkedEvents',
        'event types': ({ eventTypes }) => (eventTypes.length === 0 ? 'all' : eventTypes.length),
        accounts: ({ accounts }) => (accounts.length === 0 ? 'all' : accounts.length),
        since: 'creationDate',
      });
      const json = found.map((one) => ({ ...one, lagSeconds: Number(one.lagSeconds) }));
      return { text, json };
    });
}

function webhooksCommand(): Command {
  return new OpsCommand('webhooks')
    .description('list webhooks: state, lag, failures and next attempts')
    .option('--firm <firm>', 'only webhooks of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .notes(
      `Exit status 1 if one is failing, or was disabled because it failed or its receiver is gone.

Examples:
  $ npm run ops -- feed webhooks
  $ npm run --silent ops -- feed webhooks --json \\
      | jq '.[] | select(.failing != null)'`,
    )
    .callsService<{ firm?: string; limit: string }>(['operator', 'auditor'], async (session) => {
      const { service, options } = session;
      const { firm, limit } = options;
      const path = '/operator/webhooks';
      const found = await firstOf<Webhook>(session, path, limit, { firmId: firm });
      if (found.length === 0) await requireExisting(service, { firm });
      const text = tableOf(found, {
        firm: 'firmId',
        webhook: 'id',
        target: 'target',
        state: ({ state, disabledBecause: why }) => (why === null ? state : `${state} (${why})`),
        'lag (s)': 'lagSeconds',
        'failing since': ({ failing }) => failing?.since,
        'last failure': ({ failing }) =>
          failing && `${failing.attemptedAt} ${failing.status ?? failing.reason}`,
        attempts: ({ failing }) => failing?.attempts,
        'next attempt': ({ failing }) => failing?.nextAttemptAt,
      });
      const json = found.map((one) => ({ ...one, lagSeconds: Number(one.lagSeconds) }));
      return { text, json, status: found.some(isBad) ? ExitStatus.finding : ExitStatus.ok };
    });
}

function isBad({ state, disabledBecause, failing }: Webhook): boolean {
  return state === 'enabled' ? failing !== null : disabledBecause !== 'request';
}

import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { counted } from '#libs/platform/kernel';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  type Session,
} from './command-line.js';
import { accountPath, requireKnown } from './known-subjects.js';
import { firstOf, limitOf } from './pages.js';
import { tableOf } from './table.js';

/** `feed`: what is published, and to whom it is sent. */
export function feedCommand(): Command {
  const commands = [tailCommand(), webhooksCommand()];
  return group('feed', 'published events and webhooks', 'feed tail --account RA12345678', commands);
}

function tailCommand(): Command {
  return new OpsCommand('tail')
    .description('show events as they are published, until interrupted')
    .option('--account <number>', 'only this account; default: all')
    .option('--from <cursor>', 'cursor to start after; 0: the oldest event; default: now')
    .option('--limit <n>', 'end when this many events were shown; it waits for those to come')
    .notes(
      `Without --from, only what is published from now on is shown. With --limit it ends at once where so many were published after
the cursor already: --from 0 --limit 5 shows the five oldest.

Each line of --json is an event (CloudEvents 1.0); the last line says how many there were, why it ended and the cursor to go on
from with --from. Exit status 1 when the service ended it.

Examples:
  $ npm run ops -- feed tail
  $ npm run --silent ops -- feed tail --account RA12345678 --from 0 --json`,
    )
    .asksService(['auditor'], tail);
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
  await requireKnown(service, { account });
  if (from === undefined) session.note('Waiting for what is published from now on.');
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
  const further =
    cursor === undefined || cursor === 'newest' ? '' : `; go on with --from ${cursor}`;
  return {
    text: `${counted(shown, 'event')} (${reason})${further}`,
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

function webhooksCommand(): Command {
  return new OpsCommand('webhooks')
    .description('webhooks of firms: state, lag, failures and next attempts')
    .option('--firm <firm>', 'only those of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .notes(
      `Exit status 1 when one fails, or was disabled because it failed or its receiver is gone.

Examples:
  $ npm run ops -- feed webhooks
  $ npm run --silent ops -- feed webhooks --json | jq '.[] | select(.failing != null)'`,
    )
    .asksService<{ firm?: string; limit: string }>(['operator', 'auditor'], async (session) => {
      const { service, options } = session;
      const { firm, limit } = options;
      const path = '/operator/webhooks';
      const found = await firstOf<Webhook>(service, path, limit, { firmId: firm });
      if (found.length === 0) await requireKnown(service, { firm });
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

import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { newWebhookSecret, RESPONSE_TIMEOUT_MS, webhookHeaders } from '#libs/contexts/feed';
import { pluralize } from '#libs/platform/kernel';
import { RandomIds } from '#libs/platform/runtime';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  reasonOf,
  type Session,
} from './command-line.js';
import {
  accountPath,
  requireExisting,
  firstOfFirm,
  limitOf,
  type OfFirm,
} from './service-queries.js';
import { tableOf } from './text-layout.js';

/** `feed`: published events, those who read them by name, and the webhooks they are sent to. */
export function feedCommand(): Command {
  const commands = [tailCommand(), forwardCommand(), subscriptionsCommand(), webhooksCommand()];
  return group(
    'feed',
    'published events, subscriptions and webhooks',
    'feed tail --account RA12345678',
    commands,
  );
}

function followingCommand(name: string, description: string): OpsCommand {
  return new OpsCommand(name)
    .description(description)
    .option('--account <number>', 'only events of this account; default: all accounts')
    .option('--from <cursor>', 'start after this cursor; 0: at the oldest event; default: now')
    .option('--limit <n>', 'end after this many events, waiting for them if necessary');
}

function tailCommand(): Command {
  return followingCommand('tail', 'show events as they are published, until interrupted')
    .notes(
      `Without --from, only events published from now on are shown. --from 0 --limit 5 shows the five oldest events and ends at once.

With --json, each line is an event (CloudEvents 1.0); the last line contains the number of events, the reason for the end, and the
cursor for --from to continue. Exit status 1 if the service ended the stream.

Examples:
  $ npm run ops -- feed tail
  $ npm run --silent ops -- feed tail --account RA12345678 --from 0 --json`,
    )
    .callsService<FollowOptions>(['auditor'], (session) =>
      follow(session, (published) => session.line(lineOf(published), published)),
    );
}

function forwardCommand(): Command {
  return followingCommand('forward', 'send events to a receiver of webhooks as they are published')
    .requiredOption('--to <url>', 'URL of the receiver, also on this machine')
    .option('--secret <secret>', 'whsec_ and Base64; default: a new one, which is shown')
    .notes(
      `Tries a receiver before it has a public address: each event is sent once, in order, as a webhook would send it and with the same signature.
What is not accepted is shown and not sent again. Works from here with a service elsewhere: --url and --token, that of a client too.

With --json, each line has the event, the status (null: no response) and what went wrong, if anything. Exit status 1 if the service ended
the stream, or an event was not accepted.

Examples:
  $ npm run ops -- feed forward --to http://127.0.0.1:4444/hook
  $ npm run ops -- feed forward --to http://127.0.0.1:4444/hook \\
      --url https://api.example.com --token "$TOKEN"`,
    )
    .callsService<FollowOptions & { to: string; secret?: string }>(['auditor'], forward);
}

async function forward(
  session: Session<FollowOptions & { readonly to: string; readonly secret?: string }>,
): Promise<CommandResult> {
  const { to } = session.options;
  if (!URL.canParse(to) || !/^https?:/i.test(to)) {
    throw new CommandFailure(`--to is no http or https URL: ${to}`);
  }
  const secret = session.options.secret ?? newWebhookSecret(new RandomIds()).revealOrThrow();
  if (!canSign(secret)) throw new CommandFailure('--secret is not whsec_ and Base64.');
  if (session.options.secret === undefined) session.note(`Secret of the webhook: ${secret}`);
  let refusals = 0;
  const result = await follow(session, async (event, body) => {
    const { status, reason } = await sendTo(to, secret, { id: event.id, body }, session.signal);
    if (session.signal.aborted) return;
    if (reason !== undefined) refusals += 1;
    session.line(`${status ?? reason} ${lineOf(event)}`, { event, status, reason });
  });
  return refusals === 0 ? result : { ...result, status: ExitStatus.finding };
}

function canSign(secret: string): boolean {
  try {
    webhookHeaders([secret], { id: '', body: '' }, new Date());
    return true;
  } catch {
    return false;
  }
}

/** Sends a message as a webhook does. `reason`: why it counts as not accepted. */
async function sendTo(
  url: string,
  secret: string,
  message: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<{ readonly status: number | null; readonly reason?: string }> {
  try {
    const { status, ok, body } = await fetch(url, {
      method: 'POST',
      headers: webhookHeaders([secret], message, new Date()),
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    await body?.cancel();
    return { status, ...(!ok && { reason: 'status' }) };
  } catch (error) {
    const { cause = error } = error as { readonly cause?: unknown };
    return { status: null, reason: reasonOf(cause) };
  }
}

interface FollowOptions {
  readonly account?: string;
  readonly from?: string;
  readonly limit?: string;
}

/** Follows the feed. `handle` gets each event, also as it was sent, before the next one is read. */
async function follow(
  session: Session<FollowOptions>,
  handle: (event: Schemas['PublishedEvent'], json: string) => Promise<void> | void,
): Promise<CommandResult> {
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
      if (event === 'end') reason = (JSON.parse(data) as { reason: string }).reason;
      if (event === undefined) {
        await handle(JSON.parse(data) as Schemas['PublishedEvent'], data);
        if (signal.aborted) break;
        shown += 1;
      }
      cursor = id ?? cursor;
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
  return [time, accountNumber, `#${sequence}`, type, subject, ...details].join(' ');
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
    .callsService<OfFirm>(['operator', 'auditor'], async (session) => {
      const path = '/operator/subscriptions';
      const found = await firstOfFirm<Schemas['FeedSubscriptionStatus']>(session, path);
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
    .callsService<OfFirm>(['operator', 'auditor'], async (session) => {
      const found = await firstOfFirm<Webhook>(session, '/operator/webhooks');
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

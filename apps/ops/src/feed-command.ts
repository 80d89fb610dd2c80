import { Command } from 'commander';
import { counted } from '#libs/platform/kernel';
import { CommandFailure } from './command-failure.js';
import { asksService, type CommandResult, ExitStatus, type Session } from './command-line.js';
import { requireKnown } from './known-subjects.js';
import { limitOf } from './pages.js';
import { webhooksCommand } from './webhooks-command.js';

/** An event as the service publishes it. */
interface Published {
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly sequence: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `feed`: what is published, and to whom it is sent. */
export function feedCommand(): Command {
  const feed = new Command('feed')
    .description('published events and webhooks')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- feed tail --account RA12345678');
  feed.addCommand(tailCommand());
  feed.addCommand(webhooksCommand());
  return feed;
}

function tailCommand(): Command {
  const command = new Command('tail')
    .description('show events as they are published, until interrupted')
    .option('--account <number>', 'only this account; default: all')
    .option('--from <cursor>', 'cursor to start after; 0: the oldest event; default: now')
    .option('--limit <n>', 'end when this many events were shown; it waits for those to come')
    .addHelpText(
      'after',
      `
Without --from, only what is published from now on is shown. With --limit it ends at once where so many were published after
the cursor already: --from 0 --limit 5 shows the five oldest.

Each line of --json is an event (CloudEvents 1.0); the last line says how many there were, why it ended and the cursor to go on
from with --from. Exit status 1 when the service ended it.

Examples:
  $ npm run ops -- feed tail
  $ npm run --silent ops -- feed tail --account RA12345678 --from 0 --json`,
    );
  return asksService(command, ['auditor'], (session) => tail(session, command.opts<TailOptions>()));
}

interface TailOptions {
  readonly account?: string;
  readonly from?: string;
  readonly limit?: string;
}

async function tail(
  session: Session,
  { account, from, limit }: TailOptions,
): Promise<CommandResult> {
  const path =
    account === undefined
      ? '/restapi/events'
      : `/restapi/accounts/${encodeURIComponent(account)}/events`;
  const most = limit === undefined ? Infinity : limitOf(limit);
  const { service, signal } = session;
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
      const published = JSON.parse(data) as Published;
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

function lineOf({ time, type, subject, sequence, data }: Published): string {
  const { accountNumber, ...rest } = data;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  return [time, String(accountNumber), `#${sequence}`, type, subject, ...details].join(' ');
}

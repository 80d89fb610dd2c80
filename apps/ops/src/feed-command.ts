import { Command } from 'commander';
import { asksService } from './command-line.js';

/** An event as the service publishes it. */
interface Published {
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly sequence: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `feed`: what is published. */
export function feedCommand(): Command {
  const feed = new Command('feed').description('what is published about accounts');
  feed.addCommand(tailCommand());
  return feed;
}

function tailCommand(): Command {
  const command = new Command('tail')
    .description('show events as they are published, until it is interrupted')
    .option('--account <number>', 'of this account; default is all')
    .option('--from <cursor>', 'what came after, first; 0 is everything')
    .option('--limit <n>', 'end after so many events')
    .addHelpText(
      'after',
      `
Each line of --json is an event (CloudEvents 1.0).

Examples:
  $ npm run ops -- feed tail
  $ npm run --silent ops -- feed tail --account RA12345678 --from 0 --json`,
    );
  return asksService(command, ['auditor'], async (session) => {
    const { account, from, limit } = command.opts<{
      account?: string;
      from?: string;
      limit?: string;
    }>();
    const path =
      account === undefined
        ? '/restapi/events'
        : `/restapi/accounts/${encodeURIComponent(account)}/events`;
    const cursor = from === undefined ? 'newest' : from === '0' ? undefined : from;
    const most = limit === undefined ? Infinity : Number(limit);
    let shown = 0;
    let reason = 'connection lost';
    for await (const { event, data } of session.service.events(path, { query: { cursor } })) {
      if (event === 'end') reason = (JSON.parse(data) as { reason: string }).reason;
      if (event !== undefined) continue;
      const published = JSON.parse(data) as Published;
      session.line(lineOf(published), published);
      shown += 1;
      if (shown >= most) {
        reason = 'limit';
        break;
      }
    }
    return { text: `${shown} events (${reason})`, json: { events: shown, ended: reason } };
  });
}

function lineOf({ time, type, subject, sequence, data }: Published): string {
  const { accountNumber, ...rest } = data;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  return [time, String(accountNumber), `#${sequence}`, type, subject, ...details].join(' ');
}

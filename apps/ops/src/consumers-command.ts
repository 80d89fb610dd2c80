import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  type Session,
} from './command-line.js';
import { tableOf } from './text-layout.js';

const ROOT = '/operator/consumers';
const POLL_MS = 250;
/** How long to wait for a consumer to reach a request. */
const PATIENCE_MS = 30_000;

/** `consumers`: what follows the log besides read models, and its parked events. */
export function consumersCommand(): Command {
  const description = 'reactions and the feed: their progress and parked events';
  const commands = [listCommand(), retryCommand(), skipCommand()];
  return group('consumers', description, 'consumers retry feed.translator', commands);
}

function listCommand(): Command {
  return new OpsCommand('list')
    .description('list all consumers of the log and their parked events')
    .notes(
      `Exit status 1 if any event is parked.

Examples:
  $ npm run ops -- consumers list
  $ npm run --silent ops -- consumers list --json \\
      | jq '.[] | select(.parked != [])'`,
    )
    .callsService(['operator'], async (session) => shown(await consumersOf(session)));
}

async function consumersOf({ service }: Session): Promise<readonly Schemas['Consumer'][]> {
  return (await service.get<readonly Schemas['Consumer'][]>(ROOT)).body;
}

function shown(consumers: readonly Schemas['Consumer'][]): CommandResult {
  const parked = consumers.flatMap(({ name, parked: events }) =>
    events.map((event) => ({ ...event, consumer: name })),
  );
  const tables = [
    tableOf(consumers, {
      name: 'name',
      position: 'position',
      'lag (s)': 'lagSeconds',
      parked: ({ parked: events }) => events.length,
      skipped: ({ skipped }) => skipped.length,
    }),
  ];
  if (parked.length > 0) {
    tables.push(
      tableOf(parked, {
        consumer: 'consumer',
        'parked at': 'position',
        type: 'type',
        since: 'recordedAt',
        partition: 'partition',
        attempts: 'attempts',
        error: 'error',
      }),
    );
  }
  const status = parked.length > 0 ? ExitStatus.finding : ExitStatus.ok;
  return { text: tables.join('\n\n'), json: consumers, status };
}

function retryCommand(): Command {
  return new OpsCommand('retry')
    .description('retry parked events, then handle what waits behind them')
    .argument('<name>', 'name of the consumer')
    .option('--position <position>', 'only the event at this position; default: all parked events')
    .notes(
      `Exit status 1 if events are still parked.

Examples:
  $ npm run ops -- consumers retry feed.translator
  $ npm run ops -- consumers retry feed.translator --position 4712 --as jane.roe`,
    )
    .callsService<{ position?: string }>(['operator'], (session) => {
      const { position } = session.options;
      return request(session, 'retry', { position });
    });
}

function skipCommand(): Command {
  return new OpsCommand('skip')
    .description('permanently skip a parked event')
    .argument('<name>', 'name of the consumer')
    .requiredOption('--position <position>', 'position of the event')
    .requiredOption('--reason <text>', 'reason to record in the log; no personal data')
    .notes(
      `The events waiting behind it are handled next. Exit status 1 if events are still parked.

Examples:
  $ npm run ops -- consumers skip feed.translator --position 4712 \\
      --reason 'ticket 4711' --as jane.roe`,
    )
    .withConfirmation()
    .callsService<{ position: string; reason: string }>(['operator'], async (session) => {
      const { args, options } = session;
      const { position, reason } = options;
      await session.confirm(`Permanently skip the event at position ${position} in ${args[0]}?`);
      return request(session, 'skip', { position, reason });
    });
}

/** Sends a request to a consumer, and waits until the consumer has reached it in the log. */
async function request(
  session: Session,
  action: 'retry' | 'skip',
  body: object,
): Promise<CommandResult> {
  const [name = ''] = session.args;
  const path = `${ROOT}/${encodeURIComponent(name)}/${action}`;
  const { head } = (await session.service.post<Schemas['Consumer']>(path, body)).body;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const found = (await consumersOf(session)).filter((one) => one.name === name);
    if (found.every(({ position }) => BigInt(position) >= BigInt(head))) return shown(found);
    await delay(POLL_MS, undefined, { signal: session.signal });
  }
  throw new CommandFailure(
    `${name} has not reached the request yet: check its position with "consumers list".`,
    ExitStatus.finding,
  );
}

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
import { tableOf } from './table.js';

const ROOT = '/operator/consumers';
const LOOK_EVERY_MS = 250;
/** So long a consumer has to come to what it was asked for. */
const PATIENCE_MS = 30_000;

/** `consumers`: what follows the log besides read models, and the events it went on without. */
export function consumersCommand(): Command {
  const description = 'reactions and the feed: where they are, and events they have parked';
  const commands = [listCommand(), retryCommand(), skipCommand()];
  return group('consumers', description, 'consumers retry feed.translator', commands);
}

function listCommand(): Command {
  return new OpsCommand('list')
    .description('all consumers of the log, and the events they have parked')
    .notes(
      `Exit status 1 when one has parked an event.

Examples:
  $ npm run ops -- consumers list
  $ npm run --silent ops -- consumers list --json | jq '.[] | select(.parked != [])'`,
    )
    .asksService(['operator'], async (session) => shown(await consumersOf(session)));
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
      parked: ({ parked: events }) => events.length || '',
      skipped: ({ skipped }) => skipped.length || '',
    }),
  ];
  if (parked.length > 0) {
    tables.push(
      tableOf(parked, {
        consumer: 'consumer',
        'parked at': 'position',
        type: 'type',
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
    .description('have a consumer try parked events again, and go on with what waits behind them')
    .argument('<name>', 'name of the consumer')
    .option('--position <position>', 'only the event at this position; default: all it has parked')
    .notes(
      `Exit status 1 when it still has parked events.

Examples:
  $ npm run ops -- consumers retry feed.translator
  $ npm run ops -- consumers retry feed.translator --position 4712 --as jane.roe`,
    )
    .asksService<{ position?: string }>(['operator'], (session) => {
      const { position } = session.options;
      return asked(session, 'retry', { position });
    });
}

function skipCommand(): Command {
  return new OpsCommand('skip')
    .description('let a consumer go on without a parked event, for good')
    .argument('<name>', 'name of the consumer')
    .requiredOption('--position <position>', 'position of the event')
    .requiredOption('--reason <text>', 'why, for whoever reads the log; no personal data')
    .notes(
      `What has waited behind the event follows. Exit status 1 when the consumer still has parked events.

Examples:
  $ npm run ops -- consumers skip feed.translator --position 4712 --reason 'ticket 4711' --as jane.roe`,
    )
    .asksFirst()
    .asksService<{ position: string; reason: string }>(['operator'], async (session) => {
      const { args, options } = session;
      const { position, reason } = options;
      await session.confirm(
        `Have ${args[0]} go on without the event at position ${position}, for good?`,
      );
      return asked(session, 'skip', { position, reason });
    });
}

/** Has a consumer do something, and waits until it has come to the request, which is in the log. */
async function asked(
  session: Session,
  what: 'retry' | 'skip',
  body: object,
): Promise<CommandResult> {
  const [name = ''] = session.args;
  const path = `${ROOT}/${encodeURIComponent(name)}/${what}`;
  const { head } = (await session.service.post<Schemas['Consumer']>(path, body)).body;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const found = (await consumersOf(session)).filter((one) => one.name === name);
    if (found.every(({ position }) => BigInt(position) >= BigInt(head))) return shown(found);
    await delay(LOOK_EVERY_MS, undefined, { signal: session.signal });
  }
  throw new CommandFailure(
    `${name} has yet to come to the request: "consumers list" shows it once it has.`,
    ExitStatus.finding,
  );
}

import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import {
  asksFirst,
  asksService,
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type Session,
} from './command-line.js';
import { table } from './table.js';

/** A consumer of the log as the service answers it. */
interface ShownConsumer {
  readonly name: string;
  readonly position: string;
  readonly head: string;
  readonly parked: readonly {
    readonly position: string;
    readonly type: string;
    readonly partition: string;
    readonly attempts: number;
    readonly error: string;
  }[];
  readonly skipped: readonly string[];
}

const ROOT = '/operator/consumers';
const LOOK_EVERY_MS = 250;
/** So long a consumer has to come to what it was asked for. */
const PATIENCE_MS = 30_000;

/** `consumers`: what follows the log besides read models, and the events it went on without. */
export function consumersCommand(): Command {
  return new Command('consumers')
    .description('reactions and the feed: where they are, and events they have parked')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- consumers retry feed.translator')
    .addCommand(listCommand())
    .addCommand(retryCommand())
    .addCommand(skipCommand());
}

function listCommand(): Command {
  const command = new Command('list')
    .description('all consumers of the log, and the events they have parked')
    .addHelpText(
      'after',
      `
Exit status 1 when one has parked an event.

Examples:
  $ npm run ops -- consumers list
  $ npm run --silent ops -- consumers list --json | jq '.[] | select(.parked != [])'`,
    );
  return asksService(command, ['operator'], async ({ service }) => {
    const { body } = await service.get<readonly ShownConsumer[]>(ROOT);
    return shown(body);
  });
}

function shown(consumers: readonly ShownConsumer[]): CommandResult {
  const rows = consumers.map(({ name, position, parked, skipped }) => [
    ...[name, position],
    ...[parked.length, skipped.length].map((count) => (count === 0 ? '' : count)),
  ]);
  const parked = consumers.flatMap(({ name, parked: events }) =>
    events.map(({ position, type, partition, attempts, error }) => [
      ...[name, position, type, partition, attempts, error],
    ]),
  );
  const lines = [table(['name', 'position', 'parked', 'skipped'], rows)];
  if (parked.length > 0) {
    const head = ['consumer', 'parked at', 'type', 'partition', 'attempts', 'error'];
    lines.push(table(head, parked));
  }
  const status = parked.length > 0 ? ExitStatus.finding : ExitStatus.ok;
  return { text: lines.join('\n\n'), json: consumers, status };
}

function retryCommand(): Command {
  const command = new Command('retry')
    .description('have a consumer try parked events again, and go on with what waits behind them')
    .argument('<name>', 'name of the consumer')
    .option('--position <position>', 'only the event at this position; default: all it has parked')
    .addHelpText(
      'after',
      `
Exit status 1 when it still has parked events.

Examples:
  $ npm run ops -- consumers retry feed.translator
  $ npm run ops -- consumers retry feed.translator --position 4712 --as jane.roe`,
    );
  return asksService(command, ['operator'], (session, [name = '']) =>
    asked(session, name, 'retry', command.opts<{ position?: string }>()),
  );
}

function skipCommand(): Command {
  const command = new Command('skip')
    .description('let a consumer go on without a parked event, for good')
    .argument('<name>', 'name of the consumer')
    .requiredOption('--position <position>', 'position of the event')
    .requiredOption('--reason <text>', 'why, for whoever reads the log; no personal data')
    .addHelpText(
      'after',
      `
What has waited behind the event follows. Exit status 1 when the consumer still has parked events.

Examples:
  $ npm run ops -- consumers skip feed.translator --position 4712 --reason 'ticket 4711' --as jane.roe`,
    );
  return asksService(asksFirst(command), ['operator'], async (session, [name = '']) => {
    const { position, reason } = command.opts<{ position: string; reason: string }>();
    await session.confirm(
      `Have ${name} go on without the event at position ${position}, for good?`,
    );
    return asked(session, name, 'skip', { position, reason });
  });
}

/** Has a consumer do something, and waits until it has come to the request, which is in the log. */
async function asked(
  { service, signal }: Session,
  name: string,
  what: 'retry' | 'skip',
  body: object,
): Promise<CommandResult> {
  const path = `${ROOT}/${encodeURIComponent(name)}/${what}`;
  const { head } = (await service.post<ShownConsumer>(path, body)).body;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const all = (await service.get<readonly ShownConsumer[]>(ROOT)).body;
    const found = all.filter((one) => one.name === name);
    if (found.every(({ position }) => BigInt(position) >= BigInt(head))) return shown(found);
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new CommandFailure(
    `${name} has yet to come to the request: "consumers list" shows it once it has.`,
    ExitStatus.finding,
  );
}

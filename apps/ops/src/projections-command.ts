import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  refused,
  type Session,
} from './command-line.js';
import type { Progress } from './conversation.js';
import { collectionOf, diffCommand, verifyCommand } from './refold-commands.js';
import { tableOf } from './table.js';

type Projection = Schemas['Projection'];

interface ProgressLine {
  readonly collection?: string;
  readonly state: string;
  readonly live: boolean;
  readonly position: string;
  readonly head: string;
}

const ROOT = '/operator/projections';
const pathOf = (name: string): string => `${ROOT}/${encodeURIComponent(name)}`;

/** `projections`: read models, their generations and rebuilds, of the running service. */
export function projectionsCommand(): Command {
  const description = 'read models, their generations and rebuilds';
  return group('projections', description, 'projections rebuild folios.folio', [
    listCommand(),
    statusCommand(),
    rebuildCommand(),
    switchCommand(),
    dropCommand(),
    skipCommand(),
    diffCommand(),
    verifyCommand(),
  ]);
}

function listCommand(): Command {
  return new OpsCommand('list')
    .description('all read models and their progress')
    .notes(
      `Exit status 1 when one has stopped, or nobody keeps it.

Examples:
  $ npm run ops -- projections list
  $ npm run --silent ops -- projections list --json | jq '.[] | select(.state != "live")'`,
    )
    .asksService(['operator'], async ({ service }) => {
      const { body } = await service.get<readonly Projection[]>(ROOT);
      const text = tableOf(body, {
        name: 'name',
        version: 'version',
        generation: ({ generations }) => generations.find(({ live }) => live)?.number ?? '-',
        state: 'state',
        'lag (s)': 'lagSeconds',
        position: 'position',
        skipped: ({ skipped }) => skipped.length || '',
        besides,
      });
      return { text, json: body.map(jsonOf), status: statusOf(body) };
    });
}

/** What a read model has besides the live generation: `g3 catching-up`. */
function besides({ generations }: Projection): string {
  return generations
    .filter(({ live }) => !live)
    .map(({ number, state }) => `g${number} ${state}`)
    .join(', ');
}

function statusOf(projections: readonly Projection[]): ExitStatus {
  const states = projections.flatMap((one) => [one, ...one.generations]).map(({ state }) => state);
  const isBad = states.includes('stopped') || states.includes('unattended');
  return isBad ? ExitStatus.finding : ExitStatus.ok;
}

function statusCommand(): Command {
  return new OpsCommand('status')
    .description('one read model with all its generations')
    .argument('<name>', 'name of the read model')
    .notes(
      `Exit status 1 when it has stopped, or nobody keeps it.

Examples:
  $ npm run ops -- projections status folios.folio`,
    )
    .asksService(['operator'], async (session) => {
      const projection = await asked(session);
      return { ...shown(projection), status: statusOf([projection]) };
    });
}

/** The read model that a command names. */
async function asked({ service, args: [name = ''] }: Session): Promise<Projection> {
  return (await service.get<Projection>(pathOf(name))).body;
}

function shown(projection: Projection): CommandResult {
  const { name, version, state, lagSeconds, head, lastError, skipped, generations } = projection;
  const lines = [
    `${name}, version ${version}: ${state}, ${lagSeconds} s behind, log at ${head}`,
    ...(lastError === undefined ? [] : [`Stopped: ${lastError}`]),
    ...(skipped.length === 0 ? [] : [`Skipped: events at ${skipped.join(', ')}`]),
    tableOf(generations, {
      generation: 'collection',
      version: 'version',
      live: ({ live }) => (live ? 'yes' : ''),
      state: 'state',
      position: 'position',
      documents: 'documents',
      error: 'lastError',
    }),
  ];
  return { text: lines.join('\n'), json: jsonOf(projection) };
}

/** For programs: the lag is a number. Positions stay texts, since a number of JSON may be too short for them. */
function jsonOf(projection: Projection): unknown {
  return { ...projection, lagSeconds: Number(projection.lagSeconds) };
}

function rebuildCommand(): Command {
  return new OpsCommand('rebuild')
    .description('fold the log into a new generation beside the live one, and switch to it')
    .argument('<name>', 'name of the read model')
    .option('--hold', 'build only; "projections switch" makes it live')
    .option('--no-wait', 'do not wait until it is done')
    .notes(
      `Readers have the live generation until the new one is complete. An interrupted rebuild goes on when the service runs again;
asking again follows it. Exit status 1 when the new generation stopped, was dropped, or nobody folds.

Examples:
  $ npm run ops -- projections rebuild folios.folio
  $ npm run ops -- projections rebuild folios.folio --hold --as jane.roe`,
    )
    .asksService<{ hold?: true; wait: boolean }>(['operator'], async (session) => {
      const { service, options, args } = session;
      const path = `${pathOf(args[0] ?? '')}/rebuild`;
      const { body } = await service.post<Projection>(path, { hold: options.hold === true });
      if (!options.wait) return shown(body);
      const built = body.generations.findLast(({ state }) => state === 'catching-up');
      return followed(session, (built ?? body.generations.at(-1))?.collection);
    });
}

/** Shows how a generation catches up, and what came of it. */
async function followed(session: Session, collection: string | undefined): Promise<CommandResult> {
  const { service, signal, args } = session;
  const [name = ''] = args;
  let bar: Progress | undefined;
  let last: ProgressLine | undefined;
  try {
    const options = { query: { collection }, signal };
    const path = `${pathOf(name)}/progress`;
    for await (last of service.lines<ProgressLine>('GET', path, options)) {
      const head = Math.max(1, Number(last.head));
      const position = Number(last.position);
      bar ??= session.progress(last.collection ?? name, 'B of log', head, position);
      bar.update(position, head);
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (!signal.aborted) {
      throw new CommandFailure(
        `The service is gone. It resumes the work when it runs again: "projections status ${name}" shows it.`,
      );
    }
    session.note('The rebuild continues without this command.');
  } finally {
    bar?.stop();
  }
  const projection = await asked(session);
  const unfinished = ['stopped', 'dropped', 'unattended'].includes(last?.state ?? '');
  return { ...shown(projection), status: unfinished ? ExitStatus.finding : ExitStatus.ok };
}

function switchCommand(): Command {
  return new OpsCommand('switch')
    .description('choose the live generation')
    .argument('<name>', 'name of the read model')
    .argument('[generation]', 'its number or collection; default: the newest')
    .notes(
      `A generation that is behind catches up first: readers never get older data than before.

Examples:
  $ npm run ops -- projections switch folios.folio
  $ npm run ops -- projections switch folios.folio g1 --yes`,
    )
    .asksFirst()
    .asksService(['operator'], async (session) => {
      const [name = '', wanted] = session.args;
      const projection = await asked(session);
      const { generations } = projection;
      const collection =
        wanted === undefined ? generations.at(-1)?.collection : collectionOf(projection, wanted);
      const isAlone = generations.every(({ live, state }) => live || state === 'retired');
      if (isLive(projection, collection) && isAlone) {
        throw refused(`${collection} is live, and nothing else of ${name} is being built.`);
      }
      await session.confirm(`Switch the readers of ${name} to ${collection}?`);
      await session.service.post(`${pathOf(name)}/switch`, { collection });
      return followed(session, collection);
    });
}

function isLive({ generations }: Projection, collection: string | undefined): boolean {
  return generations.some((one) => one.live && one.collection === collection);
}

function dropCommand(): Command {
  return new OpsCommand('drop')
    .description('remove a generation that is not live, or cancel one that is being built')
    .argument('<name>', 'name of the read model')
    .argument('<generation>', 'its number or collection')
    .notes('Examples:\n  $ npm run ops -- projections drop folios.folio g1')
    .asksFirst()
    .asksService(['operator'], async (session) => {
      const [name = '', generation = ''] = session.args;
      const projection = await asked(session);
      const collection = collectionOf(projection, generation);
      if (isLive(projection, collection)) {
        throw refused(`${collection} is live: it can not be dropped.`);
      }
      await session.confirm(
        `Drop ${collection} of ${name}? Its documents are lost; only a rebuild makes them again.`,
      );
      const path = `${pathOf(name)}/generations/${encodeURIComponent(collection)}`;
      await session.service.delete(path);
      return shown(await asked(session));
    });
}

function skipCommand(): Command {
  return new OpsCommand('skip')
    .description('let a stopped read model go on without an event')
    .argument('<name>', 'name of the read model')
    .option('--position <position>', 'position of the event; default: the one it stopped at')
    .notes(
      `The documents of the event stay as if it had not happened, in each generation of this version; a later version, with a fold that
takes the event, has it again. Exit status 1 when it stops again.

Examples:
  $ npm run ops -- projections skip folios.folio
  $ npm run ops -- projections skip folios.folio --position 4712 --yes --as jane.roe`,
    )
    .asksFirst()
    .asksService<{ position?: string }>(['operator'], async (session) => {
      const [name = ''] = session.args;
      const { generations, ...projection } = await asked(session);
      if (![projection, ...generations].some(({ state }) => state === 'stopped')) {
        throw refused(`${name} has not stopped.`);
      }
      const { position = projection.stoppedAt } = session.options;
      const without = position === undefined ? '' : ` without the event at position ${position}`;
      await session.confirm(`Have ${name} go on${without}?`);
      await session.service.post(`${pathOf(name)}/skip`, { position });
      return followed(session, generations.find(({ live }) => live)?.collection);
    });
}

import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import type { ProgressLine } from '#libs/contexts/operations';
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
import { tableOf } from './text-layout.js';

type Projection = Schemas['Projection'];

const ROOT = '/operator/projections';
const pathOf = (name: string): string => `${ROOT}/${encodeURIComponent(name)}`;

/** `projections`: read models of the service, their generations and rebuilds. */
export function projectionsCommand(): Command {
  const description = 'read models, their generations and rebuilds';
  return group('projections', description, 'projections rebuild folios.folio', [
    listCommand(),
    statusCommand(),
    rebuildCommand(),
    switchCommand(),
    dropCommand(),
    skipCommand(),
    unskipCommand(),
    diffCommand(),
    verifyCommand(),
  ]);
}

function listCommand(): Command {
  return new OpsCommand('list')
    .description('list all read models and their progress')
    .notes(
      `Exit status 1 if one has stopped or is unattended.

Examples:
  $ npm run ops -- projections list
  $ npm run --silent ops -- projections list --json \\
      | jq '.[] | select(.state != "live")'`,
    )
    .callsService(['operator'], async ({ service }) => {
      const { body } = await service.get<readonly Projection[]>(ROOT);
      const text = tableOf(body, {
        name: 'name',
        version: 'version',
        generation: ({ generations }) => generations.find(({ live }) => live)?.number ?? '-',
        state: 'state',
        'lag (s)': 'lagSeconds',
        position: 'position',
        skipped: ({ skipped }) => skipped.length || '',
        'other generations': otherGenerations,
      });
      return { text, json: body.map(jsonOf), status: statusOf(body) };
    });
}

/** Generations other than the live one: `g3 catching-up`. */
function otherGenerations({ generations }: Projection): string {
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
    .description('show a read model with all its generations')
    .argument('<name>', 'name of the read model')
    .notes(
      `Exit status 1 if it has stopped or is unattended.

Examples:
  $ npm run ops -- projections status folios.folio`,
    )
    .callsService(['operator'], async (session) => {
      const projection = await projectionOf(session);
      return { ...shown(projection), status: statusOf([projection]) };
    });
}

async function projectionOf({ service, args: [name = ''] }: Session): Promise<Projection> {
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

/** For programs, the lag is a number. Positions stay strings, because they may exceed the range of JSON numbers. */
function jsonOf(projection: Projection): unknown {
  return { ...projection, lagSeconds: Number(projection.lagSeconds) };
}

function rebuildCommand(): Command {
  return new OpsCommand('rebuild')
    .description('fold the log into a new generation beside the live one, then switch to it')
    .argument('<name>', 'name of the read model')
    .option('--hold', 'only build it; "projections switch" makes it live')
    .option('--no-wait', 'do not wait for the end')
    .notes(
      `Readers use the live generation until the new one is complete. An interrupted rebuild resumes when the service runs again; run the
command again to follow it. Exit status 1 if the new generation stops, is dropped, or is unattended.

Examples:
  $ npm run ops -- projections rebuild folios.folio
  $ npm run ops -- projections rebuild folios.folio --hold --as jane.roe`,
    )
    .callsService<{ hold?: true; wait: boolean }>(['operator'], async (session) => {
      const { service, options, args } = session;
      const path = `${pathOf(args[0] ?? '')}/rebuild`;
      const { body } = await service.post<Projection>(path, { hold: options.hold === true });
      return options.wait ? followed(session, builtBy(body)) : shown(body);
    });
}

/** The generation that a request began, or that was being built already. */
function builtBy({ generations }: Projection): string | undefined {
  const built = generations.findLast(({ state }) => state === 'catching-up');
  return (built ?? generations.at(-1))?.collection;
}

/** Shows the progress of a generation, and the result. */
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
        `The connection was lost. The service resumes the rebuild when it runs again: follow it with "projections status ${name}".`,
      );
    }
    session.note('The rebuild continues without this command.');
  } finally {
    bar?.stop();
  }
  const projection = await projectionOf(session);
  const isUnfinished = ['stopped', 'dropped', 'unattended'].includes(last?.state ?? '');
  return { ...shown(projection), status: isUnfinished ? ExitStatus.finding : ExitStatus.ok };
}

function switchCommand(): Command {
  return new OpsCommand('switch')
    .description('choose the live generation')
    .argument('<name>', 'name of the read model')
    .argument('[generation]', 'its number or collection; default: the newest')
    .notes(
      `A generation that is behind catches up first, so readers never see older data than before.

Examples:
  $ npm run ops -- projections switch folios.folio
  $ npm run ops -- projections switch folios.folio g1 --yes`,
    )
    .withConfirmation()
    .callsService(['operator'], async (session) => {
      const [name = '', generation] = session.args;
      const projection = await projectionOf(session);
      const { generations } = projection;
      const collection =
        generation === undefined
          ? generations.at(-1)?.collection
          : collectionOf(projection, generation);
      const isAlone = generations.every(({ live, state }) => live || state === 'retired');
      if (isLive(projection, collection) && isAlone) {
        throw refused(`${collection} is live, and no other generation of ${name} is being built.`);
      }
      await session.confirm(`Switch readers of ${name} to ${collection}?`);
      await session.service.post(`${pathOf(name)}/switch`, { collection });
      return followed(session, collection);
    });
}

function isLive({ generations }: Projection, collection: string | undefined): boolean {
  return generations.some((one) => one.live && one.collection === collection);
}

function dropCommand(): Command {
  return new OpsCommand('drop')
    .description('remove a generation that is not live, or cancel its rebuild')
    .argument('<name>', 'name of the read model')
    .argument('<generation>', 'its number or collection')
    .notes('Examples:\n  $ npm run ops -- projections drop folios.folio g1')
    .withConfirmation()
    .callsService(['operator'], async (session) => {
      const [name = '', generation = ''] = session.args;
      const projection = await projectionOf(session);
      const collection = collectionOf(projection, generation);
      if (isLive(projection, collection)) {
        throw refused(`${collection} is live and can't be dropped.`);
      }
      await session.confirm(
        `Drop ${collection} of ${name}? Its documents are lost unless they are rebuilt.`,
      );
      const path = `${pathOf(name)}/generations/${encodeURIComponent(collection)}`;
      await session.service.delete(path);
      return shown(await projectionOf(session));
    });
}

function skipCommand(): Command {
  return new OpsCommand('skip')
    .description('skip the event that stopped a read model')
    .argument('<name>', 'name of the read model')
    .requiredOption('--reason <text>', 'reason to record in the log; no personal data')
    .option('--position <position>', 'position of the event; default: the one it stopped at')
    .notes(
      `Every generation of this version is folded as if the event had not happened;
a later version gets the event again, as does this one after "projections
unskip". Exit status 1 if the read model stops again.

Examples:
  $ npm run ops -- projections skip folios.folio --reason 'ticket 4711'
  $ npm run ops -- projections skip folios.folio --position 4712 \\
      --reason 'ticket 4711' --yes --as jane.roe`,
    )
    .withConfirmation()
    .callsService<{ position?: string; reason: string }>(['operator'], async (session) => {
      const [name = ''] = session.args;
      const { generations, ...projection } = await projectionOf(session);
      if (![projection, ...generations].some(({ state }) => state === 'stopped')) {
        throw refused(`${name} has not stopped.`);
      }
      const { position = projection.stoppedAt, reason } = session.options;
      const event = position === undefined ? 'the event' : `the event at position ${position}`;
      await session.confirm(`Skip ${event} in ${name}?`);
      await session.service.post(`${pathOf(name)}/skip`, { position, reason });
      return followed(session, generations.find(({ live }) => live)?.collection);
    });
}

function unskipCommand(): Command {
  return new OpsCommand('unskip')
    .description('fold a skipped event again, in a new generation')
    .argument('<name>', 'name of the read model')
    .requiredOption('--position <position>', 'position of the event')
    .requiredOption('--reason <text>', 'reason to record in the log; no personal data')
    .notes(
      `For an event that was skipped by mistake, or whose fold has been repaired.
Readers use the live generation until the new one is complete. Exit status 1
if the new generation stops: repair the fold, or skip the event again.

Examples:
  $ npm run ops -- projections unskip folios.folio --position 4712 \\
      --reason 'fold repaired, ticket 4711' --as jane.roe`,
    )
    .callsService<{ position: string; reason: string }>(['operator'], async (session) => {
      const { service, options, args } = session;
      const { position, reason } = options;
      const path = `${pathOf(args[0] ?? '')}/unskip`;
      const { body } = await service.post<Projection>(path, { position, reason });
      return followed(session, builtBy(body));
    });
}

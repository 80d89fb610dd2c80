import { Command } from 'commander';
import {
  asksFirst,
  asksService,
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type Session,
} from './command-line.js';
import type { Progress } from './conversation.js';
import { collectionOf, diffCommand, verifyCommand } from './refold-commands.js';
import { table } from './table.js';

/** A generation as the service answers it. */
interface ShownGeneration {
  readonly collection: string;
  readonly version: number;
  readonly number: number;
  readonly live: boolean;
  readonly state: string;
  readonly position: string;
  readonly documents?: number;
  readonly lastError?: string;
}

/** A read model as the service answers it. */
interface ShownProjection {
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly position: string;
  readonly head: string;
  readonly lagSeconds: string;
  readonly lastError?: string;
  readonly stoppedAt?: string;
  readonly skipped: readonly string[];
  readonly generations: readonly ShownGeneration[];
}

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
  const projections = new Command('projections')
    .description('read models, their generations and rebuilds')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- projections rebuild folios.folio');
  for (const command of [
    listCommand(),
    statusCommand(),
    rebuildCommand(),
    switchCommand(),
    dropCommand(),
    skipCommand(),
    diffCommand(),
    verifyCommand(),
  ]) {
    projections.addCommand(command);
  }
  return projections;
}

function listCommand(): Command {
  const command = new Command('list').description('all read models and their progress').addHelpText(
    'after',
    `
Exit status 1 when one has stopped, or nobody keeps it.

Examples:
  $ npm run ops -- projections list
  $ npm run --silent ops -- projections list --json | jq '.[] | select(.state != "live")'`,
  );
  return asksService(command, ['operator'], async ({ service }) => {
    const { body } = await service.get<readonly ShownProjection[]>(ROOT);
    const rows = body.map((one) => {
      const { name, version, state, lagSeconds, position, skipped, generations } = one;
      const live = generations.find((one) => one.live);
      return [
        name,
        version,
        live?.number ?? '-',
        state,
        lagSeconds,
        position,
        skipped.length === 0 ? '' : skipped.length,
        besides(generations),
      ];
    });
    const head = [
      'name',
      'version',
      'generation',
      'state',
      'lag (s)',
      'position',
      'skipped',
      'besides',
    ];
    return { text: table(head, rows), json: body.map(jsonOf), status: statusOf(body) };
  });
}

/** What a read model has besides the live generation: `g3 catching-up`. */
function besides(generations: readonly ShownGeneration[]): string {
  return generations
    .filter(({ live }) => !live)
    .map(({ number, state }) => `g${number} ${state}`)
    .join(', ');
}

function statusOf(projections: readonly ShownProjection[]): ExitStatus {
  const bad = projections.some(({ state, generations }) =>
    [state, ...generations.map((one) => one.state)].some(
      (one) => one === 'stopped' || one === 'unattended',
    ),
  );
  return bad ? ExitStatus.finding : ExitStatus.ok;
}

function statusCommand(): Command {
  const command = new Command('status')
    .description('one read model with all its generations')
    .argument('<name>', 'name of the read model')
    .addHelpText(
      'after',
      `
Exit status 1 when it has stopped, or nobody keeps it.

Examples:
  $ npm run ops -- projections status folios.folio`,
    );
  return asksService(command, ['operator'], async ({ service }, [name = '']) => {
    const { body } = await service.get<ShownProjection>(pathOf(name));
    return { ...shown(body), status: statusOf([body]) };
  });
}

function shown(projection: ShownProjection): CommandResult {
  const { name, version, state, lagSeconds, head, lastError, skipped, generations } = projection;
  const rows = generations.map((one) => [
    one.collection,
    one.version,
    one.live ? 'yes' : '',
    one.state,
    one.position,
    one.documents,
    one.lastError,
  ]);
  const lines = [
    `${name}, version ${version}: ${state}, ${lagSeconds} s behind, log at ${head}`,
    ...(lastError === undefined ? [] : [`Stopped: ${lastError}`]),
    ...(skipped.length === 0 ? [] : [`Skipped: events at ${skipped.join(', ')}`]),
    table(['generation', 'version', 'live', 'state', 'position', 'documents', 'error'], rows),
  ];
  return { text: lines.join('\n'), json: jsonOf(projection) };
}

/** For programs: the lag is a number. Positions stay texts, since a number of JSON may be too short for them. */
function jsonOf(projection: ShownProjection): unknown {
  return { ...projection, lagSeconds: Number(projection.lagSeconds) };
}

function rebuildCommand(): Command {
  const command = new Command('rebuild')
    .description('fold the log into a new generation beside the live one, and switch to it')
    .argument('<name>', 'name of the read model')
    .option('--hold', 'build only; "projections switch" makes it live')
    .option('--no-wait', 'do not wait until it is done')
    .addHelpText(
      'after',
      `
Readers have the live generation until the new one is complete. An interrupted rebuild goes on when the service runs again;
asking again follows it. Exit status 1 when the new generation stopped, was dropped, or nobody folds.

Examples:
  $ npm run ops -- projections rebuild folios.folio
  $ npm run ops -- projections rebuild folios.folio --hold --as jane.roe`,
    );
  return asksService(command, ['operator'], async (session, [name = '']) => {
    const { hold, wait } = command.opts<{ hold?: true; wait: boolean }>();
    const body = { hold: hold === true };
    const asked = await session.service.post<ShownProjection>(`${pathOf(name)}/rebuild`, body);
    if (!wait) return shown(asked.body);
    const built = asked.body.generations.findLast(({ state }) => state === 'catching-up');
    return followed(session, name, built?.collection ?? asked.body.generations.at(-1)?.collection);
  });
}

/** Shows how a generation catches up, and what came of it. */
async function followed(
  session: Session,
  name: string,
  collection: string | undefined,
): Promise<CommandResult> {
  const { service, signal } = session;
  let bar: Progress | undefined;
  let last: ProgressLine | undefined;
  try {
    const query = { collection };
    const path = `${pathOf(name)}/progress`;
    for await (const line of service.lines<ProgressLine>('GET', path, { query, signal })) {
      const head = Math.max(1, Number(line.head));
      const position = Number(line.position);
      bar ??= session.progress(line.collection ?? name, 'B of log', head, position);
      bar.update(position, head);
      last = line;
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (!signal.aborted) {
      throw new CommandFailure(
        `The service is gone. It resumes the work when it runs again: "projections status ${name}" shows it.`,
        ExitStatus.unreachable,
      );
    }
    session.note('The rebuild continues without this command.');
  } finally {
    bar?.stop();
  }
  const { body } = await service.get<ShownProjection>(pathOf(name));
  const unfinished = ['stopped', 'dropped', 'unattended'].includes(last?.state ?? '');
  return { ...shown(body), status: unfinished ? ExitStatus.finding : ExitStatus.ok };
}

function switchCommand(): Command {
  const command = new Command('switch')
    .description('choose the live generation')
    .argument('<name>', 'name of the read model')
    .argument('[generation]', 'its number or collection; default: the newest')
    .addHelpText(
      'after',
      `
A generation that is behind catches up first: readers never get older data than before.

Examples:
  $ npm run ops -- projections switch folios.folio
  $ npm run ops -- projections switch folios.folio g1 --yes`,
    );
  return asksService(asksFirst(command), ['operator'], async (session, [name = '', wanted]) => {
    const { service } = session;
    const { body } = await service.get<ShownProjection>(pathOf(name));
    const collection =
      wanted === undefined ? body.generations.at(-1)?.collection : collectionOf(body, wanted);
    const isLive = body.generations.some((one) => one.live && one.collection === collection);
    const isAlone = body.generations.every(({ live, state }) => live || state === 'retired');
    if (isLive && isAlone) {
      throw refused(`${collection} is live, and nothing else of ${name} is being built.`);
    }
    await session.confirm(`Switch the readers of ${name} to ${collection}?`);
    await service.post(`${pathOf(name)}/switch`, { collection });
    return followed(session, name, collection);
  });
}

function dropCommand(): Command {
  const command = new Command('drop')
    .description('remove a generation that is not live, or cancel one that is being built')
    .argument('<name>', 'name of the read model')
    .argument('<generation>', 'its number or collection')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- projections drop folios.folio g1`,
    );
  return asksService(
    asksFirst(command),
    ['operator'],
    async (session, [name = '', generation = '']) => {
      const { service } = session;
      const { body } = await service.get<ShownProjection>(pathOf(name));
      const collection = collectionOf(body, generation);
      if (body.generations.some((one) => one.live && one.collection === collection)) {
        throw refused(`${collection} is live: it can not be dropped.`);
      }
      await session.confirm(
        `Drop ${collection} of ${name}? Its documents are lost; only a rebuild makes them again.`,
      );
      await service.delete(`${pathOf(name)}/generations/${encodeURIComponent(collection)}`);
      return shown((await service.get<ShownProjection>(pathOf(name))).body);
    },
  );
}

function skipCommand(): Command {
  const command = new Command('skip')
    .description('let a stopped read model go on without an event')
    .argument('<name>', 'name of the read model')
    .option('--position <position>', 'position of the event; default: the one it stopped at')
    .addHelpText(
      'after',
      `
The documents of the event stay as if it had not happened, in each generation of this version; a later version, with a fold that
takes the event, has it again. Exit status 1 when it stops again.

Examples:
  $ npm run ops -- projections skip folios.folio
  $ npm run ops -- projections skip folios.folio --position 4712 --yes --as jane.roe`,
    );
  return asksService(asksFirst(command), ['operator'], async (session, [name = '']) => {
    const { service } = session;
    const { position } = command.opts<{ position?: string }>();
    const { body } = await service.get<ShownProjection>(pathOf(name));
    if (![body, ...body.generations].some(({ state }) => state === 'stopped')) {
      throw refused(`${name} has not stopped.`);
    }
    const which = position ?? body.stoppedAt;
    await session.confirm(
      which === undefined
        ? `Have ${name} go on?`
        : `Have ${name} go on without the event at position ${which}?`,
    );
    await service.post(`${pathOf(name)}/skip`, { position: which });
    return followed(session, name, body.generations.find(({ live }) => live)?.collection);
  });
}

/** What the service would refuse: nobody is asked about it. */
function refused(message: string): CommandFailure {
  return new CommandFailure(message, ExitStatus.refused);
}

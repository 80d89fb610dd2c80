import { createHash, randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import type { EventRegistry } from '#libs/platform/event-store';
import {
  type Comparison,
  DocumentComparison,
  type DocumentStore,
  type Generation,
  GenerationDocuments,
  listGenerations,
  makeRefoldDirectory,
  type Projection,
  Refold,
} from '#libs/platform/read-models';
import type { ReadingPlatform } from '#libs/platform/service';
import { silent } from './conversation.js';
import { configOf } from './find-service.js';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type LocalSession,
  OpsCommand,
  refused,
} from './command-line.js';
import { requireKeys } from './local-tokens.js';
import { table, tableOf } from './table.js';

/** `projections diff`: what this build would make of a read model, or a generation beside the live one, against what readers get. */
export function diffCommand(): Command {
  return new OpsCommand('diff')
    .description('fold a read model with this build and compare it with the live one')
    .argument('<name>', 'name of the read model')
    .option('--generation <generation>', 'compare this one instead, by its number or collection')
    .option('--to <position>', 'compare as of a position of the log', position)
    .option('--samples <n>', 'sample documents shown of each kind', count, 3)
    .notes(
      `Runs beside the service, of the same or an older build, and changes nothing. Documents that change meanwhile are folded further
and compared again; with --to they are left out and counted. With --generation nothing is folded: what "projections rebuild --hold"
has built is compared. Exit status 1 when a document differs.

Examples:
  $ npm run ops -- projections diff folios.folio
  $ npm run ops -- projections diff folios.folio --generation g2
  $ npm run ops -- projections diff accounts.account --to 81920 --json`,
    )
    .readsStores<Pick<CompareOptions, 'to' | 'samples' | 'generation'>>((session) => {
      const { to, generation } = session.options;
      if (to !== undefined && generation !== undefined) {
        throw new CommandFailure('error: --to does not go with --generation');
      }
      return compared(session, session.args[0] ?? '', session.options);
    });
}

/** `projections verify`: a sample of documents, or all, folded anew and compared with what readers get. */
export function verifyCommand(): Command {
  return new OpsCommand('verify')
    .description('fold a sample of documents from the log and compare it with the live ones')
    .argument('[name]', 'name of the read model; default: all, one after the other')
    .option('--sample <n>', 'about how many documents', count, 1_000)
    .notes(
      `Another sample each time. Exit status 1 when a document differs.

Examples:
  $ npm run ops -- projections verify
  $ npm run ops -- projections verify accounts.account --sample 100 --json`,
    )
    .readsStores<{ sample: number }>((session) => {
      const [name] = session.args;
      const options = { samples: 3, sample: session.options.sample };
      return name === undefined ? allCompared(session, options) : compared(session, name, options);
    });
}

interface CompareOptions {
  readonly samples: number;
  readonly generation?: string;
  readonly to?: bigint;
  readonly sample?: number;
}

function compared(
  session: LocalSession,
  name: string,
  options: CompareOptions,
): Promise<CommandResult> {
  return reading(session, async (platform, dataDir) => {
    const projection = platform.projections.find((known) => known.name === name);
    if (projection === undefined) {
      const names = platform.projections.map((known) => known.name).sort();
      throw new CommandFailure(`There is no read model ${name}; there are ${names.join(', ')}.`);
    }
    return options.generation === undefined
      ? refolded(session, platform, projection, dataDir, options)
      : besides(session, platform, projection, options);
  });
}

/** All of them, in order of name; a finding in one is a finding. */
function allCompared(session: LocalSession, options: CompareOptions): Promise<CommandResult> {
  return reading(session, async (platform, dataDir) => {
    const projections = [...platform.projections].sort((a, b) => (a.name < b.name ? -1 : 1));
    const results: Refolded[] = [];
    // one bar for all: what is left of it stands above one table
    const bar = session.progress('Verifying', 'read models', projections.length);
    const quiet = { ...session, progress: () => silent };
    try {
      for (const projection of projections) {
        results.push(await refolded(quiet, platform, projection, dataDir, options));
        bar.update(results.length);
      }
    } finally {
      bar.stop();
    }
    return {
      text: summary(results),
      json: results.map(({ json }) => json),
      status: results.find(({ status }) => status === ExitStatus.finding)?.status ?? ExitStatus.ok,
    };
  });
}

async function reading(
  session: LocalSession,
  work: (platform: ReadingPlatform, dataDir: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const config = configOf(session.options);
  requireKeys(config);
  const { contexts } = await import('#libs/application');
  const { openForReading } = await import('#libs/platform/service');
  const platform = await openForReading(config, contexts);
  try {
    return await work(platform, config.dataDir);
  } finally {
    await platform.close();
  }
}

async function refolded(
  session: LocalSession,
  { documents, log, registry }: ReadingPlatform,
  projection: Projection,
  dataDir: string,
  { to, sample, samples }: CompareOptions,
): Promise<Refolded> {
  const { name, version } = projection;
  const { signal } = session;
  const collection = await liveOf(documents, name);
  const reached = (await documents.checkpoint(collection)) ?? 0n;
  if (to !== undefined && to > reached) {
    throw new CommandFailure(`${collection} is at position ${reached}, before ${to}.`);
  }
  const size = await documents.count(collection);
  const isIncluded = sample === undefined ? () => true : sampled(sample, size);
  const folded: Projection = {
    ...projection,
    documents: (event) => projection.documents(event).filter(isIncluded),
  };
  const directory = await makeRefoldDirectory(dataDir);
  const refold = await Refold.open(folded, log, directory);
  try {
    const until = to ?? reached;
    const bar = session.progress(`${name} v${version}`, 'B of log', Number(until));
    try {
      await refold.to(until, { signal, moved: (position) => bar.update(Number(position)) });
      bar.update(Number(until));
    } finally {
      bar.stop();
    }
    const comparison = await DocumentComparison.of(documents, collection, refold, {
      isIncluded,
      isPersonal: isPersonalField(registry),
      samples,
      signal,
      rounds: to === undefined ? 10 : 0,
    });
    const what = `version ${version} of this build`;
    return shown(projection, what, collection, refold.position, comparison);
  } finally {
    await refold.close();
  }
}

/** Compares a generation that stands beside the live one, which nothing is folded for. */
async function besides(
  session: LocalSession,
  { documents, registry }: ReadingPlatform,
  projection: Projection,
  { generation = '', samples }: CompareOptions,
): Promise<Refolded> {
  const { name } = projection;
  const live = await liveOf(documents, name);
  const generations = await listGenerations(documents, { name });
  const beside = new GenerationDocuments(
    documents,
    collectionOf({ name, generations }, generation),
  );
  await beside.to((await documents.checkpoint(live)) ?? 0n);
  const isPersonal = isPersonalField(registry);
  const options = { isPersonal, samples, signal: session.signal };
  const comparison = await DocumentComparison.of(documents, live, beside, options);
  return shown(projection, beside.collection, live, beside.position, comparison);
}

async function liveOf(documents: DocumentStore, name: string): Promise<string> {
  const live = await documents.pointer(name);
  if (live === undefined) throw new CommandFailure(`Readers get nothing of ${name} yet.`);
  return live;
}

interface Generations {
  readonly name: string;
  readonly generations: readonly Pick<Generation, 'number' | 'collection'>[];
}

/**
 * The collection of a generation that is named by it, or by its number as `list` shows it.
 * @throws CommandFailure where there is no such generation
 */
export function collectionOf({ name, generations }: Generations, named: string): string {
  const numbered = generations.find(
    ({ number }) => named === `${number}` || named === `g${number}`,
  );
  const found = numbered ?? generations.find(({ collection }) => collection === named);
  if (found) return found.collection;
  const there = generations.map(({ number }) => `g${number}`).join(', ');
  throw refused(`${name} has no generation ${named}; it has ${there || 'none'}.`);
}

/** Takes about so many of the documents there are, and of those there should be, by the hash of their id. */
function sampled(sample: number, of: number): (id: string) => boolean {
  const salt = randomBytes(16);
  const most = of <= sample ? 1 : sample / of;
  return (id) =>
    createHash('sha256').update(salt).update(id).digest().readUInt32BE(0) / 2 ** 32 < most;
}

interface Refolded extends CommandResult {
  readonly row: readonly (string | number)[];
}

const COUNTS = ['same', 'added', 'gone', 'changed', 'not compared'];

/** One table of all read models, and the details of those that differ. */
function summary(results: readonly Refolded[]): string {
  const head = ['read model', 'position', ...COUNTS];
  const differing = results.filter(({ status }) => status === ExitStatus.finding);
  const rows = results.map(({ row }) => row);
  return [table(head, rows), ...differing.map(({ text }) => text)].join('\n\n');
}

/** @param what the live generation, `collection`, is compared with, as of `position` */
function shown(
  { name, version }: Projection,
  what: string,
  collection: string,
  position: bigint,
  comparison: Comparison,
): Refolded {
  const { same, added, gone, changed, ahead, fields, samples } = comparison;
  const differ = added + gone + changed;
  const counts = [same, added, gone, changed, ahead];
  const lines = [
    `${name}: ${what} against ${collection}, at position ${position}`,
    table(COUNTS, [counts]),
  ];
  if (fields.length > 0) {
    lines.push('', tableOf(fields, { field: 'path', documents: 'documents' }));
  }
  if (samples.length > 0) {
    const rows = samples.flatMap(({ id, kind, fields: differing }) =>
      kind === 'changed'
        ? differing.map((field) => [kind, id, field.path, field.live, field.refolded])
        : [[kind, id]],
    );
    lines.push('', table(['sample', 'document', 'field', 'live', 'other'], rows));
  }
  const json = { name, version, collection, position: position.toString(), ...comparison };
  const status = differ > 0 ? ExitStatus.finding : ExitStatus.ok;
  const row = [name, position.toString(), ...counts];
  return { text: lines.join('\n'), json, status, row };
}

/** Parts of names that are personal wherever they stand, beside those the events say. */
const ALWAYS = 'ssn tid taxid birth secret sealed name mail phone address'.split(' ');

/**
 * Whether a field of a document may hold personal data: its name has that of a field that events seal in it. Too many rather
 * than too few.
 */
function isPersonalField(registry: EventRegistry): (field: string) => boolean {
  const parts = new Set(ALWAYS);
  for (const { definition } of registry.all()) {
    const fields: readonly string[] = definition.personal?.fields ?? [];
    for (const field of fields) parts.add(field.toLowerCase());
  }
  return (field) => {
    const name = field.toLowerCase();
    return [...parts].some((part) => name.includes(part));
  };
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw new InvalidArgumentError('It must be a whole number from 1.');
  }
  return Number(text);
}

function position(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new InvalidArgumentError('It must be a position of the log.');
  return BigInt(text);
}

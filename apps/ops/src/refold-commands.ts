import { createHash, randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import type { EventRegistry } from '#libs/platform/event-store';
import { noSuchName } from '#libs/platform/kernel';
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
import { table, tableOf } from './text-layout.js';

/** `projections diff`: compares a read model folded by this build, or another generation of it, with the live one. */
export function diffCommand(): Command {
  return new OpsCommand('diff')
    .description('fold a read model with this build and compare it with the live one')
    .argument('<name>', 'name of the read model')
    .option('--generation <generation>', 'compare this generation instead (number or collection)')
    .option('--to <position>', 'compare as of a position of the log', position)
    .option('--samples <n>', 'number of sample documents of each kind', count, 3)
    .notes(
      `Runs beside a service of the same or an older build, and changes nothing. Documents that change in the meantime are folded further
and compared again; with --to they are skipped and counted. With --generation, nothing is folded: the command compares what "projections
rebuild --hold" has built. Values in samples are texts: shortened JSON, or *** for personal data. Exit status 1 if a document differs,
or if an event is skipped.

Examples:
  $ npm run ops -- projections diff folios.folio
  $ npm run ops -- projections diff folios.folio --generation g2
  $ npm run ops -- projections diff accounts.account --to 81920 --json`,
    )
    .readsStores<Pick<CompareOptions, 'to' | 'samples' | 'generation'>>((session) => {
      const { to, generation } = session.options;
      if (to !== undefined && generation !== undefined) {
        throw new CommandFailure('error: give either --to or --generation');
      }
      return compare(session, session.args[0] ?? '', session.options);
    });
}

/** `projections verify`: folds a sample of documents again and compares it with the live ones. */
export function verifyCommand(): Command {
  return new OpsCommand('verify')
    .description('fold a sample of documents from the log and compare it with the live ones')
    .argument('[name]', 'name of the read model; default: all of them in turn')
    .option('--sample <n>', 'approximate number of documents', count, 1_000)
    .notes(
      `Each run takes a different sample. Exit status 1 if a document differs, or if an
event is skipped: its documents are then the same without it.

Examples:
  $ npm run ops -- projections verify
  $ npm run ops -- projections verify accounts.account --sample 100 --json`,
    )
    .readsStores<{ sample: number }>((session) => {
      const [name] = session.args;
      const options = { samples: 3, sample: session.options.sample };
      return name === undefined ? compareAll(session, options) : compare(session, name, options);
    });
}

interface CompareOptions {
  readonly samples: number;
  readonly generation?: string;
  readonly to?: bigint;
  readonly sample?: number;
}

function compare(
  session: LocalSession,
  name: string,
  options: CompareOptions,
): Promise<CommandResult> {
  return withPlatform(session, async (platform, dataDir) => {
    const projection = platform.projections.find((known) => known.name === name);
    if (projection === undefined) {
      const names = platform.projections.map((known) => known.name).sort();
      throw new CommandFailure(noSuchName('read model', name, names));
    }
    return options.generation === undefined
      ? compareRefolded(session, platform, projection, dataDir, options)
      : compareGeneration(session, platform, projection, options);
  });
}

/** Compares all read models in order of their names. */
function compareAll(session: LocalSession, options: CompareOptions): Promise<CommandResult> {
  return withPlatform(session, async (platform, dataDir) => {
    const projections = [...platform.projections].sort((a, b) => (a.name < b.name ? -1 : 1));
    const results: ComparisonResult[] = [];
    // a single bar for all of them
    const bar = session.progress('Verifying', 'read models', projections.length);
    const quiet = { ...session, progress: () => silent };
    try {
      for (const projection of projections) {
        results.push(await compareRefolded(quiet, platform, projection, dataDir, options));
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

async function withPlatform(
  session: LocalSession,
  work: (platform: ReadingPlatform, dataDir: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const config = configOf(session.options);
  requireKeys(config);
  const { features } = await import('#libs/application');
  const { openForReading } = await import('#libs/platform/service');
  const platform = await openForReading(config, features);
  try {
    return await work(platform, config.dataDir);
  } finally {
    await platform.close();
  }
}

async function compareRefolded(
  session: LocalSession,
  { documents, log, registry }: ReadingPlatform,
  projection: Projection,
  dataDir: string,
  { to, sample, samples }: CompareOptions,
): Promise<ComparisonResult> {
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
    const skipped = [...log.skipped.of(projection)].filter((one) => one <= until);
    const found = { position: refold.position, skipped, comparison };
    return shown(projection, what, collection, found);
  } finally {
    await refold.close();
  }
}

/** Compares an existing generation with the live one, without folding. */
async function compareGeneration(
  session: LocalSession,
  { documents, log, registry }: ReadingPlatform,
  projection: Projection,
  { generation = '', samples }: CompareOptions,
): Promise<ComparisonResult> {
  const { name } = projection;
  const live = await liveOf(documents, name);
  const generations = await listGenerations(documents, { name });
  const other = new GenerationDocuments(documents, collectionOf({ name, generations }, generation));
  await other.to((await documents.checkpoint(live)) ?? 0n);
  const isPersonal = isPersonalField(registry);
  const options = { isPersonal, samples, signal: session.signal };
  const comparison = await DocumentComparison.of(documents, live, other, options);
  await log.skipped.refresh(projection);
  const skipped = [...log.skipped.of(projection)];
  return shown(projection, other.collection, live, {
    ...{ position: other.position, skipped, comparison },
  });
}

async function liveOf(documents: DocumentStore, name: string): Promise<string> {
  const live = await documents.pointer(name);
  if (live === undefined) throw new CommandFailure(`${name} has no live generation yet.`);
  return live;
}

interface Generations {
  readonly name: string;
  readonly generations: readonly Pick<Generation, 'number' | 'collection'>[];
}

/** Returns the collection of a generation given as collection or number (`2` or `g2`). @throws CommandFailure if there is none */
export function collectionOf({ name, generations }: Generations, text: string): string {
  const numbered = generations.find(({ number }) => text === `${number}` || text === `g${number}`);
  const found = numbered ?? generations.find(({ collection }) => collection === text);
  if (found) return found.collection;
  const existing = generations.map(({ number }) => `g${number}`).join(', ');
  throw refused(`${name} has no generation ${text}; it has ${existing || 'none'}.`);
}

/** Selects a random sample of documents by the hash of their ids, so that it includes documents missing on either side. */
function sampled(sample: number, of: number): (id: string) => boolean {
  const salt = randomBytes(16);
  const share = of <= sample ? 1 : sample / of;
  return (id) =>
    createHash('sha256').update(salt).update(id).digest().readUInt32BE(0) / 2 ** 32 < share;
}

interface ComparisonResult extends CommandResult {
  readonly row: readonly (string | number)[];
}

const COUNTS = ['same', 'added', 'gone', 'changed', 'not compared', 'events skipped'];

/** One table of all read models, followed by the details of those that differ. */
function summary(results: readonly ComparisonResult[]): string {
  const head = ['read model', 'position', ...COUNTS];
  const differing = results.filter(({ status }) => status === ExitStatus.finding);
  const rows = results.map(({ row }) => row);
  return [table(head, rows), ...differing.map(({ text }) => text)].join('\n\n');
}

interface Found {
  /** Position at which they were compared. */
  readonly position: bigint;
  /** Positions of the events that this version skips. */
  readonly skipped: readonly bigint[];
  readonly comparison: Comparison;
}

/** @param what describes what the live generation, `collection`, is compared with */
function shown(
  { name, version }: Projection,
  what: string,
  collection: string,
  { position, skipped, comparison }: Found,
): ComparisonResult {
  const { same, added, gone, changed, ahead, fields, samples } = comparison;
  const isFinding = added + gone + changed + skipped.length > 0;
  const counts = [same, added, gone, changed, ahead, skipped.length];
  const lines = [
    `${name}: ${what} against ${collection}, at position ${position}`,
    table(COUNTS, [counts]),
  ];
  if (skipped.length > 0) {
    lines.push('', `Skipped: events at ${skipped.join(', ')}. The documents lack what they say.`);
  }
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
  const json = {
    ...{ name, version, collection, position: position.toString() },
    ...{ skipped: skipped.map(String), ...comparison },
  };
  const status = isFinding ? ExitStatus.finding : ExitStatus.ok;
  const row = [name, position.toString(), ...counts];
  return { text: lines.join('\n'), json, status, row };
}

/** Parts of field names that are always personal, besides those that events declare. */
const ALWAYS = 'ssn tid taxid birth secret sealed name mail phone address'.split(' ');

/** Whether a field may contain personal data, judging by its name. Errs on the side of caution. */
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
    throw new InvalidArgumentError('It must be a positive whole number.');
  }
  return Number(text);
}

function position(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new InvalidArgumentError('It must be a position of the log.');
  return BigInt(text);
}

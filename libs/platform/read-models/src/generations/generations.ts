import type { DocumentStore } from '../document-store.js';
import { keptVersionsOf } from '../past/past-fold.js';
import type { Projection } from '../projection.js';

/** One physical collection of a projection. */
export interface Generation {
  /** `<name>_v<version>_g<number>`. */
  readonly collection: string;
  readonly version: number;
  readonly number: number;
}

/** A generation that is folded into. */
export interface OpenGeneration extends Generation {
  /** Everything up to here has been folded. */
  readonly position: bigint;
  /** Whether readers get it: the pointer names it. */
  readonly live: boolean;
}

/** The generations of a projection to work with. */
export interface GenerationPlan {
  /** The value of the pointer, even if that generation can't be folded into. */
  readonly pointer: string | undefined;
  /** What readers get meanwhile; undefined if no generation is complete. */
  readonly readable: { readonly collection: string; readonly position: bigint } | undefined;
  /** The live generation, the newest one and the one that an operator chose. */
  readonly open: readonly OpenGeneration[];
}

/** Pointer to the generation that was last created for the leader to fold into. */
export const BUILT = 'generation-built';

/** `accounts.bankLink` becomes `accounts_bank_link`. */
function collectionBase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

function parseGeneration(base: string, collection: string | undefined): Generation | undefined {
  const [, name, version, number] = /^(.*)_v(\d+)_g(\d+)$/.exec(collection ?? '') ?? [];
  if (collection === undefined || name !== base) return undefined;
  return { collection, version: Number(version), number: Number(number) };
}

/** The generations of a projection, or of one version of it, among some collections, oldest first. */
export function generationsAmong(
  collections: readonly string[],
  { name, version }: { readonly name: string; readonly version?: number },
): readonly Generation[] {
  const base = collectionBase(name);
  return collections
    .map((collection) => parseGeneration(base, collection))
    .filter((found) => found !== undefined)
    .filter((found) => version === undefined || found.version === version)
    .sort((a, b) => a.number - b.number);
}

/** What a document store has of several projections, read at once. */
export interface StoredState {
  readonly collections: readonly string[];
  /** Names of the live collections, by projection. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly checkpoints: ReadonlyMap<string, bigint>;
}

/** Reads what a document store has of some projections, in one command for each kind of thing. */
export async function storedState(
  documents: DocumentStore,
  projections: readonly Pick<Projection, 'name'>[],
): Promise<StoredState> {
  const [collections, pointers, checkpoints] = await Promise.all([
    documents.listCollections(),
    documents.pointers(projections.map(({ name }) => name)),
    documents.checkpoints(),
  ]);
  return { collections, pointers, checkpoints };
}

/** All stored generations of a projection, oldest first. */
export async function listGenerations(
  documents: DocumentStore,
  projection: Pick<Projection, 'name'>,
): Promise<readonly (Generation & { readonly live: boolean })[]> {
  return generationsIn(await storedState(documents, [projection]), projection);
}

function generationsIn(
  { collections, pointers }: StoredState,
  { name }: Pick<Projection, 'name'>,
): readonly (Generation & { readonly live: boolean })[] {
  const pointer = pointers.get(name);
  const known = generationsAmong(collections, { name });
  return known.map((found) => ({ ...found, live: found.collection === pointer }));
}

/**
 * Finds the generations that a projection folds into. Creates one if there is none: on the first start, after the collection was lost,
 * for a new version, and if a checkpoint is ahead of the log (another log, or one restored from an older backup).
 * @param head position of the newest event
 * @param target the generation that an operator chose
 * @param stored what the document store has
 */
export async function openGenerations(
  documents: DocumentStore,
  projection: Projection,
  head: bigint,
  target: string | undefined,
  stored: StoredState,
): Promise<GenerationPlan> {
  const existing = generationsIn(stored, projection);
  const pointer = stored.pointers.get(projection.name);
  const positions = stored.checkpoints;
  const open = (found: Generation): OpenGeneration => ({
    ...found,
    position: positions.get(found.collection) ?? 0n,
    live: found.collection === pointer,
  });
  const usable = existing
    .filter(({ version }) => version === projection.version)
    .map(open)
    .filter(({ position }) => position <= head);
  const live = usable.find((found) => found.live);
  const newest = usable.findLast((found) => !found.live && found.number > (live?.number ?? 0));
  const wanted = usable.find((found) => found.collection === target);
  const chosen = [...new Set([live, newest, wanted])].filter((found) => found !== undefined);
  if (chosen.length === 0) chosen.push(open(await createGeneration(documents, projection, stored)));
  else
    for (const { collection } of chosen) await ensureGeneration(documents, projection, collection);
  const readable = existing.find((found) => found.live);
  return { pointer, readable: readable && open(readable), open: chosen };
}

/**
 * Creates an empty generation, newer than all others. This requests a rebuild: the leader notices it, folds the log into it and moves
 * the pointer.
 * @param stored what the leader knows that the document store has; others announce the generation to it
 */
export async function createGeneration(
  documents: DocumentStore,
  projection: Projection,
  stored?: StoredState,
): Promise<Generation> {
  const known = stored ?? (await storedState(documents, [projection]));
  const existing = generationsIn(known, projection);
  const base = collectionBase(projection.name);
  const pointed = parseGeneration(base, known.pointers.get(projection.name));
  const number = 1 + Math.max(0, pointed?.number ?? 0, ...existing.map((one) => one.number));
  const { version } = projection;
  const collection = `${base}_v${version}_g${number}`;
  // A collection that was dropped by hand may have left its checkpoint and kept versions behind.
  if (known.checkpoints.has(collection)) await documents.deleteCheckpoint(collection);
  await dropKeptVersions(documents, collection, known.collections);
  await ensureGeneration(documents, projection, collection);
  if (stored === undefined) {
    await documents.setPointer(BUILT, await documents.pointer(BUILT), collection);
  }
  return { collection, version, number };
}

/** Opens an existing generation for folding. */
export async function openGeneration(
  documents: DocumentStore,
  projection: Projection,
  found: Generation,
): Promise<OpenGeneration> {
  await ensureGeneration(documents, projection, found.collection);
  return { ...found, position: (await documents.checkpoint(found.collection)) ?? 0n, live: false };
}

async function ensureGeneration(
  documents: DocumentStore,
  { indexes, history }: Projection,
  collection: string,
): Promise<void> {
  // The versions come first: a collection without them would count as complete.
  if (history) await documents.ensureCollection(keptVersionsOf(collection));
  await documents.ensureCollection({ name: collection, indexes });
}

async function dropKeptVersions(
  documents: DocumentStore,
  collection: string,
  collections: readonly string[],
): Promise<void> {
  const { name } = keptVersionsOf(collection);
  if (collections.includes(name)) await documents.dropCollection(name);
}

/** Drops a generation that is not live, with its checkpoint and kept versions. */
export async function dropGeneration(
  documents: DocumentStore,
  projection: Pick<Projection, 'name'>,
  collection: string,
): Promise<void> {
  const isLive = (await documents.pointer(projection.name)) === collection;
  if (isLive) throw new Error(`${collection} is the live generation`);
  // The collection goes last, so that nothing is left behind if this is interrupted and repeated.
  await documents.deleteCheckpoint(collection);
  await dropKeptVersions(documents, collection, await documents.listCollections());
  await documents.dropCollection(collection);
}

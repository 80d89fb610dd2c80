import type { DocumentStore } from '../document-store.js';
import { BUILT, dropGeneration } from './generations.js';

/** Requests of operators, stored as a map under a pointer that every process may change. */
type Wishes = Readonly<Record<string, string>>;
const TARGETS = 'generation-targets';
const DROPS = 'generation-drops';

/** All that operators request of the leader. */
export interface GenerationWishes {
  /** Differs when anything was requested since. */
  readonly all: string;
  readonly hasDrops: boolean;
}

/** Reads all requests in one command. */
export async function wishesOf(documents: DocumentStore): Promise<GenerationWishes> {
  const pointers = await documents.pointers([TARGETS, DROPS, BUILT]);
  const hasDrops = Object.keys(parse(pointers.get(DROPS))).length > 0;
  return { all: JSON.stringify([...pointers].sort()), hasDrops };
}

async function wishesAt(documents: DocumentStore, pointer: string): Promise<Wishes> {
  return parse(await documents.pointer(pointer));
}

/** @param to returns its argument if nothing changes */
async function change(
  documents: DocumentStore,
  pointer: string,
  to: (wishes: Wishes) => Wishes,
): Promise<void> {
  for (;;) {
    const stored = await documents.pointer(pointer);
    const wishes = parse(stored);
    const next = to(wishes);
    if (next === wishes) return;
    if (await documents.setPointer(pointer, stored, JSON.stringify(next))) return;
  }
}

function parse(stored: string | undefined): Wishes {
  return stored === undefined ? {} : (JSON.parse(stored) as Wishes);
}

/** The generations that operators chose to be live, by projection. By default the newest complete one is. */
export type GenerationTargets = Wishes;

/** Reads the generations that operators chose. */
export function generationTargets(documents: DocumentStore): Promise<GenerationTargets> {
  return wishesAt(documents, TARGETS);
}

/** Chooses the generation that becomes live once it is complete; undefined means the newest. */
export function setGenerationTarget(
  documents: DocumentStore,
  projection: string,
  collection: string | undefined,
): Promise<void> {
  return change(documents, TARGETS, (targets) => {
    const { [projection]: before, ...others } = targets;
    if (before === collection) return targets;
    return collection === undefined ? others : { ...others, [projection]: collection };
  });
}

/** Requests that a generation be dropped. The leader does it, since writing to a dropped collection would create it again. */
export function askToDrop(
  documents: DocumentStore,
  projection: string,
  collection: string,
): Promise<void> {
  return change(documents, DROPS, (drops) => ({ ...drops, [collection]: projection }));
}

/**
 * Drops the requested generations, except live ones. Must be called by the process that holds the lease.
 * @param release stops folding into a generation; false if it is live or about to be: the request is then kept
 * @returns the collections that were dropped
 */
export async function carryOutDrops(
  documents: DocumentStore,
  release: (collection: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const [collection, name] of Object.entries(await wishesAt(documents, DROPS))) {
    if ((await documents.pointer(name)) !== collection) {
      if (!(await release(collection))) continue;
      const targets = await generationTargets(documents);
      if (targets[name] === collection) await setGenerationTarget(documents, name, undefined);
      await dropGeneration(documents, { name }, collection);
      dropped.push(collection);
    }
    await change(documents, DROPS, ({ [collection]: _done, ...others }) => others);
  }
  return dropped;
}

/**
 * Drops the requested generations if no process is the leader.
 * @param lease the lease of the leader
 */
export async function dropUnattended(
  documents: DocumentStore,
  lease: string,
  holder: string,
  leaseMs: number,
): Promise<void> {
  if (Object.keys(await wishesAt(documents, DROPS)).length === 0) return;
  const held = await documents.acquireLease(lease, holder, leaseMs);
  if (held === undefined) return;
  await carryOutDrops(documents).finally(() => documents.releaseLease(held));
}

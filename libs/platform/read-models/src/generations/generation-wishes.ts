import type { DocumentStore } from '../document-store.js';
import { dropGeneration } from './generations.js';

/** What operators asked for, kept in the store: names by names, at a pointer that every process may change. */
type Wishes = Readonly<Record<string, string>>;
const TARGETS = 'generation-targets';
const DROPS = 'generation-drops';

async function wishesAt(documents: DocumentStore, pointer: string): Promise<Wishes> {
  return parse(await documents.pointer(pointer));
}

/** @param to the wishes themselves where nothing changes */
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

/** The generations that operators chose to be live, by projection. Where none was chosen, the newest complete one is. */
export type GenerationTargets = Wishes;

/** The generations that operators chose, by projection. */
export function generationTargets(documents: DocumentStore): Promise<GenerationTargets> {
  return wishesAt(documents, TARGETS);
}

/** Chooses the generation of a projection that is to be live once it is complete; undefined leaves it to the newest again. */
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

/**
 * Asks for a generation to be dropped. Whoever folds does it: a store makes a collection anew when one that was dropped under a
 * fold is written to.
 */
export function askToDrop(
  documents: DocumentStore,
  projection: string,
  collection: string,
): Promise<void> {
  return change(documents, DROPS, (drops) => ({ ...drops, [collection]: projection }));
}

/**
 * Drops the generations that were asked for, but those that readers get. To be called by the process that has the lease.
 * @param letGo ends folding into one; false while readers get it or are about to: then that is looked at again the next time
 */
export async function carryOutDrops(
  documents: DocumentStore,
  letGo: (collection: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  for (const [collection, name] of Object.entries(await wishesAt(documents, DROPS))) {
    if ((await documents.pointer(name)) !== collection) {
      if (!(await letGo(collection))) continue;
      const targets = await generationTargets(documents);
      if (targets[name] === collection) await setGenerationTarget(documents, name, undefined);
      await dropGeneration(documents, { name }, collection);
    }
    await change(documents, DROPS, ({ [collection]: _done, ...others }) => others);
  }
}

/**
 * Drops the generations that were asked for where no process folds.
 * @param lease that a process that folds has
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

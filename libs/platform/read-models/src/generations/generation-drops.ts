import type { DocumentStore } from '../document-store.js';
import { generationTargets, setGenerationTarget } from './generation-targets.js';
import { dropGeneration } from './generations.js';

const POINTER = 'generation-drops';

/** Collections of generations that are to be removed, and the projections they are of. */
type GenerationDrops = Readonly<Record<string, string>>;

/**
 * Asks for a generation to be dropped. Whoever folds does it: a store makes a collection anew when one that was dropped under a
 * fold is written to.
 */
export function askToDrop(
  documents: DocumentStore,
  projection: string,
  collection: string,
): Promise<void> {
  return change(documents, (asked) => ({ ...asked, [collection]: projection }));
}

/**
 * Drops the generations that were asked for, but those that readers get. To be called by the process that has the lease.
 * @param letGo ends folding into one; false while readers get it or are about to: then that is looked at again the next time
 */
export async function carryOutDrops(
  documents: DocumentStore,
  letGo: (collection: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  for (const [collection, name] of Object.entries(await drops(documents))) {
    if ((await documents.pointer(name)) !== collection) {
      if (!(await letGo(collection))) continue;
      const targets = await generationTargets(documents);
      if (targets[name] === collection) await setGenerationTarget(documents, name, undefined);
      await dropGeneration(documents, { name }, collection);
    }
    await change(documents, ({ [collection]: _done, ...others }) => others);
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
  if (Object.keys(await drops(documents)).length === 0) return;
  const held = await documents.acquireLease(lease, holder, leaseMs);
  if (held === undefined) return;
  await carryOutDrops(documents).finally(() => documents.releaseLease(held));
}

async function drops(documents: DocumentStore): Promise<GenerationDrops> {
  return parse(await documents.pointer(POINTER));
}

async function change(
  documents: DocumentStore,
  to: (asked: GenerationDrops) => GenerationDrops,
): Promise<void> {
  for (;;) {
    const stored = await documents.pointer(POINTER);
    if (await documents.setPointer(POINTER, stored, JSON.stringify(to(parse(stored))))) return;
  }
}

function parse(stored: string | undefined): GenerationDrops {
  return stored === undefined ? {} : (JSON.parse(stored) as GenerationDrops);
}

import type { DocumentStore } from '../document-store.js';

const POINTER = 'generation-targets';

/** The generations that operators chose to be live, by projection. Where none was chosen, the newest complete one is. */
export type GenerationTargets = Readonly<Record<string, string>>;

/** The generations that operators chose, by projection. */
export async function generationTargets(documents: DocumentStore): Promise<GenerationTargets> {
  return parse(await documents.pointer(POINTER));
}

/** Chooses the generation of a projection that is to be live once it is complete; undefined leaves it to the newest again. */
export async function setGenerationTarget(
  documents: DocumentStore,
  projection: string,
  collection: string | undefined,
): Promise<void> {
  for (;;) {
    const stored = await documents.pointer(POINTER);
    const { [projection]: before, ...others } = parse(stored);
    if (before === collection) return;
    const next = collection === undefined ? others : { ...others, [projection]: collection };
    if (await documents.setPointer(POINTER, stored, JSON.stringify(next))) return;
  }
}

function parse(stored: string | undefined): GenerationTargets {
  return stored === undefined ? {} : (JSON.parse(stored) as GenerationTargets);
}

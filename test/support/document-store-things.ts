import type { DocumentStore, FindOptions } from '#libs/platform/read-models';
import { ManualClock } from './manual-clock.js';

/** A document of the contract. */
export interface Thing extends Record<string, unknown> {
  readonly id: string;
}

let names = 0;

/** A name not used before. */
export const unique = (what: string): string => `${what}_${process.pid}_${Date.now()}_${++names}`;

/** State shared by the cases of the contract. */
export interface ThingsContext {
  readonly store: () => DocumentStore;
  readonly clock: ManualClock;
  /** Creates a collection with an index over each list of fields. Returns its name. */
  readonly collection: (...indexes: (readonly string[])[]) => Promise<string>;
  readonly put: (into: string, position: bigint, ...things: Thing[]) => Promise<void>;
  readonly idsOf: (from: string, options: FindOptions) => Promise<string[]>;
}

export function thingsOf(store: () => DocumentStore): ThingsContext {
  return {
    store,
    clock: new ManualClock(),
    collection: async (...indexes) => {
      const made = unique('things');
      await store().ensureCollection({
        name: made,
        indexes: indexes.map((fields) => ({ name: fields.join('_').replaceAll('.', '_'), fields })),
      });
      return made;
    },
    put: (into, position, ...things) =>
      store().write({
        writes: things.map((document) => ({
          collection: into,
          id: document.id,
          document,
          position,
        })),
        checkpoints: [],
      }),
    idsOf: async (from, options) =>
      (await store().find<Thing>(from, options)).items.map(({ id }) => id),
  };
}

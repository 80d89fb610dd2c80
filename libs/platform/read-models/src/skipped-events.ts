import type { Projection } from './projection.js';

type Known = Pick<Projection, 'name' | 'version'>;

/** An event that a version of a read model goes on without, because an operator said so. */
export interface Skip {
  /** Version of the read model. */
  readonly version: number;
  /** Position of the event. */
  readonly position: bigint;
}

/**
 * Events that read models go on without. What is skipped belongs to a version: each generation of that version leaves the event
 * out, and so do reads of its past; a later version, with a fold that takes the event, has it.
 */
export class SkippedEvents {
  readonly #known = new Map<string, Set<bigint>>();

  /** @param read all that operators had a read model skip, from the log */
  constructor(private readonly read: (name: string) => Promise<readonly Skip[]>) {}

  /** Positions skipped by this version of a read model, as known; grows with {@link refresh}. */
  of({ name, version }: Known): ReadonlySet<bigint> {
    const key = `${name} ${version}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Set()));
    return known;
  }

  /** Looks for what is skipped since. */
  async refresh(projection: Known): Promise<void> {
    const known = this.of(projection) as Set<bigint>;
    for (const { version, position } of await this.read(projection.name)) {
      if (version === projection.version) known.add(position);
    }
  }
}

import type { Projection } from './projection.js';

type Known = Pick<Projection, 'name' | 'version'>;

/** An event that an operator had a version of a read model skip. */
export interface Skip {
  readonly version: number;
  readonly position: bigint;
}

/**
 * Events that read models skip. A skip applies to all generations and as-of reads of one version. A later version, whose fold may
 * handle the event, does not skip it.
 */
export class SkippedEvents {
  readonly #known = new Map<string, Set<bigint>>();

  /** @param read reads the skips of a read model from the log */
  constructor(private readonly read: (name: string) => Promise<readonly Skip[]>) {}

  /** Known positions that this version skips; {@link refresh} brings the set up to date. */
  of({ name, version }: Known): ReadonlySet<bigint> {
    const key = `${name} ${version}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Set()));
    return known;
  }

  /** Reads from the log what is skipped now. */
  async refresh(projection: Known): Promise<void> {
    const known = this.of(projection) as Set<bigint>;
    const skips = await this.read(projection.name);
    const now = skips.filter(({ version }) => version === projection.version);
    known.clear();
    for (const { position } of now) known.add(position);
  }
}

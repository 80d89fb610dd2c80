import type { Document } from '../document-store.js';

export interface FoldedDocument {
  readonly id: string;
  document: Document | undefined;
  /** Position of its last event; 0n if there is no such document yet. */
  position: bigint;
  /** Whether it is newer than the stored one. */
  changed: boolean;
}

/** Documents sorted in one step. */
const RUN = 1_000;

/**
 * Documents to store, in id order: neighbors on disk are then written together, which takes far fewer writes. They are sorted in runs
 * and merged on iteration, so that no step delays requests.
 */
export class ChangedDocuments implements Iterable<FoldedDocument> {
  /** Each sorted by id. */
  #runs: FoldedDocument[][] = [];
  #last: FoldedDocument[] = [];

  get size(): number {
    return this.#runs.reduce((sum, run) => sum + run.length, this.#last.length);
  }

  /** Adds a document, which must not be among them yet. */
  add(document: FoldedDocument): void {
    if (this.#last.push(document) < RUN) return;
    this.#runs.push(this.#last.sort(byId));
    this.#last = [];
  }

  /** Removes documents that are no longer changed. */
  retainChanged(): void {
    const retained = (run: FoldedDocument[]): FoldedDocument[] =>
      run.filter(({ changed }) => changed);
    this.#runs = this.#runs.map(retained);
    this.#last = retained(this.#last);
  }

  /** In any order. */
  *unordered(): Generator<FoldedDocument, void, undefined> {
    for (const run of this.#runs) yield* run;
    yield* this.#last;
  }

  /** In id order. */
  [Symbol.iterator](): Generator<FoldedDocument, void, undefined> {
    return merged([...this.#runs, this.#last.sort(byId)]);
  }
}

function byId(a: FoldedDocument, b: FoldedDocument): number {
  return a.id < b.id ? -1 : 1;
}

function* merged(
  runs: readonly (readonly FoldedDocument[])[],
): Generator<FoldedDocument, void, undefined> {
  if (runs.length <= 1) {
    yield* runs[0] ?? [];
    return;
  }
  const half = runs.length >> 1;
  const some = merged(runs.slice(0, half));
  const others = merged(runs.slice(half));
  let [one, other] = [some.next(), others.next()];
  while (!one.done && !other.done) {
    if (one.value.id < other.value.id) {
      yield one.value;
      one = some.next();
    } else {
      yield other.value;
      other = others.next();
    }
  }
  for (; !one.done; one = some.next()) yield one.value;
  for (; !other.done; other = others.next()) yield other.value;
}

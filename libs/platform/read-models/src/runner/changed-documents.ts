import type { Document } from '../document-store.js';

/** A document as the fold left it. */
export interface FoldedDocument {
  readonly id: string;
  document: Document | undefined;
  /** Position of the last event in it; 0n: no such document yet. */
  position: bigint;
  /** Whether it is newer than what is stored. */
  changed: boolean;
}

/** Documents sorted in one step. */
const RUN = 1_000;

/**
 * Documents that have to be stored, to be had in id order: neighbours on the disk are then written together, which is much less of
 * it for many. They are sorted a run at a time and merged as they are taken, so that no step keeps a request waiting.
 */
export class ChangedDocuments implements Iterable<FoldedDocument> {
  /** Each in id order. */
  #runs: FoldedDocument[][] = [];
  #last: FoldedDocument[] = [];

  get size(): number {
    return this.#runs.reduce((sum, run) => sum + run.length, this.#last.length);
  }

  /** Takes a document that is not among them. */
  add(document: FoldedDocument): void {
    if (this.#last.push(document) < RUN) return;
    this.#runs.push(this.#last.sort(byId));
    this.#last = [];
  }

  /** Leaves out those that are, after all, as they are stored. */
  retainChanged(): void {
    const retained = (run: FoldedDocument[]): FoldedDocument[] =>
      run.filter(({ changed }) => changed);
    this.#runs = this.#runs.map(retained);
    this.#last = retained(this.#last);
  }

  /** In no order. */
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

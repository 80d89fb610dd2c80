import { areOfOneAppend } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { Document } from './document-store.js';

/** A document as the fold left it. */
export interface FoldedDocument {
  readonly id: string;
  document: Document | undefined;
  /** Position of the last event in it; 0n: no such document yet. */
  position: bigint;
  /** Whether it is newer than what is stored. */
  changed: boolean;
}

/** The append that is being folded, and what its documents were before: one that can't be folded as a whole is not folded at all. */
export class AppendAtHand {
  #earlier: [FoldedDocument, Omit<FoldedDocument, 'id'>][] = [];
  /** The event folded last. */
  last: Recorded | undefined;
  /** The last event of the append before. */
  before: Recorded | undefined;

  /** An event is about to be folded into a document. */
  fold(event: Recorded, entry: FoldedDocument): void {
    const { last } = this;
    if (last && event !== last && !areOfOneAppend(last, event)) {
      this.before = last;
      this.#earlier = [];
    }
    this.last = event;
    const { document, position, changed } = entry;
    this.#earlier.push([entry, { document, position, changed }]);
  }

  /** Makes the documents what they were before the append. */
  undo(): void {
    for (const [entry, earlier] of this.#earlier.reverse()) Object.assign(entry, earlier);
  }
}

import { areOfOneAppend } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
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

/**
 * The append that is being folded: one that can't be folded as a whole is not folded at all. What its documents were before is kept
 * while more of it follows.
 */
export class AppendAtHand {
  #earlier: [FoldedDocument, Omit<FoldedDocument, 'id'>][] = [];
  #goesOn = false;
  /** The event folded last. */
  last: Recorded | undefined;
  /** The last event of the append before. */
  before: Recorded | undefined;

  /** An event is about to be folded into a document, and `next` after it. */
  fold(event: Recorded, entry: FoldedDocument, next: Recorded | undefined): void {
    if (!this.#goesOn) {
      this.before = this.last;
      if (this.#earlier.length > 0) this.#earlier = [];
    }
    this.last = event;
    this.#goesOn = next !== undefined && (next === event || areOfOneAppend(event, next));
    if (!this.#goesOn) return;
    const { document, position, changed } = entry;
    this.#earlier.push([entry, { document, position, changed }]);
  }

  /** Makes the documents what they were before the append; the one whose fold has thrown has not changed. */
  undo(): void {
    for (const [entry, earlier] of this.#earlier.reverse()) Object.assign(entry, earlier);
  }
}

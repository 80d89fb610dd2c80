import type { DocumentStore } from '../document-store.js';
import type { ComparedDocuments } from './document-comparison.js';

/** The documents of a generation that stands beside the live one. It is folded by others, or not any more. */
export class GenerationDocuments implements ComparedDocuments {
  position = 0n;

  constructor(
    private readonly documents: DocumentStore,
    readonly collection: string,
  ) {}

  async to(position: bigint): Promise<void> {
    const reached = (await this.documents.checkpoint(this.collection)) ?? 0n;
    this.position = reached < position ? reached : position;
  }

  load(ids: readonly string[]): ReturnType<ComparedDocuments['load']> {
    return this.documents.load(this.collection, ids);
  }

  scan(): ReturnType<ComparedDocuments['scan']> {
    return this.documents.scan(this.collection);
  }
}

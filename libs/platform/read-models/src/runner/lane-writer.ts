import { StoreUnavailableError } from '#libs/platform/event-store';
import { type DocumentWrite, LeaseLostError } from '../document-store.js';
import { giveWay } from '../give-way.js';
import type { LaneContext } from './lane-context.js';
import type { ProjectionSlot } from './projection-slot.js';
import type { DocumentWrites } from './slot-documents.js';

interface Part {
  readonly slot: ProjectionSlot;
  readonly writes: DocumentWrites;
  /** Position of the checkpoint. */
  readonly upTo: bigint;
}

/** Stores what the slots of a lane have folded: the documents that changed, and how far they are. */
export class LaneWriter {
  constructor(private readonly context: LaneContext) {}

  /**
   * Stores the changed documents of all slots, with the checkpoints of all. Where no document changed there is nothing that
   * readers would wait for: checkpoints are then written only when `checkpointsToo`, and until they are a restart passes
   * over the same events again. Answers whether the store has everything now.
   */
  async store(slots: readonly ProjectionSlot[], checkpointsToo: boolean): Promise<boolean> {
    const parts = slots
      .map((slot) => ({ slot, writes: slot.documents.takeWrites(), upTo: slot.folded }))
      .filter(({ slot, writes, upTo }) => writes.size > 0 || upTo > slot.checkpoint);
    if (parts.length === 0) return true;
    const writing = checkpointsToo || parts.some(({ writes }) => writes.size > 0);
    if (writing) {
      await this.#writeAll(parts);
      for (const { slot, upTo } of parts) slot.checkpoint = earlier(slot.folded, upTo);
    }
    for (const { slot, upTo } of parts) slot.position = earlier(slot.folded, upTo);
    this.context.stored(parts.map(({ slot }) => slot));
    return writing;
  }

  /** A projection whose documents are refused stops; the others are stored all the same. */
  async #writeAll(parts: readonly Part[]): Promise<void> {
    try {
      await this.#write(parts);
    } catch (error) {
      if (isOfStore(error)) throw error;
      for (const part of parts) {
        await this.#write([part]).catch((cause: unknown) => {
          if (isOfStore(cause)) throw cause;
          part.slot.stopUnstored(cause);
        });
      }
    }
  }

  async #write(parts: readonly Part[]): Promise<void> {
    const { documents, lease, limits } = this.context;
    const checkpoints = parts.map(({ slot, upTo }) => ({ name: slot.collection, position: upTo }));
    let writes: DocumentWrite[] = [];
    // A document may be ahead of its checkpoint, never behind it.
    let before = Promise.resolve();
    for (const write of writesOf(parts)) {
      if (writes.length === limits.writeDocuments) {
        // While one transaction is on its way to the disk the next one is made ready.
        const written = documents.write({ writes, checkpoints: [], lease });
        written.catch(() => undefined);
        await before;
        await (limits.givesWay === true ? giveWay() : new Promise(setImmediate));
        before = written;
        writes = [];
      }
      writes.push(write);
    }
    await before;
    await documents.write({ writes, checkpoints, lease });
  }
}

function* writesOf(parts: readonly Part[]): Generator<DocumentWrite, void, undefined> {
  for (const { writes } of parts) yield* writes;
}

function isOfStore(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LeaseLostError;
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

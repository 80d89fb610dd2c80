import { StoreUnavailableError } from '#libs/platform/event-store';
import { type DocumentWrite, LeaseLostError } from '../document-store.js';
import { giveWay } from '../give-way.js';
import type { LaneContext } from './lane-context.js';
import type { ProjectionSlot } from './projection-slot.js';

interface Part {
  readonly slot: ProjectionSlot;
  readonly writes: readonly DocumentWrite[];
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
      .filter(({ slot, writes, upTo }) => writes.length > 0 || upTo > slot.checkpoint);
    if (parts.length === 0) return true;
    const writing = checkpointsToo || parts.some(({ writes }) => writes.length > 0);
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
    const writes = parts.flatMap((part) => part.writes);
    const checkpoints = parts.map(({ slot, upTo }) => ({ name: slot.collection, position: upTo }));
    const last = Math.max(0, writes.length - limits.writeDocuments);
    // A document may be ahead of its checkpoint, never behind it.
    let before = Promise.resolve();
    for (let i = 0; i < last; i += limits.writeDocuments) {
      const chunk = writes.slice(i, Math.min(i + limits.writeDocuments, last));
      // While one transaction is on its way to the disk the next one is made ready.
      const written = documents.write({ writes: chunk, checkpoints: [], lease });
      written.catch(() => undefined);
      await before;
      await (limits.givesWay === true ? giveWay() : new Promise(setImmediate));
      before = written;
    }
    await before;
    await documents.write({ writes: writes.slice(last), checkpoints, lease });
  }
}

function isOfStore(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LeaseLostError;
}

function earlier(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

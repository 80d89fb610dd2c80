import { StoreUnavailableError } from '#libs/platform/event-store';
import { type DocumentWrite, LeaseLostError } from '../document-store.js';
import { yieldToRequests } from '../yield-to-requests.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { ProjectionShard } from './projection-shard.js';
import type { DocumentWrites } from './shard-documents.js';

interface Part {
  readonly shard: ProjectionShard;
  readonly writes: DocumentWrites;
  /** Position of the checkpoint. */
  readonly upTo: bigint;
}

/** Stores the changed documents and checkpoints of the shards of a subscription. */
export class SubscriptionWriter {
  constructor(private readonly context: SubscriptionContext) {}

  /**
   * Stores the changed documents and the checkpoints of all shards. If no document changed, no reader waits: checkpoints are then
   * written only if `checkpointsToo`, and a restart may read the same events again. Returns whether the store has everything now.
   */
  async store(shards: readonly ProjectionShard[], checkpointsToo: boolean): Promise<boolean> {
    const parts = shards
      .map((shard) => ({ shard, writes: shard.documents.takeWrites(), upTo: shard.folded }))
      .filter(({ shard, writes, upTo }) => writes.size > 0 || upTo > shard.checkpoint);
    if (parts.length === 0) return true;
    const writing = checkpointsToo || parts.some(({ writes }) => writes.size > 0);
    if (writing) {
      await this.#writeAll(parts);
      for (const { shard, upTo } of parts) shard.checkpoint = earlier(shard.folded, upTo);
    }
    for (const { shard, upTo } of parts) shard.position = earlier(shard.folded, upTo);
    this.context.stored(parts.map(({ shard }) => shard));
    return writing;
  }

  /** If the documents of a projection can't be stored, only that projection stops. */
  async #writeAll(parts: readonly Part[]): Promise<void> {
    try {
      await this.#write(parts);
    } catch (error) {
      if (isOfStore(error)) throw error;
      for (const part of parts) {
        await this.#write([part]).catch((cause: unknown) => {
          if (isOfStore(cause)) throw cause;
          part.shard.stopUnstored(cause);
        });
      }
    }
  }

  async #write(parts: readonly Part[]): Promise<void> {
    const { documents, lease, limits } = this.context;
    const checkpoints = parts.map(({ shard, upTo }) => ({
      name: shard.collection,
      position: upTo,
    }));
    let writes: DocumentWrite[] = [];
    // Documents may be ahead of their checkpoint, never behind it.
    let before = Promise.resolve();
    for (const write of writesOf(parts)) {
      if (writes.length === limits.writeDocuments) {
        // Prepares the next transaction while one is being written.
        const written = documents.write({ writes, checkpoints: [], lease });
        written.catch(() => undefined);
        await before;
        await (limits.yields === true ? yieldToRequests() : new Promise(setImmediate));
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

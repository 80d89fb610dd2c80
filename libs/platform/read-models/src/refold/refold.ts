import { rm } from 'node:fs/promises';
import type { EventStore, LogPage } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import type { DocumentStore, Lease } from '../document-store.js';
import type { VersionsReader } from '../past/document-versions.js';
import { createGeneration } from '../generations/generations.js';
import { openDocumentStore } from '../open-document-store.js';
import type { Projection } from '../projection.js';
import { ProjectionSubscription } from '../runner/projection-subscription.js';
import {
  type FoldTools,
  SUBSCRIPTION_LIMITS,
  type SubscriptionContext,
} from '../runner/subscription-context.js';
import { ProjectionShard } from '../runner/projection-shard.js';

/**
 * Folds the documents of a projection from the log again, up to a position and into a separate directory, to compare them with the
 * live ones. Uses no more memory than a rebuild.
 */
export class Refold {
  /** Everything up to here has been folded. */
  position = 0n;

  private constructor(
    private readonly log: VersionsReader,
    readonly documents: DocumentStore,
    private readonly directory: string,
    private readonly lease: Lease,
    private readonly shard: ProjectionShard,
  ) {}

  get collection(): string {
    return this.shard.collection;
  }

  /** @param directory used by nothing else; {@link close} removes it */
  static async open(
    projection: Projection,
    log: VersionsReader,
    directory: string,
  ): Promise<Refold> {
    const documents = await openDocumentStore({ directory });
    const lease = await documents.acquireLease('refold', 'refold', Number.MAX_SAFE_INTEGER);
    if (lease === undefined) throw new Error(`${directory} is in use`);
    // Neither selections nor as-of reads are needed.
    const folded: Projection = { ...omit(projection, 'history'), indexes: [] };
    const made = await createGeneration(documents, folded);
    await log.skipped?.refresh(projection);
    const open = { ...made, position: 0n, live: true };
    const shard = new ProjectionShard(folded, open, log.skipped?.of(projection));
    return new Refold(log, documents, directory, lease, shard);
  }

  /**
   * Folds up to a position of the log and reports progress to `moved`.
   * @throws if the fold throws, without any data of an event
   */
  async to(
    position: bigint,
    { moved, signal }: { moved?: (position: bigint) => void; signal?: AbortSignal } = {},
  ): Promise<void> {
    if (position <= this.position) return;
    const context: SubscriptionContext = {
      eventStore: until(this.log.eventStore, position, moved),
      documents: this.documents,
      decode: this.log.decode,
      lease: this.lease,
      limits: SUBSCRIPTION_LIMITS,
      stored: () => undefined,
    };
    const subscription = new ProjectionSubscription(context, [this.shard], this.position);
    await subscription.run(signal ?? new AbortController().signal, {
      done: () => subscription.live || this.shard.stopped,
    });
    if (this.shard.stopped) throw new Error(`the fold stopped: ${this.shard.lastError ?? ''}`);
    signal?.throwIfAborted();
    this.position = position;
  }

  async close(): Promise<void> {
    await this.documents.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** The log as it was when `last` was its newest position. */
function until(
  log: EventStore,
  last: bigint,
  moved: ((position: bigint) => void) | undefined,
): FoldTools['eventStore'] {
  return {
    readStream: (...read) => log.readStream(...read),
    async *subscribeToAll(options): AsyncGenerator<LogPage, void, undefined> {
      for await (const page of log.subscribeToAll(options)) {
        if (page.position >= last) {
          const events = page.events.filter(({ position }) => position <= last);
          yield { events, position: last, caughtUp: true };
          return;
        }
        yield page;
        moved?.(page.position);
      }
    },
  };
}

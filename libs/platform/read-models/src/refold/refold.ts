import { rm, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { EventStore, LogPage } from '#libs/platform/event-store';
import { omit } from '#libs/platform/kernel';
import { isRunning, thisProcess } from '#libs/platform/stores';
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

const PREFIX = 'refold-';
/** `refold-{host}-{pid}-{start}-{random}` */
const NAME = /^refold-(.+)-(\d+)-(\d*)-\w+$/;
/** A directory of a process on another host counts as abandoned if unchanged for this long. */
const ABANDONED_MS = 3_600_000;

/** Creates a directory for a {@link Refold} of this process, whose `close` removes it. Removes abandoned ones first. */
export async function makeRefoldDirectory(parent: string): Promise<string> {
  await removeAbandonedRefolds(parent);
  // With database servers, nothing else may have been stored there before.
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const { host, pid, started } = thisProcess();
  return mkdtemp(join(parent, `${PREFIX}${host}-${pid}-${started}-`));
}

/**
 * Removes the directories of processes that were killed. They contain documents with personal data.
 * @returns whether there is none any more; false if a process is still using one
 */
export async function removeAbandonedRefolds(parent: string): Promise<boolean> {
  let isNoneLeft = true;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    if (await isLeftOver(name, path)) await rm(path, { recursive: true, force: true });
    else isNoneLeft = false;
  }
  return isNoneLeft;
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [, host, pid, started = ''] = NAME.exec(name) ?? [];
  if (host === hostname()) return !isRunning({ pid: Number(pid), started });
  const data = await stat(join(path, 'data.mdb')).catch(() => stat(path).catch(() => undefined));
  return data !== undefined && Date.now() - data.mtimeMs > ABANDONED_MS;
}

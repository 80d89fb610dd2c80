import { setTimeout as delay } from 'node:timers/promises';
import { NextRun } from '#libs/platform/kernel';
import type { DocumentStore } from './document-store.js';

/** What readers get of a projection: a collection, and the position up to which it is complete. */
export interface LiveGeneration {
  readonly collection: string;
  readonly position: bigint;
}

/** How far projections are, as {@link ReadModels} needs to know it. */
export interface ProjectionProgress {
  /** As far as this process knows, without any I/O; undefined when it does not know or there is nothing complete to read. */
  live(name: string): LiveGeneration | undefined;
  /** The same after asking the store where that can tell more: as it is now or later. */
  refresh(name: string): Promise<LiveGeneration | undefined>;
  /** Waits until the projections have everything up to a position; false when that takes longer than `timeoutMs`. */
  waitFor(names: readonly string[] | 'all', position: bigint, timeoutMs: number): Promise<boolean>;
}

/**
 * Progress of projections that another process runs: all pointers and checkpoints, read together. What was read counts for a while;
 * {@link watch} reads it again before that is over, so that nobody has to wait for it who needs nothing newer.
 */
export class StoredProgress implements ProjectionProgress {
  #known: ReadonlyMap<string, LiveGeneration> = new Map();
  #knownAt = -Infinity;
  readonly #looking = new NextRun(() => this.#read());

  /** @param trustMs how long what was read counts, in milliseconds */
  constructor(
    private readonly documents: Pick<DocumentStore, 'pointers' | 'checkpoints'>,
    private readonly names: readonly string[],
    private readonly trustMs = 1_000,
  ) {}

  live(name: string): LiveGeneration | undefined {
    return performance.now() - this.#knownAt > this.trustMs ? undefined : this.#known.get(name);
  }

  /** What was read last, however long ago. */
  known(name: string): LiveGeneration | undefined {
    return this.#known.get(name);
  }

  async refresh(name: string): Promise<LiveGeneration | undefined> {
    await this.look();
    return this.known(name);
  }

  /** Reads what there is. Begins after it was called: what was there before is seen. */
  look(): Promise<void> {
    return this.#looking.run();
  }

  async #read(): Promise<void> {
    const began = performance.now();
    // A checkpoint is never ahead of its documents, whichever of the two is read first.
    const [pointers, checkpoints] = await Promise.all([
      this.documents.pointers(this.names),
      this.documents.checkpoints(),
    ]);
    this.#known = new Map(
      [...pointers].map(([name, collection]) => [
        name,
        { collection, position: checkpoints.get(collection) ?? 0n },
      ]),
    );
    this.#knownAt = began;
  }

  /** Looks before what is known is too old, until aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(this.trustMs / 2, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // Whoever needs to know while the store is away looks for himself, and meets the error.
      await this.look().catch(() => undefined);
    }
  }

  async waitFor(
    names: readonly string[] | 'all',
    position: bigint,
    timeoutMs: number,
  ): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    const all = names === 'all' ? this.names : names;
    for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
      await this.look();
      if (all.every((name) => (this.#known.get(name)?.position ?? -1n) >= position)) return true;
      const left = until - performance.now();
      if (left <= 0) return false;
      await delay(Math.min(pause, left));
    }
  }
}

/** Promises for "this has come far enough", settled from memory. */
export class Waiters {
  readonly #waiting = new Set<{
    reached: () => boolean | undefined;
    settle: (ok: boolean) => void;
  }>();

  /** `reached` answers true when it has come, undefined when it never will. */
  wait(reached: () => boolean | undefined, timeoutMs: number): Promise<boolean> {
    const now = reached();
    if (now !== false) return Promise.resolve(now === true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), timeoutMs);
      const settle = (ok: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        resolve(ok);
      };
      const waiter = { reached, settle };
      this.#waiting.add(waiter);
    });
  }

  /** Something has moved. */
  check(): void {
    for (const { reached, settle } of this.#waiting) {
      const now = reached();
      if (now !== false) settle(now === true);
    }
  }
}

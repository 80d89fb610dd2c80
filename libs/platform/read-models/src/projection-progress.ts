import { setTimeout as delay } from 'node:timers/promises';
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
  /** The same after asking the store where that can tell more. */
  refresh(name: string): Promise<LiveGeneration | undefined>;
  /** Waits until the projections have everything up to a position; false when that takes longer than `timeoutMs`. */
  waitFor(names: readonly string[] | 'all', position: bigint, timeoutMs: number): Promise<boolean>;
}

/**
 * Progress of projections that another process runs: pointer and checkpoint are read from the store, remembered, and read
 * again in the background when older than `refreshMs`.
 */
export class StoredProgress implements ProjectionProgress {
  readonly #known = new Map<string, { live: LiveGeneration | undefined; at: number }>();
  readonly #refreshing = new Map<string, Promise<LiveGeneration | undefined>>();

  constructor(
    private readonly documents: DocumentStore,
    private readonly names: readonly string[],
    private readonly refreshMs = 1_000,
  ) {}

  live(name: string): LiveGeneration | undefined {
    const known = this.#known.get(name);
    if (known === undefined || performance.now() - known.at > this.refreshMs) {
      // Whoever needs a fresher answer asks with refresh() and meets the error there.
      this.refresh(name).catch(() => undefined);
    }
    return known?.live;
  }

  refresh(name: string): Promise<LiveGeneration | undefined> {
    let refreshing = this.#refreshing.get(name);
    if (refreshing === undefined) {
      refreshing = this.#read(name).finally(() => this.#refreshing.delete(name));
      this.#refreshing.set(name, refreshing);
    }
    return refreshing;
  }

  async #read(name: string): Promise<LiveGeneration | undefined> {
    const collection = await this.documents.pointer(name);
    const live =
      collection === undefined
        ? undefined
        : { collection, position: (await this.documents.checkpoint(collection)) ?? 0n };
    this.#known.set(name, { live, at: performance.now() });
    return live;
  }

  async waitFor(
    names: readonly string[] | 'all',
    position: bigint,
    timeoutMs: number,
  ): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    for (const name of names === 'all' ? this.names : names) {
      for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
        const live = await this.refresh(name);
        if (live !== undefined && live.position >= position) break;
        const left = until - performance.now();
        if (left <= 0) return false;
        await delay(Math.min(pause, left));
      }
    }
    return true;
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

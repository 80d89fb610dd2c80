import { setTimeout as delay } from 'node:timers/promises';
import { SharedRuns } from '#libs/platform/kernel';
import { sleep } from '#libs/platform/stores';
import type { DocumentStore } from './document-store.js';

/** After so long without a reader, the state is no longer kept fresh. */
const UNUSED_MS = 5_000;

/** The collection that readers of a projection get, and the position up to which it is complete. */
export interface LiveGeneration {
  readonly collection: string;
  readonly position: bigint;
}

export interface ProjectionProgress {
  /** From memory; undefined if this process does not know, or if no generation is complete. */
  live(name: string): LiveGeneration | undefined;
  /** Like {@link live}, but asks the store if it may know more. */
  refresh(name: string): Promise<LiveGeneration | undefined>;
  /** Waits until the projections have reached a position; false after `timeoutMs`. */
  waitFor(names: readonly string[] | 'all', position: bigint, timeoutMs: number): Promise<boolean>;
}

/**
 * Progress of projections that another process runs: all pointers and checkpoints, read together and trusted for a while.
 * {@link watch} refreshes them in time, so that readers who need nothing newer never wait.
 */
export class StoredProgress implements ProjectionProgress {
  #known: ReadonlyMap<string, LiveGeneration> = new Map();
  #knownAt = -Infinity;
  #usedAt = -Infinity;
  readonly #looking = new SharedRuns(() => this.#read());

  /** @param trustMs how long to trust what was read, in milliseconds */
  constructor(
    private readonly documents: Pick<DocumentStore, 'pointers' | 'checkpoints'>,
    private readonly names: readonly string[],
    private readonly trustMs = 1_000,
  ) {}

  live(name: string): LiveGeneration | undefined {
    this.#usedAt = performance.now();
    return performance.now() - this.#knownAt > this.trustMs ? undefined : this.#known.get(name);
  }

  /** The last known state, however old. */
  known(name: string): LiveGeneration | undefined {
    return this.#known.get(name);
  }

  async refresh(name: string): Promise<LiveGeneration | undefined> {
    await this.look();
    return this.known(name);
  }

  /** Reads the present state. Never joins a read that has already started. */
  look(): Promise<void> {
    return this.#looking.run();
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    // The order does not matter: a checkpoint is never ahead of its documents.
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
    this.#knownAt = startedAt;
  }

  /** Keeps the known state fresh while there are readers, until aborted. The first reader after a while looks itself. */
  async watch(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.trustMs / 2, signal);
      if (signal.aborted) return;
      if (performance.now() - this.#usedAt > UNUSED_MS) continue;
      // While the store is away, readers call look() themselves and get the error.
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

/** Promises for conditions that are evaluated in memory. */
export class Waiters {
  readonly #waiting = new Set<{
    reached: () => boolean | undefined;
    settle: (ok: boolean) => void;
  }>();

  /** Waits until `reached` returns true; false after `timeoutMs`, or once it returns undefined, which means never. */
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

  /** Evaluates all conditions again. */
  check(): void {
    for (const { reached, settle } of this.#waiting) {
      const now = reached();
      if (now !== false) settle(now === true);
    }
  }
}

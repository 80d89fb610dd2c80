import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { holdsPersonalData } from '#libs/platform/read-models';
import { PLATFORM, type Platform } from '#libs/platform/service';

const POLL_MS = 50;

/** Knows which read models still hold what an erasure takes from them. */
@Injectable()
export class BlankedReadModels {
  readonly #platform: Platform;
  readonly #names: readonly string[];

  constructor(@Inject(PLATFORM) platform: Platform) {
    const { projections, erasures } = platform;
    this.#platform = platform;
    this.#names = projections
      .filter((projection) => holdsPersonalData(projection, erasures))
      .map(({ name }) => name);
  }

  /** Collections that have yet to pass the erasure at a position, live or being built. */
  waitingFor(position: bigint): Promise<readonly string[]> {
    return this.#generations.behind(this.#names, position);
  }

  /**
   * Waits until nothing that is stored has data from before the erasure at a position; drops what nobody folds into any more.
   * @returns false when that takes longer than `patienceMs` milliseconds
   */
  async wait(position: bigint, patienceMs: number): Promise<boolean> {
    const end = performance.now() + patienceMs;
    await this.#platform.projectionRunner.waitFor(this.#names, position, patienceMs);
    for (;;) {
      const behind = await this.#generations.dropLeft(this.#names, position);
      if (behind.length === 0) return true;
      if (performance.now() >= end) return false;
      await delay(POLL_MS);
    }
  }

  get #generations(): Platform['projectionRunner']['generations'] {
    return this.#platform.projectionRunner.generations;
  }
}

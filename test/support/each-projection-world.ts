import { afterEach, beforeEach } from '@jest/globals';
import type { ProjectionRunner } from '#libs/platform/read-models';
import { ProjectionWorld, until } from './projection-world.js';

/** The projection of `counters()` without options. */
export const NAME = 'counters.counter';
/** Collection of one of its generations. */
export const g = (number: number): string => `counters_counter_v1_g${number}`;

/** The world of the current test; see {@link openEach}. */
export let world: ProjectionWorld;

/** Gives each test of the file, or of the enclosing `describe`, its own world. */
export function openEach(fill?: (fresh: ProjectionWorld) => Promise<void>): void {
  beforeEach(async () => {
    world = await ProjectionWorld.open();
    await fill?.(world);
  });
  afterEach(() => world.close());
}

/** Waits until a generation is live. */
export const isLive = (number: number): Promise<void> =>
  until(
    `generation ${number} is live`,
    async () => (await world.documents.pointer(NAME)) === g(number),
  );

/** Waits until a generation has caught up and is held. */
export const isReady = (runner: ProjectionRunner, number: number): Promise<void> =>
  until(`generation ${number} is ready`, () =>
    runner.status().some(({ collection, state }) => collection === g(number) && state === 'ready'),
  );

import { afterEach, beforeEach } from '@jest/globals';
import type { ProjectionRunner } from '#libs/platform/read-models';
import { ProjectionWorld, until } from './projection-world.js';

/** The projection of `counters()` without options. */
export const NAME = 'counters.counter';
/** Collection of a generation of it. */
export const g = (number: number): string => `counters_counter_v1_g${number}`;

/** The world of the test that runs; there is one after {@link openEach}. */
export let world: ProjectionWorld;

/** Gives each test of the file, or of the `describe` it is called in, a world of its own. */
export function openEach(fill?: (fresh: ProjectionWorld) => Promise<void>): void {
  beforeEach(async () => {
    world = await ProjectionWorld.open();
    await fill?.(world);
  });
  afterEach(() => world.close());
}

/** Waits until readers get a generation. */
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

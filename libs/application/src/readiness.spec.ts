import { describe, expect, it, jest } from '@jest/globals';
import type { StoreState } from '#libs/platform/event-store';
import type { ProjectionStatus } from '#libs/platform/read-models';
import { createLogger } from '#libs/platform/runtime';
import { serviceReadiness } from './readiness.js';

const live: ProjectionStatus = {
  ...{ name: 'a', version: 1, generation: 1, collection: 'a_v1_g1', live: true, state: 'live' },
  ...{ position: 9n, head: 9n, skipped: [], lagSeconds: 0 },
};
const built = { ...live, generation: 2, collection: 'a_v1_g2', live: false };
const YEAR = 31_536_000;
const hanging = () => new Promise<never>(() => undefined);

describe('readiness', () => {
  const reason = 'EventStoreDB at 10.0.0.5:2113 cannot be reached';
  const logged: unknown[] = [];
  const logger = createLogger({ level: 'silent' });
  logger.error = (what: unknown) => void logged.push(what);
  let state: StoreState = 'answers';
  const check = (...all: readonly ProjectionStatus[]) =>
    serviceReadiness({
      eventStore: { state: () => state, unavailableReason: () => reason },
      documents: { pointer: () => Promise.resolve(undefined) },
      projectionRunner: { observe: () => Promise.resolve(all) },
      logger,
    }).check();

  it.each([
    ['catching up with a log of years', { state: 'catching-up', lagSeconds: YEAR }],
    ['stopped', { state: 'stopped', lagSeconds: YEAR }],
  ] as const)('does not depend on a generation beside the live one, %s', async (_, more) => {
    expect(await check(live, { ...built, ...more })).toMatchObject({
      ready: true,
      details: { lagSeconds: 0, behind: [] },
    });
  });

  it.each(['takes no appends', 'away'] as const)('is gone while the log %s', async (how) => {
    state = how;
    expect(await check(live)).toMatchObject({
      ready: false,
      details: { eventStore: how, behind: [] },
    });
    state = 'answers';
    expect(await check(live)).toMatchObject({ ready: true, details: { eventStore: 'answers' } });
  });

  it('logs why a store does not answer, and tells nobody who just asks: it names hosts and users', async () => {
    logged.length = 0;
    state = 'away';
    const { ready, details } = await check(live);
    expect({ ready, told: JSON.stringify(details).includes(reason) }).toEqual({
      ready: false,
      told: false,
    });
    expect(logged).toEqual([{ store: 'eventStore', reason }]);
    state = 'answers';
  });

  it.each([
    ['the document store hangs', { pointer: hanging }, {}],
    ['asking for the read models hangs', {}, { observe: hanging }],
  ])('answers within a second that it is gone while %s', async (_, documents, runner) => {
    jest.useFakeTimers();
    const checking = serviceReadiness({
      eventStore: { state: () => 'answers' },
      documents: { pointer: () => Promise.resolve(undefined), ...documents },
      projectionRunner: { observe: () => Promise.resolve([live]), ...runner },
      logger,
    }).check();
    await jest.advanceTimersByTimeAsync(1_000);
    jest.useRealTimers();
    expect((await checking).ready).toBe(false);
  });

  it.each([
    ['has not been caught up with since the start', { ...live, state: 'catching-up' }],
    ['has no documents for readers', { ...live, live: false, collection: '', state: 'standby' }],
    ['has none, and nobody makes them', { ...live, live: false, state: 'unattended' }],
    ['is behind', { ...live, lagSeconds: 11 }],
    ['has stopped', { ...live, state: 'stopped' }],
    ['has yet to be folded by this build', { ...built, state: 'catching-up', lagSeconds: YEAR }],
  ] as const)('is gone when what readers get %s', async (_, one) => {
    expect(await check(one)).toMatchObject({ ready: false, details: { behind: [{ name: 'a' }] } });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ProjectionStatus } from '#libs/platform/read-models';
import { serviceReadiness } from './readiness.js';

const live: ProjectionStatus = {
  ...{ name: 'a', version: 1, generation: 1, collection: 'a_v1_g1', live: true, state: 'live' },
  ...{ position: 9n, head: 9n, lagSeconds: 0 },
};
const built = { ...live, generation: 2, collection: 'a_v1_g2', live: false };
const YEAR = 31_536_000;

describe('readiness', () => {
  let takesAppends = true;
  const check = (...all: readonly ProjectionStatus[]) =>
    serviceReadiness({
      eventStore: { head: () => Promise.resolve(9n), takesAppends: () => takesAppends },
      documents: { pointer: () => Promise.resolve(undefined) },
      projectionRunner: { observe: () => Promise.resolve(all) },
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

  it('is gone while the log takes no appends', async () => {
    takesAppends = false;
    expect(await check(live)).toMatchObject({
      ready: false,
      details: { eventStore: 'takes no appends', behind: [] },
    });
    takesAppends = true;
    expect(await check(live)).toMatchObject({ ready: true, details: { eventStore: 'answers' } });
  });

  it.each([
    ['is behind', { ...live, lagSeconds: 11 }],
    ['has stopped', { ...live, state: 'stopped' }],
    ['has yet to be folded by this build', { ...built, state: 'catching-up', lagSeconds: YEAR }],
  ] as const)('is gone when what readers get %s', async (_, one) => {
    expect(await check(one)).toMatchObject({ ready: false, details: { behind: [{ name: 'a' }] } });
  });
});

import { describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { g, openEach, world } from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  counters,
  decodePlainly,
  Gate,
  until,
} from '../../../../../test/support/projection-world.js';
import { StoreUnavailableError } from '#libs/platform/stores';
import { LEASE_MS } from './subscription-context.js';

const first = g(1);

openEach();

/** Documents that count how often the lease was renewed, and what advances the clock and waits until it has been so often. */
function countingRenewals() {
  let renewals = 0;
  const documents = changed(world.documents, {
    renewLease: async (...lease) => {
      const renewed = await world.documents.renewLease(...lease);
      renewals++;
      return renewed;
    },
  });
  const renewed = async (times: number): Promise<void> => {
    world.clock.advance(100);
    await until('renewed', () => renewals >= times);
  };
  return { documents, renewed };
}

describe('the lease', () => {
  it('lets one of two runners work, and the other take over when it stops', async () => {
    const one = world.runner();
    const two = world.runner();
    await one.start();
    await two.start();
    expect(one.status()[0]?.state).toBe('live');
    expect(two.status()[0]?.state).toBe('standby');
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    await one.stop();
    await until('taken over', () => two.status()[0]?.state === 'live');
    const last = await world.add(2, 'a');
    expect(await two.waitFor('all', last, PATIENCE_MS)).toBe(true);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('of a leader that was killed is taken over within ten seconds', async () => {
    const last = await world.add(1, 'a');
    // as the killed leader renewed it last
    await world.documents.acquireLease('projections', 'killed', LEASE_MS);
    const standby = world.runner();
    await standby.start();
    expect(standby.status()[0]?.state).toBe('standby');
    // half of the time is left for a busy machine
    world.clock.advance(5_000);
    expect(await standby.waitFor('all', last, PATIENCE_MS)).toBe(true);
  });

  it('lost to another holder stops all writing, and is asked for again', async () => {
    const one = world.runner({ pollMs: 100_000 });
    await one.start();
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    // The process was asleep for longer than the lease, and another one has taken over.
    world.clock.advance(20_000);
    const thief = await world.documents.acquireLease('projections', 'thief', 10_000);
    expect(thief?.epoch).toBe(2);
    await world.add(2, 'a');
    await until('noticed', () => one.status()[0]?.state === 'standby');
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 1 });
    await world.documents.releaseLease(thief!);
    await until('back', () => one.status()[0]?.state === 'live');
    await one.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('is kept while there is nothing to do', async () => {
    const { documents, renewed } = countingRenewals();
    const one = world.runner({ documents, leaseMs: 300 });
    await one.start();
    for (let round = 1; round <= 10; round++) {
      await renewed(round);
      expect(await world.documents.acquireLease('projections', 'other', 10)).toBeUndefined();
    }
    expect(one.status()[0]?.state).toBe('live');
  });

  it('is kept while the log does not respond', async () => {
    const { documents, renewed } = countingRenewals();
    const silence = new Gate();
    let hangs = false;
    const eventStore = changed(world.log, {
      head: async () => {
        if (hangs) await silence.pass();
        return world.log.head();
      },
    });
    const one = world.runner({ documents, eventStore, leaseMs: 300 });
    await one.start();
    hangs = true;
    try {
      for (let round = 1; round <= 10; round++) {
        await renewed(round);
      }
    } finally {
      silence.open();
    }
  });

  it('that a standby could not ask for is no longer reported once it can', async () => {
    const leader = world.runner();
    await leader.start();
    let isAway = true;
    const documents = changed(world.documents, {
      acquireLease: (...lease) =>
        isAway
          ? Promise.reject(new StoreUnavailableError('away', { code: 'SomeCode' }))
          : world.documents.acquireLease(...lease),
    });
    const standby = world.runner({ documents });
    await standby.start();
    expect(standby.interruption).toBe('SomeCode');
    isAway = false;
    await until('recovered', () => standby.interruption === undefined);
    expect(standby.status()[0]).not.toHaveProperty('lastError');
  });

  it('is kept while a batch takes its time', async () => {
    const { documents, renewed } = countingRenewals();
    const batch = new Gate();
    const runner = world.runner({
      documents,
      leaseMs: 300,
      decode: async (events) => {
        await batch.pass();
        return events.map(decodePlainly);
      },
    });
    await runner.start();
    const last = await world.add(1, 'a');
    await until('it is at work', () => batch.reached);
    // What it does about wishes waits for the batch.
    const wished = runner.generations.rebuild('counters.counter', { hold: true });
    for (let round = 1; round <= 10; round++) {
      await renewed(round);
    }
    batch.open();
    await wished;
    expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
  });
});

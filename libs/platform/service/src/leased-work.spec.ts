import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import type { Lease } from '#libs/platform/read-models';
import { workOnceLeased, workWhileLeased } from './leased-work.js';

const LEASE = { name: 'work' } as Lease;

/** Leases of a store, and what it was asked for. */
class Leases {
  readonly asked: string[] = [];
  free = true;
  kept = true;

  get renewals(): number {
    return this.asked.filter((what) => what === 'renew').length;
  }
  acquireLease(): Promise<Lease | undefined> {
    this.asked.push('acquire');
    return Promise.resolve(this.free ? LEASE : undefined);
  }
  renewLease(): Promise<boolean> {
    this.asked.push('renew');
    return Promise.resolve(this.kept);
  }
  releaseLease(): Promise<void> {
    this.asked.push('release');
    return Promise.resolve();
  }
}

describe('work under a lease', () => {
  const options = (documents: Leases) => ({
    documents,
    clock: { now: () => performance.now() },
    holder: 'this',
    logger: { info: () => undefined, warn: () => undefined } as never,
  });
  /** A lease is renewed every few seconds: the cases that wait for it do so at the same time. */
  const renewedTwice = (leases: Leases) =>
    eventually(() => (leases.renewals >= 2 ? true : undefined));

  it.concurrent(
    'done once keeps the lease for as long as it takes, and gives it back',
    async () => {
      const leases = new Leases();
      const done = await workOnceLeased('work', options(leases), async (signal, lease) => {
        await renewedTwice(leases);
        return [signal.aborted, lease];
      });
      expect(done).toEqual([false, LEASE]);
      expect([leases.asked[0], leases.asked.at(-1)]).toEqual(['acquire', 'release']);
    },
  );

  it('is not done while another process has the lease', async () => {
    const leases = new Leases();
    leases.free = false;
    const work = (): never => {
      throw new Error('it is not this process');
    };
    expect(await workOnceLeased('work', options(leases), work)).toBeUndefined();
    expect(leases.asked).toEqual(['acquire']);
  });

  it('gives the lease back also when it fails', async () => {
    const leases = new Leases();
    const work = (): Promise<void> => Promise.reject(new Error('no'));
    await expect(workOnceLeased('work', options(leases), work)).rejects.toThrow('no');
    expect(leases.asked.at(-1)).toBe('release');
  });

  it.concurrent('learns that the lease was lost', async () => {
    const leases = new Leases();
    leases.kept = false;
    await workOnceLeased('work', options(leases), (signal) =>
      eventually(() => (signal.aborted ? true : undefined)),
    );
  });

  it.concurrent('done all the time goes on until it is stopped', async () => {
    const leases = new Leases();
    const stop = new AbortController();
    await workWhileLeased('work', options(leases), stop.signal, async (signal) => {
      await renewedTwice(leases);
      stop.abort();
      expect(signal.aborted).toBe(true);
    });
    expect(leases.asked.at(-1)).toBe('release');
  });
});

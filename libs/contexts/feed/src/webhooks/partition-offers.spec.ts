import { describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../feed-reader.js';
import { PartitionOffers } from './partition-offers.js';

/** More than is remembered one by one. */
const MANY = 1_001;

function offer(offers: PartitionOffers, from: number, to = from): boolean {
  let isNew = false;
  for (let sequence = from; sequence <= to; sequence++) {
    const entry = { sequence, event: { time: `at ${sequence}` } } as FeedEntry;
    isNew = offers.add(entry, BigInt(sequence - 1));
  }
  return isNew;
}

describe('PartitionOffers', () => {
  it('takes nothing for open that was settled before it was offered', () => {
    const offers = new PartitionOffers();
    offer(offers, 1);
    // the log had the second one before the hub brought it
    offers.settle(2);
    expect(offer(offers, 2)).toBe(false);
    expect(offers.oldest).toBeUndefined();
    expect(offers.isOpen).toBe(false);
    expect(offer(offers, 3)).toBe(true);
    expect(offers.oldest).toEqual({ sequence: 3, before: 2n, time: 'at 3' });
  });

  it('remembers again one by one once all that was too much has been settled', () => {
    const offers = new PartitionOffers();
    offer(offers, 1, MANY);
    offers.settle(MANY);
    expect(offers.oldest).toBeUndefined();
    offer(offers, MANY + 1);
    expect(offers.oldest).toMatchObject({ sequence: MANY + 1 });
  });
});

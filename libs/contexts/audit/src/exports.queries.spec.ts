import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import { within } from './exports.queries.js';

const FROM = '2026-03-02T10:00:00.000Z';

const TO = '2026-03-02T11:00:00.000Z';

/** Positions of the events of a period among events in log order. */
async function positions(
  times: readonly string[],
  period: { readonly from?: string; readonly to?: string } = { from: FROM, to: TO },
  head = BigInt(times.length),
): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const event of within(period, head, log(times))) found.push(Number(event.position));
  return found;
}

async function* log(times: readonly string[]): AsyncGenerator<StoredEvent> {
  for (const [index, time] of times.entries()) {
    await Promise.resolve();
    yield {
      ...{ id: '', type: 'a.Thing.v1', stream: 'a-1', revision: index, data: {} },
      metadata: { at: `2026-03-02T${time}Z` },
      position: BigInt(index + 1),
    };
  }
}

describe('the events of a period', () => {
  it('begin with its first moment and end before its end', async () => {
    const times = ['09:59:59.999', '10:00:00.000', '10:59:59.999', '11:00:00.000', '12:00:00.000'];
    expect(await positions(times)).toEqual([2, 3]);
    expect(await positions(times, { from: FROM })).toEqual([2, 3, 4, 5]);
    expect(await positions(times, { to: TO })).toEqual([1, 2, 3]);
    expect(await positions(times, {})).toEqual([1, 2, 3, 4, 5]);
    expect(await positions(times, {}, 2n)).toEqual([1, 2]);
  });

  it('are complete if clocks differ, with the events in between', async () => {
    const times = [
      ...['10:00:00.100', '09:59:59.800', '10:00:00.200'],
      ...['11:00:00.300', '10:59:59.900', '11:00:00.500', '11:00:01.000', '10:59:59.999'],
      ...['11:00:00.700', '11:00:01.001', '10:59:59.998'],
    ];
    expect(await positions(times)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are none if there is only one before and one after the period', async () => {
    expect(await positions(['09:59:59.999', '11:00:00.000', '11:00:00.001'])).toEqual([]);
  });
});

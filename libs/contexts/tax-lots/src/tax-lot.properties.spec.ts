import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import { input, put } from '../test/tax-lot-fixtures.js';
import type { TaxLot, TaxLotEvent } from './tax-lot.events.js';
import { type PutLot, taxLot } from './tax-lot.js';

const ids = countingIds();

const cents = fc.nat({ max: 100_000 }).map((amount) => (amount / 100).toFixed(2));

/** Mostly valid lots. */
const command = fc
  .record({
    taxYear: fc.constantFrom('2023', '2024', '2025'),
    salePrice: cents,
    shareQuantity: fc.constantFrom('1', '2', '10'),
    netSaleAmount: cents,
    lotReliefStrategyIndicator: fc.constantFrom('F', 'S', 'A'),
  })
  .map((fields): PutLot => put({ ...input, ...fields }));

const commands = fc.array(command, { maxLength: 20 });

const now = '2026-07-01T12:00:00.000Z';

function run(list: readonly PutLot[]): TaxLotEvent[] {
  let state: TaxLot | undefined = taxLot.initial;
  return list.flatMap((next) => {
    const decision = taxLot.decide(next, state, { now, ids });
    if (isRefusal(decision)) return [];
    state = decision.reduce(taxLot.evolve, state);
    return decision;
  });
}

describe('any list of reports of a lot', () => {
  it('a stored lot never uses average cost', () => {
    let seen = 0;
    fc.assert(
      fc.property(commands, (list) => {
        for (const { data } of run(list)) {
          seen += 1;
          expect(data.lot.lotReliefStrategyIndicator).not.toBe('A');
        }
      }),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('each report sent twice leaves the same events, the first of them a report', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const events = run(list);
        expect(run(list.flatMap((next) => [next, next]))).toEqual(events);
        expect(events.map(({ type }) => type === 'taxLot.LotReported')).toEqual(
          events.map((_, index) => index === 0),
        );
      }),
    );
  });
});

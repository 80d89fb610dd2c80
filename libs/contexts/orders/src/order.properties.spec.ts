import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  codesOf,
  type IdSequence,
  isRefusal,
  isTimestamp,
  omit,
  parseDecimal,
} from '#libs/platform/kernel';
import { type OrderState, OrderStates } from '#libs/contexts/codes';
import { countingIds, projectionSpecification } from '#libs/platform/testing';
import { direct, facts, path, placing, recording } from '../test/order-fixtures.js';
import { isOpen, mayBecome, type OrderCommand } from './order-state.js';
import { type OrderDocument, orderDocuments } from './order.document.js';
import { toOrderResponse } from './order.dto.js';
import type { KnownOrder, Order, OrderEvent } from './order.events.js';
import { folioOrder } from './order.js';

const ticker = fc.constantFrom('IBM', 'AAPL', 'BRK.B');

const shares = fc.constantFrom('0.01', '1', '250.5', '999999999999', '0.00000001');

const amount = fc.constantFrom('0.01', '1', '250.5', '999999999999', '0.0001');

const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const state = fc.constantFrom<OrderState>(...codesOf(OrderStates));

const optional = { requiredKeys: [] };

/** A value, or null to clear it. */
const emptiable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);

const securityOrderReport = fc.record(
  {
    securityOrderOid: fc.constantFrom('100000000000002', 'x', null),
    security: ticker.map((one) => ({ ticker: one })),
    side: fc.constantFrom('1' as const, '2' as const),
    state,
    stateReasonCode: fc.constantFrom('305', null),
    filledDollarAmount: emptiable(amount),
    filledShareAmount: shares,
    filledPrice: emptiable(amount),
    commission: emptiable(amount),
    tradeFee: amount,
    limitPrice: emptiable(amount),
    requestedShareAmount: emptiable(shares),
    estimatedDollarAmount: emptiable(amount),
    quoteTimestamp: emptiable(time),
    modificationTimestamp: time,
  },
  optional,
);

const report = fc.record(
  {
    orderType: fc.constantFrom('W' as const, 'D' as const),
    dollarShareBasedIndicator: fc.constantFrom('D' as const, 'S' as const),
    state,
    stateReasonCode: fc.constantFrom('201', '305', null),
    commission: emptiable(amount),
    totalFee: emptiable(amount),
    orderSubType: fc.constantFrom('M' as const, 'L' as const, null),
    executionDate: emptiable(time),
    scheduledWindowDatetime: emptiable(time),
    requestedBuyDollarAmount: emptiable(amount),
    estimatedSellDollarAmount: emptiable(amount),
    filledBuyDollarAmount: emptiable(amount),
    buyLimitPercent: fc.constantFrom('2.5', null),
    tradeOriginatingMemberOid: fc.constantFrom('4711', null),
    modificationTimestamp: time,
    creationMethod: fc.constantFrom('B' as const, 'P' as const),
    securityOrders: fc.array(securityOrderReport, { minLength: 1, maxLength: 4 }),
  },
  optional,
);

const price = fc.constantFrom('0.01', '1', '250.5');

const item = fc.record(
  {
    security: ticker.map((one) => ({ ticker: one })),
    side: fc.constantFrom('1' as const, '2' as const),
    requestedDollarAmount: fc.constantFrom('0.01', '500'),
    requestedShareAmount: shares,
    limitPrice: price,
    stopPrice: price,
  },
  { requiredKeys: ['security', 'side'] },
);

const command: fc.Arbitrary<OrderCommand> = fc.oneof(
  fc
    .record({
      items: fc.array(item, { minLength: 1, maxLength: 3 }),
      orderType: fc.constantFrom('W' as const, 'D' as const, 'L' as const, 'A' as const),
      basis: fc.constantFrom('D' as const, 'S' as const),
      kind: fc.constantFrom('folio' as const, 'nonFolio' as const, 'cash' as const),
    })
    .map(({ items, orderType, basis, kind }) =>
      placing(
        { orderType, dollarShareBasedIndicator: basis, securityOrders: items },
        facts({ kind }),
      ),
    ),
  fc.constant(placing()),
  fc.constant(direct()),
  fc.constant({ type: 'CancelOrder' as const, ...path, input: {} }),
  report.map((input) => recording(input)),
);

interface Step {
  readonly command: OrderCommand;
  readonly now: string;
  readonly before: KnownOrder;
  readonly after: KnownOrder;
  readonly events: readonly OrderEvent[];
}

/** Executes commands an hour apart. */
function run(commands: readonly OrderCommand[]): readonly Step[] {
  let known: KnownOrder;
  return commands.map((one, index) => {
    const before = known;
    const now = new Date(Date.parse('2026-03-02T15:00:00.000Z') + index * 3_600_000).toISOString();
    const decision = folioOrder.decide(one, before, { now, ids: idsOf(index) });
    const events = isRefusal(decision) ? [] : decision;
    known = events.reduce(folioOrder.evolve, before);
    return { command: one, now, before, after: known, events };
  });
}

/** Ids that no other command assigns. */
function idsOf(index: number): IdSequence {
  const ids = countingIds();
  return { ...ids, digits: (length) => `${index + 1}${ids.digits(length - 1)}` };
}

const history = fc.array(command, { minLength: 1, maxLength: 8 });

/** The order as a GET returns it and the back office may send it back. */
const readBack = (order: Order): object => toOrderResponse(order);

/** States of an order and its security orders. */
function statesOf({ state, securityOrders }: Order): string {
  return [state, ...securityOrders.map((one) => one.state)].join();
}

/** An order without its modification times, which never go back. */
function untimed(order: KnownOrder): unknown {
  if (!order) return undefined;
  const securityOrders = order.securityOrders.map((one) => omit(one, 'modificationTimestamp'));
  return { ...omit(order, 'modificationTimestamp'), securityOrders };
}

describe('any list of commands on an order', () => {
  it('states follow the transitions, final ones stay, and a final order has nothing open', () => {
    fc.assert(
      fc.property(history, (commands) => {
        for (const { before, after } of run(commands)) {
          if (before && after) expect(mayBecome(before.state, after.state)).toBe(true);
          if (!after || isOpen(after.state)) continue;
          expect(after.securityOrders.filter((one) => isOpen(one.state))).toEqual([]);
        }
      }),
    );
  });

  it('the identity of an order never changes', () => {
    fc.assert(
      fc.property(history, (commands) => {
        for (const { before, after } of run(commands)) {
          if (!before || !after) continue;
          const { folioOrderOid, folioOrderId, accountNumber, folioNumber, folioOid } = before;
          const { owners, firmId, orderType, creationDate } = before;
          expect(after).toMatchObject({
            ...{ folioOrderOid, folioOrderId, accountNumber, folioNumber, folioOid },
            ...{ owners, firmId, orderType, creationDate },
          });
          const oids = after.securityOrders.map((one) => one.securityOrderOid);
          expect(oids).toEqual(
            expect.arrayContaining(before.securityOrders.map((one) => one.securityOrderOid)),
          );
          expect(new Set(oids).size).toBe(oids.length);
        }
      }),
    );
  });

  it('repeating a report, or what a GET returns, changes nothing', () => {
    fc.assert(
      fc.property(history, (commands) => {
        for (const { command: one, now, after } of run(commands)) {
          if (!after) continue;
          const ids = idsOf(8);
          const later = { now: '2030-01-01T00:00:00.000Z', ids };
          expect(folioOrder.decide(recording(readBack(after)), after, later)).toEqual([]);
          if (one.type !== 'RecordOrder') continue;
          // decided at the same moment: a reported time may still lie ahead, and be past when the report is repeated
          const again = folioOrder.decide(one, after, { now, ids });
          if (!isRefusal(again)) expect(again).toEqual([]);
        }
      }),
    );
  });

  it('sending back an earlier GET restores it, as long as no state has changed', () => {
    fc.assert(
      fc.property(history, (commands) => {
        for (const { command: one, before, after } of run(commands)) {
          if (one.type !== 'RecordOrder' || !before || !after) continue;
          if (statesOf(before) !== statesOf(after)) continue;
          const context = { now: '2030-01-01T00:00:00.000Z', ids: idsOf(8) };
          const decision = folioOrder.decide(recording(readBack(before)), after, context);
          if (isRefusal(decision)) throw new Error('refused');
          const again = decision.reduce<KnownOrder>(folioOrder.evolve, after);
          expect(untimed(again)).toEqual(untimed(before));
        }
      }),
    );
  });

  it('money is a decimal string, timestamps are timestamps', () => {
    fc.assert(
      fc.property(history, (commands) => {
        for (const { after } of run(commands)) {
          for (const one of after ? [after, ...after.securityOrders] : []) {
            for (const [key, value] of Object.entries(one)) {
              if (value === null) continue;
              if (/Amount$|Price$|Fee$|^commission$|Commission$/.test(key)) {
                expect(parseDecimal(String(value))).toBeDefined();
              }
              if (/Date$|Timestamp$/.test(key)) expect(isTimestamp(String(value))).toBe(true);
            }
          }
        }
      }),
    );
  });

  it('the document always agrees with the state of the decider', () => {
    fc.assert(
      fc.property(history, (commands) => {
        const steps = run(commands);
        const events = steps.flatMap((step) => step.events);
        const last = steps.at(-1)?.after;
        projectionSpecification(orderDocuments)
          .given(events)
          .thenDocuments((documents) => {
            const document = documents.get(path.folioOrderOid) as OrderDocument | undefined;
            expect(
              document && { ...document, filledAt: undefined, listing: '', revision: 0 },
            ).toEqual(last && { ...last, listing: '', revision: 0 });
            if (document) expect(document.revision).toBe(events.length - 1);
          });
      }),
    );
  });
});

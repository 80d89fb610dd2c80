import { specification } from '#libs/platform/testing';
import { folioOrder } from '../src/order.js';
import type { Order, OrderContent, OrderEvent } from '../src/order.events.js';
import { accountNumber, folioOrderOid, NOW, type placing } from './order-fixtures.js';

export const orders = specification(folioOrder);

/** The order an accepted command creates. */
export function accepted(command: ReturnType<typeof placing>): Order {
  const results: Order[] = [];
  orders
    .given([])
    .when(command)
    .thenState((state) => state && results.push(state));
  const [result] = results;
  if (!result) throw new Error('no order was created');
  return result;
}

export function refused(command: ReturnType<typeof placing>): readonly string[] {
  const decision = folioOrder.decide(command, undefined, {
    now: NOW,
    ids: { digits: () => '1', alphanumeric: () => '' },
  });
  if (!('problems' in decision)) throw new Error('not refused');
  return decision.problems.map(({ errorCode, field }) =>
    `${errorCode ?? ''} ${field ?? ''}`.trim(),
  );
}

export const LATER = '2026-03-04T10:00:00.000Z';

/** The event of a report at {@link LATER}. */
export const changed = (type: OrderEvent['type'], changes: Partial<OrderContent>): OrderEvent =>
  ({
    type,
    data: {
      folioOrderOid,
      accountNumber,
      changes: { modificationTimestamp: LATER, ...changes },
    },
  }) as OrderEvent;

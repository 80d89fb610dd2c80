import { describe, it } from '@jest/globals';
import { notFound, pathMismatch, ruleProblem } from '#libs/platform/kernel';
import { orders } from '../test/deciding.js';
import { accountNumber, folioOrderOid, placed, securityOrder } from '../test/order-fixtures.js';

describe('PUT …/orders/{oid} with state C', () => {
  const cancelling = (input: object = {}) =>
    ({
      type: 'CancelOrder',
      accountNumber,
      folioNumber: `${accountNumber}03`,
      folioOrderOid,
      input,
    }) as const;
  const later = '2026-03-03T00:00:00.000Z';
  const cancelled = { state: 'C', stateReasonCode: '201', modificationTimestamp: later } as const;

  it('an open order becomes C with reason 201, its open security orders too', () => {
    const filled = securityOrder({ securityOrderOid: '2', state: 'F' });
    orders
      .given([placed({ state: 'P', securityOrders: [securityOrder(), filled] })])
      .at(later)
      .when(cancelling())
      .then([
        {
          type: 'order.OrderCancelled',
          data: {
            folioOrderOid,
            accountNumber,
            changes: { ...cancelled, securityOrders: [securityOrder(cancelled), filled] },
          },
        },
      ]);
  });

  it('cancelling a cancelled order changes nothing', () => {
    orders
      .given([placed({ state: 'C' })])
      .when(cancelling())
      .thenNothing();
  });

  it.each(['F', 'R', 'E'] as const)('only open orders: not one in state %s', (state) => {
    orders
      .given([placed({ state })])
      .when(cancelling())
      .thenRefused([
        ruleProblem('order.not.open.rule', `The order is in state ${state}.`, 'state'),
      ]);
  });

  it('ids must match the path', () => {
    orders
      .given([placed()])
      .when(cancelling({ accountNumber: 'x', folioNumber: 'y', folioOrderOid: 'z' }))
      .thenRefused(['accountNumber', 'folioNumber', 'folioOrderOid'].map(pathMismatch));
  });

  it('an order of another account or folio does not exist', () => {
    for (const elsewhere of [
      { accountNumber: 'RA87654321' },
      { folioNumber: `${accountNumber}04` },
    ]) {
      orders
        .given([placed()])
        .when({ ...cancelling(), ...elsewhere })
        .thenRefused(notFound().problems, 'not_found');
    }
    orders.given([]).when(cancelling()).thenRefused(notFound().problems, 'not_found');
  });
});

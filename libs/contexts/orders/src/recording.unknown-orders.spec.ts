import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  fieldProblem,
  notFound,
  requiredProblem,
  ruleProblem,
} from '#libs/platform/kernel';
import { OrderStates } from '#libs/contexts/codes';
import { LATER, orders } from '../test/deciding.js';
import {
  accountNumber,
  NOW,
  order,
  placed,
  recording,
  securityOrder,
} from '../test/order-fixtures.js';
import { OrderDto } from './order.dto.js';
import type { OrderEvent } from './order.events.js';
import { folioOrder } from './order.js';

const BEFORE = '2026-03-01T10:00:00.000Z';

describe('an unknown order', () => {
  const report = {
    orderType: 'D',
    dollarShareBasedIndicator: 'S',
    securityOrders: [
      {
        security: { ticker: 'IBM' },
        side: '2',
        requestedShareAmount: '3',
        filledDollarAmount: '9',
      },
    ],
  } as const;

  it('is created in any state', () => {
    orders
      .given([])
      .when(recording({ ...report, state: 'F' }))
      .then([
        {
          type: 'order.OrderRecorded',
          data: order({
            orderType: 'D',
            orderSubType: 'M',
            creationMethod: 'B',
            discretionary: false,
            solicited: false,
            dollarShareBasedIndicator: 'S',
            executionDate: NOW,
            requestedBuyDollarAmount: '0.00',
            requestedSellDollarAmount: null,
            estimatedBuyDollarAmount: '0.00',
            estimatedSellDollarAmount: null,
            filledSellDollarAmount: '9.00',
            tradeOriginatingMemberOid: null,
            state: 'F',
            securityOrders: [
              securityOrder({
                side: '2',
                state: 'F',
                dollarShareBasedIndicator: 'S',
                requestedDollarAmount: null,
                requestedShareAmount: '3',
                estimatedDollarAmount: null,
                estimatedShareAmount: '3',
                filledDollarAmount: '9.00',
              }),
            ],
          }),
        },
      ]);
  });

  it.each(codesOf(OrderStates))('the same report again is no event: state %s', (state) => {
    const twice = {
      ...report,
      state,
      securityOrders: [...report.securityOrders, ...report.securityOrders],
    };
    for (const input of [{ ...report, state }, twice]) {
      const decision = folioOrder.decide(recording(input), undefined, {
        now: NOW,
        ids: { alphanumeric: () => '', digits: counter() },
      });
      orders
        .given(decision as readonly OrderEvent[])
        .at(LATER)
        .when(recording(input))
        .thenNothing();
    }
  });

  it('requires type, amount basis and security orders with ticker and side', () => {
    orders
      .given([])
      .when(recording({}))
      .thenRefused(
        ['orderType', 'dollarShareBasedIndicator', 'securityOrders'].map((field) =>
          requiredProblem(field, 'in the first report'),
        ),
      );
    orders
      .given([])
      .when(
        recording({ ...report, securityOrders: [{ side: '1' }, { security: { ticker: 'A' } }] }),
      )
      .thenRefused([
        fieldProblem(
          'ticker',
          FieldCode.Required,
          'securityOrders[0]: It is required in the first report.',
        ),
        fieldProblem(
          'side',
          FieldCode.Required,
          'securityOrders[1]: It is required in the first report.',
        ),
      ]);
  });

  it('a private placement has no ticker', () => {
    const securityOrders = [{ side: '1', requestedDollarAmount: '5000' }] as const;
    orders
      .given([])
      .when(recording({ ...report, creationMethod: 'P', securityOrders }))
      .thenState((state) => expect(state?.securityOrders).toMatchObject([{ ticker: null }]));
  });

  it('folio 01 refuses it, a closed folio if it is open; what has already happened is taken', () => {
    orders
      .given([])
      .when(recording(report, { kind: 'cash' }))
      .thenRefused([ruleProblem('order.cash.folio.rule', 'Folio 01 takes no trades.')]);
    orders
      .given([])
      .when(recording(report, { open: false }))
      .thenRefused([ruleProblem('folio.closed.rule', 'The folio is closed.')]);
    const unlikely = { ...report, orderType: 'W' } as const;
    for (const [input, folio] of [
      [unlikely, { kind: 'nonFolio' }],
      [{ ...unlikely, state: 'F' }, { open: false }],
    ] as const) {
      orders
        .given([])
        .when(recording(input, folio))
        .thenState((state) => expect(state?.orderType).toBe('W'));
    }
  });

  it('a closed account refuses it in any state', () => {
    const problem = ruleProblem('account.closed.rule', 'The account is closed.');
    for (const state of ['O', 'F', 'C'] as const) {
      const command = recording({ ...report, state });
      orders
        .given([])
        .when({ ...command, facts: { ...command.facts, closed: problem } })
        .thenRefused([problem]);
    }
  });
});

it('reported times are not in the future, except for the trading window', () => {
  const ahead = '2099-01-01T00:00:00.000Z';
  const body = {
    creationDate: ahead,
    executionDate: ahead,
    modificationTimestamp: ahead,
    scheduledWindowDatetime: ahead,
    securityOrders: [
      { creationTimestamp: ahead, quoteTimestamp: ahead, modificationTimestamp: ahead },
    ],
  };
  const { problems } = readBody(OrderDto, parseJsonText(JSON.stringify(body)), NOW);
  expect(problems.map(({ field, errorCode }) => `${field} ${errorCode}`).sort()).toEqual(
    [
      'creationDate',
      'executionDate',
      'modificationTimestamp',
      'creationTimestamp',
      'modificationTimestamp',
      'quoteTimestamp',
    ]
      .map((field) => `${field} invalid.date`)
      .sort(),
  );
});

describe('fixed fields', () => {
  it('ids in the path, and origin and creation of the order', () => {
    const message = 'The value differs from the one in the path.';
    orders
      .given([placed()])
      .when(
        recording({
          accountNumber: 'a',
          folioNumber: 'b',
          folioOrderOid: 'c',
          folioOid: 'd',
          folioOrderId: 'e',
          orderType: 'D',
          creationDate: BEFORE,
          securityOrders: [
            {
              securityOrderOid: '100000000000002',
              securityOrderId: 'f',
              side: '2',
              security: { ticker: 'AAPL' },
              creationTimestamp: BEFORE,
            },
          ],
        }),
      )
      .thenRefused([
        ...['accountNumber', 'folioNumber', 'folioOrderOid'].map((field) =>
          ruleProblem('uri.matching.rule', message, field),
        ),
        ...['folioOid', 'folioOrderId', 'orderType', 'creationDate'].map((field) =>
          fieldProblem(field, FieldCode.NotUpdatable),
        ),
        ...['securityOrderId', 'side', 'ticker', 'creationTimestamp'].map((field) =>
          fieldProblem(
            field,
            FieldCode.NotUpdatable,
            'securityOrders[0]: The field cannot be changed.',
          ),
        ),
      ]);
    orders
      .given([])
      .when(
        recording({
          folioOid: '9',
          orderType: 'D',
          dollarShareBasedIndicator: 'S',
          securityOrders: [{ side: '1', security: { ticker: 'IBM' } }],
        }),
      )
      .thenRefused([fieldProblem('folioOid', FieldCode.Value, 'It is not the id of this folio.')]);
  });

  it('nothing of a report that is refused holds', () => {
    const filled = { filledShareAmount: '3', filledDollarAmount: '9', commission: '1.00' };
    const known = placed({
      state: 'F',
      executionDate: NOW,
      filledBuyDollarAmount: '9.00',
      totalCommission: '1.00',
      securityOrders: [securityOrder({ state: 'F', ...filled })],
    });
    const rejection = { state: 'R', stateReasonCode: '202', modificationTimestamp: LATER } as const;
    orders
      .given([known])
      .at(LATER)
      .when({ type: 'RejectOrder', reported: 'F' })
      .thenState((state) => {
        expect(state).toMatchObject({
          ...rejection,
          executionDate: null,
          filledBuyDollarAmount: '0.00',
          totalCommission: '0.00',
          securityOrders: [securityOrder(rejection)],
        });
      });
  });

  it('is not rejected once it has been changed or reported otherwise', () => {
    for (const reported of ['C', 'O', undefined] as const) {
      const command = { type: 'RejectOrder', ...(reported && { reported }) } as const;
      orders
        .given([placed({ state: 'F' })])
        .when(command)
        .thenNothing();
    }
  });

  it('an order of another account or folio does not exist', () => {
    const elsewhere = { folioNumber: `${accountNumber}04` };
    const report = recording({ state: 'F' });
    orders
      .given([placed(elsewhere)])
      .when(report)
      .thenRefused(notFound().problems, 'not_found');
  });

  it('the tax lot relief method must suit the account', () => {
    orders
      .given([placed()])
      .when(recording({ taxlotReliefMethod: 'AVGC' }))
      .thenRefused([fieldProblem('taxlotReliefMethod', FieldCode.Choice)]);
  });
});

function counter(): (length: number) => string {
  let count = 0;
  return (length) => `1${String(++count).padStart(length - 1, '0')}`;
}

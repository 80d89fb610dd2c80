import { describe, expect, it } from '@jest/globals';
import {
  codesOf,
  FieldCode,
  fieldProblem,
  notFound,
  omit,
  type OrderState,
  OrderStates,
  ruleProblem,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  accountNumber,
  folioNumber,
  folioOrderOid,
  NOW,
  order,
  placed,
  recording,
  securityOrder,
} from '../../test/order-fixtures.js';
import { folioOrder } from './order.js';
import type { OrderContent, OrderEvent } from './order.events.js';

const orders = specification(folioOrder);
const later = '2026-03-04T10:00:00.000Z';

const changed = (type: OrderEvent['type'], changes: Partial<OrderContent>): OrderEvent =>
  ({
    type,
    data: {
      folioOrderOid,
      accountNumber,
      changes: { modificationTimestamp: later, ...changes },
    },
  }) as OrderEvent;

const EVENTS = {
  P: 'order.OrderPartlyFilled',
  F: 'order.OrderFilled',
  C: 'order.OrderCancelled',
  R: 'order.OrderRejected',
  E: 'order.OrderExpired',
} as const;
/** Transitions: O→P→F, O/P→C, R, E; final states stay. */
const ALLOWED: Readonly<Record<OrderState, string>> = {
  O: 'PFCRE',
  P: 'FCRE',
  F: '',
  C: '',
  R: '',
  E: '',
};
const pairs = codesOf(OrderStates).flatMap((from) =>
  codesOf(OrderStates).map((to): [OrderState, OrderState] => [from, to]),
);

describe('states from the back office', () => {
  it.each(pairs)('%s → %s', (from, to) => {
    const open = OrderStates[from].open;
    const securityOrders = [securityOrder({ state: open ? 'O' : from })];
    const executionDate = from === 'P' || from === 'F' ? NOW : null;
    const given = orders.given([placed({ state: from, executionDate, securityOrders })]).at(later);
    const then = given.when(recording({ state: to }));
    if (from === to) {
      then.thenNothing();
      return;
    }
    if (!ALLOWED[from].includes(to)) {
      const message = `An order in state ${from} can't become ${to}.`;
      const problems = [ruleProblem('order.state.rule', message, 'state')];
      then.thenRefused(problems);
      return;
    }
    const type = EVENTS[to as keyof typeof EVENTS];
    const ended = !OrderStates[to].open;
    const changes: Partial<OrderContent> = {
      state: to,
      ...(executionDate === null && 'PF'.includes(to) && { executionDate: later }),
      ...(ended && {
        securityOrders: [securityOrder({ state: to, modificationTimestamp: later })],
      }),
    };
    then.then([changed(type, changes)]);
  });

  it('a rejection carries its reason to the security orders', () => {
    orders
      .given([placed()])
      .at(later)
      .when(recording({ state: 'R', stateReasonCode: '305' }))
      .then([
        changed('order.OrderRejected', {
          state: 'R',
          stateReasonCode: '305',
          securityOrders: [
            securityOrder({ state: 'R', stateReasonCode: '305', modificationTimestamp: later }),
          ],
        }),
      ]);
  });

  it('security orders have states of their own, by the same rules', () => {
    const two = [
      securityOrder({ securityOrderOid: '1', state: 'F' }),
      securityOrder({ securityOrderOid: '2' }),
    ];
    const given = orders.given([placed({ state: 'P', securityOrders: two })]).at(later);
    given
      .when(recording({ securityOrders: [{ securityOrderOid: '1', state: 'O' }] }))
      .thenRefused([
        ruleProblem(
          'order.state.rule',
          "securityOrders[0]: a security order in state F can't become O.",
          'state',
        ),
      ]);
    given
      .when(recording({ state: 'F', securityOrders: [{ securityOrderOid: '2', state: 'P' }] }))
      .thenRefused([
        ruleProblem(
          'order.state.rule',
          'An order in state F has no open security orders.',
          'securityOrders',
        ),
      ]);
    given.when(recording({ state: 'C' })).thenState((state) => {
      expect(state?.securityOrders).toMatchObject([{ state: 'F' }, { state: 'C' }]);
    });
  });
});

describe('fills', () => {
  const fill = {
    securityOrderOid: '100000000000002',
    filledDollarAmount: '250',
    filledShareAmount: '1.750',
    filledPrice: '142.857',
    commission: '1',
  };
  const partly = securityOrder({
    filledDollarAmount: '250.00',
    filledShareAmount: '1.75',
    filledPrice: '142.857',
    commission: '1.00',
    modificationTimestamp: later,
  });

  it('by securityOrderOid, or by ticker and side; dollars of the order are added up', () => {
    const rest = omit(fill, 'securityOrderOid');
    for (const report of [fill, { ...rest, security: { ticker: 'IBM' }, side: '1' as const }]) {
      orders
        .given([placed()])
        .at(later)
        .when(recording({ state: 'P', totalCommission: '1', securityOrders: [report] }))
        .then([
          changed('order.OrderPartlyFilled', {
            state: 'P',
            executionDate: later,
            totalCommission: '1.00',
            filledBuyDollarAmount: '250.00',
            securityOrders: [partly],
          }),
        ]);
    }
  });

  it('the same report again is no event; more fills in the same state are an amendment', () => {
    const report = { state: 'P', securityOrders: [fill] } as const;
    const history = [
      placed(),
      changed('order.OrderPartlyFilled', {
        state: 'P',
        executionDate: later,
        filledBuyDollarAmount: '250.00',
        securityOrders: [partly],
      }),
    ];
    orders.given(history).when(recording(report)).thenNothing();
    orders
      .given(history)
      .at('2026-03-05T00:00:00.000Z')
      .when(recording({ securityOrders: [{ ...fill, filledDollarAmount: '300' }] }))
      .then([
        changed('order.OrderAmended', {
          modificationTimestamp: '2026-03-05T00:00:00.000Z',
          filledBuyDollarAmount: '300.00',
          securityOrders: [
            {
              ...partly,
              filledDollarAmount: '300.00',
              modificationTimestamp: '2026-03-05T00:00:00.000Z',
            },
          ],
        }),
      ]);
  });

  it('what is told of the order itself wins over what is added up', () => {
    orders
      .given([placed()])
      .when(recording({ filledBuyDollarAmount: '251', securityOrders: [fill] }))
      .thenState((state) => expect(state?.filledBuyDollarAmount).toBe('251.00'));
  });

  it('a security order that is not known is added', () => {
    const report = { security: { ticker: 'AAPL' }, side: '2', requestedDollarAmount: '5' } as const;
    orders
      .given([placed({ securityOrders: [securityOrder({ securityOrderOid: '1' })] })])
      .when(recording({ securityOrders: [report] }))
      .thenState((state) => {
        expect(state?.securityOrders).toHaveLength(2);
        expect(state?.securityOrders[1]).toMatchObject({ ticker: 'AAPL', state: 'O' });
        expect(state?.requestedSellDollarAmount).toBe('5.00');
      });
  });

  it('the same security order twice in a report', () => {
    orders
      .given([placed()])
      .when(recording({ securityOrders: [fill, fill] }))
      .thenRefused([
        fieldProblem('securityOrders', FieldCode.Value, 'securityOrders[1]: there more than once'),
      ]);
  });
});

describe('modificationTimestamp', () => {
  it('is the one told, when it is another than the known one', () => {
    const told = '2026-02-20T12:00:00.123Z';
    orders
      .given([placed()])
      .at(later)
      .when(recording({ state: 'E', modificationTimestamp: told }))
      .thenState((state) => {
        expect(state).toMatchObject({ modificationTimestamp: told });
        expect(state?.securityOrders[0]?.modificationTimestamp).toBe(told);
      });
    orders
      .given([placed()])
      .at(later)
      .when(recording({ modificationTimestamp: told }))
      .then([changed('order.OrderAmended', { modificationTimestamp: told })]);
  });

  it('is the time of the change when the known one is repeated', () => {
    orders
      .given([placed()])
      .at(later)
      .when(recording({ commission: '1', modificationTimestamp: NOW }))
      .then([changed('order.OrderAmended', { commission: '1.00' })]);
    orders
      .given([placed()])
      .at(later)
      .when(recording({ modificationTimestamp: NOW }))
      .thenNothing();
  });
});

describe('an order that is not known', () => {
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

  it('is created, in whatever state', () => {
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
        ids: { uuid: () => '', alphanumeric: () => '', digits: counter() },
      });
      orders
        .given(decision as readonly OrderEvent[])
        .at(later)
        .when(recording(input))
        .thenNothing();
    }
  });

  it('needs type, amount basis and security orders with ticker and side', () => {
    orders
      .given([])
      .when(recording({}))
      .thenRefused(
        ['orderType', 'dollarShareBasedIndicator', 'securityOrders'].map((field) =>
          fieldProblem(field, FieldCode.Required),
        ),
      );
    orders
      .given([])
      .when(
        recording({ ...report, securityOrders: [{ side: '1' }, { security: { ticker: 'A' } }] }),
      )
      .thenRefused([
        fieldProblem('ticker', FieldCode.Required, 'securityOrders[0]'),
        fieldProblem('side', FieldCode.Required, 'securityOrders[1]'),
      ]);
  });

  it('a private placement has no ticker', () => {
    const securityOrders = [{ side: '1', requestedDollarAmount: '5000' }] as const;
    orders
      .given([])
      .when(recording({ ...report, creationMethod: 'P', securityOrders }))
      .thenState((state) => expect(state?.securityOrders).toMatchObject([{ ticker: null }]));
  });

  it('folio 01 takes none; 02 and a closed folio do, for this has happened', () => {
    orders
      .given([])
      .when(recording(report, { kind: 'cash' }))
      .thenRefused([ruleProblem('order.cash.folio.rule', 'Folio 01 takes no trades.')]);
    const unlikely = { ...report, orderType: 'W' } as const;
    orders
      .given([])
      .when(recording(unlikely, { kind: 'nonFolio', open: false }))
      .thenState((state) => expect(state?.orderType).toBe('W'));
  });
});

describe('what never changes', () => {
  it('ids of the path, and where and when the order came from', () => {
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
          creationDate: later,
          securityOrders: [
            {
              securityOrderOid: '100000000000002',
              securityOrderId: 'f',
              side: '2',
              security: { ticker: 'AAPL' },
              creationTimestamp: later,
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
          fieldProblem(field, FieldCode.NotUpdatable, 'securityOrders[0]'),
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
      .thenRefused([fieldProblem('folioOid', FieldCode.Value, 'Not the id of this folio.')]);
  });

  it('an order of another account or folio, or without them, is not there', () => {
    const elsewhere = { folioNumber: `${accountNumber}04` };
    const report = recording({ state: 'F' });
    orders
      .given([placed(elsewhere)])
      .when(report)
      .thenRefused(notFound().problems, 'not_found');
    orders
      .given([placed({ folioNumber })])
      .when({ ...report, facts: undefined })
      .thenRefused(notFound().problems, 'not_found');
  });

  it('what was wrong with the body comes along', () => {
    const problems = [fieldProblem('state', FieldCode.Choice)];
    orders
      .given([placed()])
      .when({ ...recording({}), problems })
      .thenRefused(problems);
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

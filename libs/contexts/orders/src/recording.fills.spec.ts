import { describe, expect, it } from '@jest/globals';
import { FieldCode, fieldProblem, omit, type Problem, ruleProblem } from '#libs/platform/kernel';
import { changed, LATER, orders } from '../test/deciding.js';
import { NOW, placed, recording, securityOrder } from '../test/order-fixtures.js';
import { orderRules, type RecordOrder } from './order-state.js';

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
    modificationTimestamp: LATER,
  });

  it('match by securityOrderOid, or by ticker and side; dollars of the order are summed', () => {
    const rest = omit(fill, 'securityOrderOid');
    for (const report of [fill, { ...rest, security: { ticker: 'IBM' }, side: '1' as const }]) {
      orders
        .given([placed()])
        .at(LATER)
        .when(recording({ state: 'P', totalCommission: '1', securityOrders: [report] }))
        .then([
          changed('order.OrderPartlyFilled', {
            state: 'P',
            executionDate: LATER,
            totalCommission: '1.00',
            filledBuyDollarAmount: '250.00',
            securityOrders: [partly],
          }),
        ]);
    }
  });

  it('an order cancelled after a partial fill has an execution time too', () => {
    const state = 'C';
    const reported = { state, totalCommission: '1', securityOrders: [fill] } as const;
    const whole = { state, filledBuyDollarAmount: '250' } as const;
    for (const report of [reported, whole, { ...reported, executionDate: null }]) {
      orders
        .given([placed()])
        .at(LATER)
        .when(recording(report))
        .thenState((order) => expect(order).toMatchObject({ state, executionDate: LATER }));
    }
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ state }))
      .thenState((order) => expect(order).toMatchObject({ state, executionDate: null }));
  });

  it('repeating a report leaves no event; more fills in the same state are an amendment', () => {
    const report = { state: 'P', securityOrders: [fill] } as const;
    const history = [
      placed(),
      changed('order.OrderPartlyFilled', {
        state: 'P',
        executionDate: LATER,
        totalCommission: '1.00',
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

  it('commissions and fees of the order are summed if reported for a security order', () => {
    const two = [
      securityOrder({ securityOrderOid: '1', commission: '4.95', tradeFee: '0.02' }),
      securityOrder({ securityOrderOid: '2' }),
    ];
    const given = orders.given([
      placed({ totalCommission: '4.95', totalFee: '0.02', securityOrders: two }),
    ]);
    given
      .when(
        recording({ securityOrders: [{ securityOrderOid: '2', commission: '1', secFee: '0.5' }] }),
      )
      .thenState((state) => {
        expect(state).toMatchObject({ totalCommission: '5.95', totalFee: '0.52' });
      });
    given
      .when(recording({ securityOrders: [{ securityOrderOid: '2', filledDollarAmount: '5' }] }))
      .thenState((state) => {
        expect(state).toMatchObject({ totalCommission: '4.95', totalFee: '0.02' });
      });
    const first = { securityOrderOid: '1', commission: '2' };
    given
      .when(recording({ securityOrders: [first, { securityOrderOid: '2', filledPrice: '5' }] }))
      .thenState((state) => expect(state?.totalCommission).toBe('2.00'));
    orders
      .given([placed({ totalCommission: '9.99', totalFee: '9.98', securityOrders: two })])
      .when(recording({ securityOrders: [{ securityOrderOid: '2', filledDollarAmount: '5' }] }))
      .thenState((state) => {
        expect(state).toMatchObject({ totalCommission: '9.99', totalFee: '9.98' });
      });
    const reported = { totalCommission: '9', totalFee: '8' };
    given
      .when(
        recording({ ...reported, securityOrders: [{ securityOrderOid: '2', commission: '1' }] }),
      )
      .thenState((state) => {
        expect(state).toMatchObject({ totalCommission: '9.00', totalFee: '8.00' });
      });
  });

  it('a reported total wins over the sum', () => {
    orders
      .given([placed()])
      .when(recording({ filledBuyDollarAmount: '251', securityOrders: [fill] }))
      .thenState((state) => expect(state?.filledBuyDollarAmount).toBe('251.00'));
  });

  it('null clears a reported total, but not what security orders have filled', () => {
    const filled = securityOrder({ state: 'F', filledDollarAmount: '250.00' });
    for (const [securityOrders, left] of [
      [[filled], '250.00'],
      [[], null],
    ] as const) {
      orders
        .given([placed({ filledBuyDollarAmount: '251.00', securityOrders })])
        .when(recording({ filledBuyDollarAmount: null }))
        .thenState((state) => expect(state?.filledBuyDollarAmount).toBe(left));
    }
  });

  it('purchases and sales of one security are kept apart', () => {
    const both = [
      securityOrder({ securityOrderOid: '1' }),
      securityOrder({ securityOrderOid: '2', side: '2' }),
    ];
    const sold = { security: { ticker: 'IBM' }, side: '2', filledDollarAmount: '5' } as const;
    orders
      .given([placed({ securityOrders: both })])
      .when(recording({ securityOrders: [sold] }))
      .thenState((state) => {
        const filled = state?.securityOrders.map(({ filledDollarAmount }) => filledDollarAmount);
        expect(filled).toEqual(['0.00', '5.00']);
        expect(state).toMatchObject({
          filledBuyDollarAmount: '0.00',
          filledSellDollarAmount: '5.00',
        });
      });
  });

  it('a reported security order ends with its order, for the same reason; until then it keeps its own', () => {
    const reported = { securityOrderOid: '100000000000002', filledDollarAmount: '5' };
    const first = (state: 'P' | 'R') =>
      orders
        .given([placed()])
        .when(recording({ state, stateReasonCode: '305', securityOrders: [reported] }));
    first('R').thenState((state) => {
      expect(state?.securityOrders).toMatchObject([{ state: 'R', stateReasonCode: '305' }]);
    });
    first('P').thenState((state) => {
      expect(state?.stateReasonCode).toBe('305');
      expect(state?.securityOrders).toMatchObject([{ state: 'O', stateReasonCode: null }]);
    });
  });

  it('an unknown security order is added', () => {
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
        fieldProblem(
          'securityOrders',
          FieldCode.Value,
          'securityOrders[1]: It appears more than once.',
        ),
      ]);
  });

  it('the same security order twice in a report, once by its oid and once by ticker and side', () => {
    const unnamed = { security: { ticker: 'IBM' }, side: '1', filledDollarAmount: '5' } as const;
    for (const [securityOrders, index] of [
      [[fill, unnamed], 1],
      [[unnamed, fill], 0],
    ] as const) {
      const message = `securityOrders[${index}]: It appears more than once.`;
      orders
        .given([placed()])
        .when(recording({ securityOrders }))
        .thenRefused([fieldProblem('securityOrders', FieldCode.Value, message)]);
    }
  });

  it('an item matches by ticker and side only what no other item names', () => {
    const second = { securityOrderOid: '7', security: { ticker: 'IBM' }, side: '1' } as const;
    const unnamed = { security: { ticker: 'IBM' }, side: '1', filledDollarAmount: '5' } as const;
    for (const securityOrders of [
      [second, unnamed],
      [unnamed, second],
    ]) {
      orders
        .given([placed()])
        .when(recording({ securityOrders }))
        .thenState((state) => {
          expect(state?.securityOrders).toMatchObject([
            { securityOrderOid: '100000000000002', filledDollarAmount: '5.00' },
            { securityOrderOid: '7', filledDollarAmount: '0.00' },
          ]);
        });
    }
  });
});

describe('null', () => {
  const wrong = {
    stateReasonCode: '300',
    orderSubType: 'L',
    scheduledWindowDatetime: LATER,
    executionDate: LATER,
    buyLimitPercent: '2.5',
    requestedSellDollarAmount: '7.00',
    tradeOriginatingMemberOid: '4712',
    securityOrders: [
      securityOrder({ limitPrice: '5.00', filledPrice: '5.00', quoteTimestamp: LATER }),
    ],
  } as const;

  it('clears fields that may be empty', () => {
    const { securityOrders, ...fields } = wrong;
    const emptied = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
    const security = { limitPrice: null, filledPrice: null, quoteTimestamp: null };
    const { securityOrderOid } = securityOrders[0];
    orders
      .given([placed(wrong)])
      .at(LATER)
      .when(recording({ ...emptied, securityOrders: [{ securityOrderOid, ...security }] }))
      .then([
        changed('order.OrderAmended', {
          ...emptied,
          securityOrders: [securityOrder({ modificationTimestamp: LATER })],
        }),
      ]);
  });

  it('is ignored for fields that are never empty, and for the execution time of fills', () => {
    const report = {
      ...{ state: null, commission: null, discretionary: null, filledBuyDollarAmount: null },
      executionDate: null,
      securityOrders: [
        { securityOrderOid: '100000000000002', filledDollarAmount: null, state: null },
      ],
    };
    const filled = securityOrder({ state: 'F' });
    orders
      .given([placed({ state: 'F', executionDate: NOW, securityOrders: [filled] })])
      .when(recording(report))
      .thenNothing();
  });
});

describe('more shares of an order that was over', () => {
  const oid = { securityOrderOid: '100000000000002' };
  const partly = securityOrder({ state: 'C', filledShareAmount: '1' });
  const given = () => orders.given([placed({ state: 'C', securityOrders: [partly] })]);
  const accountClosed = ruleProblem('account.closed.rule');
  const folioClosed = orderRules.broken('folio.closed.rule');
  const closedBy = (report: object, closed?: Problem, open = true): RecordOrder => {
    const command = recording({ securityOrders: [{ ...oid, ...report }] }, { open });
    return { ...command, facts: { ...command.facts, ...(closed && { closed }) } };
  };

  it('are refused on a closed account, and in a closed folio', () => {
    const more = { filledShareAmount: '1.5' };
    given().when(closedBy(more, accountClosed)).thenRefused([accountClosed]);
    given()
      .when(closedBy(more, undefined, false))
      .thenRefused([folioClosed]);
    const another = { securityOrders: [{ security: { ticker: 'VTI' }, side: '1', ...more }] };
    given()
      .when(recording(another, { open: false }))
      .thenRefused([folioClosed]);
    given()
      .when(closedBy(more))
      .thenState((order) => expect(order?.securityOrders).toMatchObject([more]));
  });

  it.each([{ filledShareAmount: '1.00' }, { filledShareAmount: '0' }, { filledPrice: '9' }])(
    'are not %j',
    (report) => {
      given()
        .when(closedBy(report, accountClosed, false))
        .thenState((order) => expect(order?.state).toBe('C'));
    },
  );

  it('taken back are as they were before', () => {
    const before = { securityOrders: [partly], modificationTimestamp: NOW };
    const more = securityOrder({ state: 'C', filledShareAmount: '2' });
    orders
      .given([placed({ state: 'C', securityOrders: [more] })])
      .when({ type: 'RestoreOrder', changes: before })
      .then([changed('order.OrderAmended', before)]);
    // what was reported since stays, if the shares are no longer there
    const since = securityOrder({ state: 'C', filledShareAmount: '1', filledPrice: '9' });
    orders
      .given([placed({ state: 'C', securityOrders: [since] })])
      .when({ type: 'RestoreOrder', changes: before })
      .thenNothing();
  });
});

describe('modificationTimestamp', () => {
  it('is the reported one if it differs from the known one', () => {
    const reported = '2026-02-20T12:00:00.123Z';
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ state: 'E', modificationTimestamp: reported }))
      .thenState((state) => {
        expect(state).toMatchObject({ modificationTimestamp: reported });
        expect(state?.securityOrders[0]?.modificationTimestamp).toBe(reported);
      });
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ modificationTimestamp: reported }))
      .then([changed('order.OrderAmended', { modificationTimestamp: reported })]);
  });

  it('of a security order is the reported one too', () => {
    const reported = '2026-02-20T12:00:00.123Z';
    const report = { securityOrderOid: '100000000000002', modificationTimestamp: reported };
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ securityOrders: [{ ...report, filledDollarAmount: '5' }] }))
      .thenState((state) => {
        expect(state?.securityOrders).toMatchObject([
          { filledDollarAmount: '5.00', modificationTimestamp: reported },
        ]);
      });
  });

  it('is the time of the change if the known one is repeated', () => {
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ commission: '1', modificationTimestamp: NOW }))
      .then([changed('order.OrderAmended', { commission: '1.00' })]);
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ modificationTimestamp: NOW }))
      .thenNothing();
  });
});

import { describe, expect, it } from '@jest/globals';
import { codesOf, ruleProblem } from '#libs/platform/kernel';
import { type OrderState, OrderStates } from '#libs/contexts/codes';
import { changed, LATER, orders } from '../test/deciding.js';
import { NOW, placed, recording, securityOrder } from '../test/order-fixtures.js';
import type { OrderContent } from './order.events.js';

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
    const given = orders.given([placed({ state: from, executionDate, securityOrders })]).at(LATER);
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
      ...(executionDate === null && 'PF'.includes(to) && { executionDate: LATER }),
      ...(ended && {
        securityOrders: [securityOrder({ state: to, modificationTimestamp: LATER })],
      }),
    };
    then.then([changed(type, changes)]);
  });

  it('a rejection passes its reason to the security orders', () => {
    orders
      .given([placed()])
      .at(LATER)
      .when(recording({ state: 'R', stateReasonCode: '305' }))
      .then([
        changed('order.OrderRejected', {
          state: 'R',
          stateReasonCode: '305',
          securityOrders: [
            securityOrder({ state: 'R', stateReasonCode: '305', modificationTimestamp: LATER }),
          ],
        }),
      ]);
  });

  it('security orders have their own states, under the same rules', () => {
    const two = [
      securityOrder({ securityOrderOid: '1', state: 'F' }),
      securityOrder({ securityOrderOid: '2' }),
    ];
    const given = orders.given([placed({ state: 'P', securityOrders: two })]).at(LATER);
    given
      .when(recording({ securityOrders: [{ securityOrderOid: '1', state: 'O' }] }))
      .thenRefused([
        ruleProblem(
          'order.state.rule',
          "securityOrders[0]: A security order in state F can't become O.",
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

import { type OrderState, OrderStates, Published } from '#libs/platform/kernel';
import {
  defineEvents,
  type EventData,
  fieldsIn,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import type { OrderEvent } from './domain/order.events.js';

const changes = fieldsIn('changes');

const folioNumber = Published.text('Full number of the folio');
const order = {
  folioOrderOid: Published.text('Id of the order'),
  state: Published.code(OrderStates, 'State of the order'),
};
const path = '/orders/{folioOrderOid}';
const stateChanged = Published.event(
  'brokerage.order.state-changed.v1',
  'An order has another state.',
  order,
  path,
);

/** A state transition; `outcome` if it ends the order. */
const stateChange = (state: OrderState, title: string, outcome?: Reason['outcome']) => ({
  history: {
    title,
    subjects: ofAccount,
    fields: changes,
    ...(outcome && { reason: (data: EventData) => reason(outcome, data) }),
  },
  publishes: stateChanged.with<{ readonly folioOrderOid: string }>(() => ({ state })),
});

function reason(outcome: Reason['outcome'], data: EventData): Reason {
  const code = textOf((data['changes'] ?? {}) as EventData, 'stateReasonCode');
  return { outcome, ...(code !== '' && { code }) };
}

/** Event definitions of stream `folioOrder-{folioOrderOid}`. None holds personal data. */
export const orderEvents = defineEvents<OrderEvent>({
  'order.OrderPlaced': {
    history: { title: 'Order placed', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.order.placed.v1',
      'An order was placed.',
      { folioNumber, ...order },
      path,
    ),
  },
  'order.OrderRecorded': {
    history: { title: 'Order reported', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.order.reported.v1',
      'The back office reported a new order.',
      { folioNumber, ...order },
      path,
    ),
  },
  'order.OrderAmended': {
    history: { title: 'Order amended', subjects: ofAccount, fields: changes },
    publishes: Published.event(
      'brokerage.order.amended.v1',
      'Details of an order changed, but not its state.',
      { folioOrderOid: order.folioOrderOid },
      path,
    ),
  },
  'order.OrderPartlyFilled': stateChange('P', 'Order partly filled'),
  'order.OrderFilled': stateChange('F', 'Order filled'),
  'order.OrderCancelled': stateChange('C', 'Order cancelled', 'cancelled'),
  'order.OrderRejected': stateChange('R', 'Order rejected', 'rejected'),
  'order.OrderExpired': stateChange('E', 'Order expired', 'cancelled'),
});

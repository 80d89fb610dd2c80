import {
  defineEvents,
  type EventData,
  fieldsIn,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import type { OrderEvent } from './domain/order.events.js';

const orderReason =
  (outcome: Reason['outcome']) =>
  (data: EventData): Reason => {
    const code = textOf((data['changes'] ?? {}) as EventData, 'stateReasonCode');
    return { outcome, ...(code !== '' && { code }) };
  };

const changes = fieldsIn('changes');

/** How the events of stream `folioOrder-{folioOrderOid}` are stored. None holds personal data. */
export const orderEvents = defineEvents<OrderEvent>({
  'order.OrderPlaced': { history: { title: 'Order placed', subjects: ofAccount } },
  'order.OrderRecorded': { history: { title: 'Order reported', subjects: ofAccount } },
  'order.OrderAmended': {
    history: { title: 'Order amended', subjects: ofAccount, fields: changes },
  },
  'order.OrderPartlyFilled': {
    history: { title: 'Order partly filled', subjects: ofAccount, fields: changes },
  },
  'order.OrderFilled': { history: { title: 'Order filled', subjects: ofAccount, fields: changes } },
  'order.OrderCancelled': {
    history: {
      title: 'Order cancelled',
      subjects: ofAccount,
      fields: changes,
      reason: orderReason('cancelled'),
    },
  },
  'order.OrderRejected': {
    history: {
      title: 'Order rejected',
      subjects: ofAccount,
      fields: changes,
      reason: orderReason('rejected'),
    },
  },
  'order.OrderExpired': {
    history: {
      title: 'Order expired',
      subjects: ofAccount,
      fields: changes,
      reason: orderReason('cancelled'),
    },
  },
});

import { defineEvents } from '#libs/platform/event-store';
import type { OrderEvent } from './domain/order.events.js';

/** How the events of stream `folioOrder-{folioOrderOid}` are stored. None holds personal data. */
export const orderEvents = defineEvents<OrderEvent>({
  'order.OrderPlaced': { version: 1 },
  'order.OrderRecorded': { version: 1 },
  'order.OrderAmended': { version: 1 },
  'order.OrderPartlyFilled': { version: 1 },
  'order.OrderFilled': { version: 1 },
  'order.OrderCancelled': { version: 1 },
  'order.OrderRejected': { version: 1 },
  'order.OrderExpired': { version: 1 },
});

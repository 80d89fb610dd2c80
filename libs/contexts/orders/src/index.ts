export type { Order, OrderEvent } from './domain/order.events.js';
export { folioOrder } from './domain/order.js';
export { orderRules } from './domain/order-rules.js';
export { orders } from './orders.context.js';
export { RecordOrderCommand } from './use-cases/record-order.js';

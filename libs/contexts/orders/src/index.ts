export type { Order, OrderEvent } from './domain/order.events.js';
export { folioOrder } from './domain/order.js';
export { orderRules } from './domain/order-rules.js';
export { OrdersModule } from './orders.module.js';
export { RecordOrderCommand } from './use-cases/record-order.js';

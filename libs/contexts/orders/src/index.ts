export { orderRules } from './order-state.js';
export type { Order, OrderEvent } from './order.events.js';
export { RecordOrderCommand } from './order.handlers.js';
export { folioOrder } from './order.js';
export { OrdersModule } from './orders.module.js';

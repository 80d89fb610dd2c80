export type * from './domain/order.commands.js';
export type * from './domain/order.events.js';
export { folioOrder } from './domain/order.js';
export * from './read-models/order.document.js';
export { OrderSurroundings } from './order-surroundings.js';
export { orderRules } from './domain/order-rules.js';
export { orders } from './orders.context.js';
export { OrdersModule } from './orders.module.js';

import { defineContext } from '#libs/platform/service';
import { orderDocuments } from './read-models/order.document.js';
import { orderEvents } from './order.registry.js';
import { OrdersModule } from './orders.module.js';

/** Folio orders: placed and cancelled by clients, filled by the back office. */
export const orders = defineContext({
  name: 'orders',
  events: [orderEvents],
  projections: [orderDocuments],
  module: OrdersModule,
});

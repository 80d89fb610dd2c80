import { closingCheck } from '#libs/contexts/accounts';
import { defineContext } from '#libs/platform/service';
import {
  AccountOrdersController,
  BackofficeOrdersController,
  OrdersController,
} from './http/orders.controller.js';
import { MemberOrdersController } from './http/member-orders.controller.js';
import { isOpen } from './domain/order-codes.js';
import { orderEvents } from './order.registry.js';
import { orderDocuments, OrderIndex } from './read-models/order.document.js';
import { LookAgainAtOrder, openOrder } from './reactions/look-again-at-order.js';
import { CancelOrderHandler } from './use-cases/cancel-order.js';
import { PlaceOrderHandler } from './use-cases/place-order.js';
import { RecordOrderHandler } from './use-cases/record-order.js';

const OrdersOpen = closingCheck(
  orderDocuments,
  OrderIndex.Folio,
  (order) => isOpen(order.state) && openOrder(order),
  { folios: true },
);

/** Folio orders: placed and cancelled by clients, filled by the back office. */
export const orders = defineContext({
  name: 'orders',
  events: [orderEvents],
  projections: [orderDocuments],
  controllers: [
    OrdersController,
    AccountOrdersController,
    MemberOrdersController,
    BackofficeOrdersController,
  ],
  useCases: [CancelOrderHandler, PlaceOrderHandler, RecordOrderHandler],
  providers: [OrdersOpen],
  reactions: [LookAgainAtOrder],
});

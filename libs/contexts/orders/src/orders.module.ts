import { Module } from '@nestjs/common';
import { AccountOrdersController } from './http/account-orders.controller.js';
import { BackofficeOrdersController } from './http/backoffice-orders.controller.js';
import { MemberOrdersController } from './http/member-orders.controller.js';
import { OrderReaders } from './order-readers.js';
import { OrdersController } from './http/orders.controller.js';
import { OrdersOpen } from './orders-open.js';
import { CancelOrderHandler } from './use-cases/cancel-order.js';
import { PlaceOrderHandler } from './use-cases/place-order.js';
import { RecordOrderHandler } from './use-cases/record-order.js';

/** Folio orders: their routes and use cases. */
@Module({
  controllers: [
    OrdersController,
    AccountOrdersController,
    MemberOrdersController,
    BackofficeOrdersController,
  ],
  providers: [OrderReaders, OrdersOpen, CancelOrderHandler, PlaceOrderHandler, RecordOrderHandler],
})
export class OrdersModule {}

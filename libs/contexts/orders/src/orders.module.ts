import { Module } from '@nestjs/common';
import { AccountOrdersController } from './http/account-orders.controller.js';
import { BackofficeOrdersController } from './http/backoffice-orders.controller.js';
import { MemberOrdersController } from './http/member-orders.controller.js';
import { OrderSurroundings } from './order-surroundings.js';
import { OrdersController } from './http/orders.controller.js';
import { OrdersOpen } from './orders-open.js';

/** Folio orders: their routes, and what a command on an order has to know. */
@Module({
  controllers: [
    OrdersController,
    AccountOrdersController,
    MemberOrdersController,
    BackofficeOrdersController,
  ],
  providers: [OrderSurroundings, OrdersOpen],
  exports: [OrderSurroundings],
})
export class OrdersModule {}

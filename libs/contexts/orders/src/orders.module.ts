import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { FoliosModule } from '#libs/contexts/folios';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
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
  { ofFolios: true },
);

/** Folio orders: placed and cancelled by clients, filled by the back office. */
@Module({
  imports: [
    AccountsModule,
    FoliosModule,
    MembersModule,
    EventSourcingModule.forFeature({ events: [orderEvents], projections: [orderDocuments] }),
  ],
  controllers: [
    OrdersController,
    AccountOrdersController,
    MemberOrdersController,
    BackofficeOrdersController,
  ],
  providers: [
    CancelOrderHandler,
    PlaceOrderHandler,
    RecordOrderHandler,
    OrdersOpen,
    LookAgainAtOrder,
  ],
})
export class OrdersModule {}

import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { FoliosModule } from '#libs/contexts/folios';
import { closingCheck, AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import {
  AccountOrdersController,
  BackofficeOrdersController,
  MemberOrdersController,
  OrdersController,
} from './orders.controller.js';
import { isOpen } from './order-state.js';
import { orderEvents } from './order.events.js';
import { orderDocuments, OrderIndex } from './order.document.js';
import { FillsUnreported } from './order.facts.js';
import { LookAgainAtOrder, openOrder } from './order.reactions.js';
import { PlaceOrderHandler, RecordOrderHandler } from './order.handlers.js';

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
  providers: [PlaceOrderHandler, RecordOrderHandler, OrdersOpen, FillsUnreported, LookAgainAtOrder],
})
export class OrdersModule {}

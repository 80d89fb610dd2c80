import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountRules,
  type AccountView,
  OnAccount,
  OnClosedToo,
  TheAccount,
} from '#libs/contexts/accounts';
import { type FolioDocument, requireFolio, OnFolio, TheFolio } from '#libs/contexts/folios';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Response,
  Context,
  Describes,
  listAnswer,
  RefusedException,
  type RequestContext,
  resourcePath,
  type RowRequest,
  sortOf,
  throwIfRefused,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow } from '#libs/platform/service';
import {
  type OrderDocument,
  orderDocuments,
  OrderIndex,
  toOrderResponse,
} from '../read-models/order.document.js';
import { orderRules } from '../domain/order-rules.js';
import { CancelOrderCommand } from '../use-cases/cancel-order.js';
import { PlaceOrderCommand } from '../use-cases/place-order.js';
import {
  CancelOrderDto,
  CreateOrderDto,
  FolioOrdersQuery,
  OrderResponse,
  OrderDto,
} from './order.dto.js';
import { RecordOrderCommand } from '../use-cases/record-order.js';
import { OnOrder, TheOrder } from '../order.guard.js';

/** Client routes for the orders of a folio ([order.placing]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/orders')
export class OrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post()
  @OnAccount('trade')
  @OnFolio()
  @Describes('Create a folio order', {
    request: {
      orderType: 'W',
      discretionary: false,
      solicited: true,
      dollarShareBasedIndicator: 'D',
      securityOrders: [{ security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '500.00' }],
    },
    errors: {
      ...orderRules.of(
        'folio.closed.rule',
        'order.cash.folio.rule',
        'order.direct.only.rule',
        'order.positions.rule',
        'order.type.rule',
        'order.whole.shares.rule',
      ),
      ...accountRules.of('account.restricted.rule'),
    },
  })
  async create(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: CreateOrderDto,
  ) {
    const { accountNumber } = account;
    const outcome = await this.commands.execute(
      new PlaceOrderCommand({ account, folioNumber, input }, context),
    );
    const { folioOrderOid } = dataOf(outcome, 'order.OrderPlaced');
    const folioPath = resourcePath`/restapi/accounts/${accountNumber}/folios/${folioNumber}`;
    return Response.created(folioPath + resourcePath`/orders/${folioOrderOid}`, outcome);
  }

  /** Open and closed orders, newest first. */
  @Get()
  @OnAccount('details')
  @OnFolio()
  @Describes('List the orders of a folio', { shape: OrderResponse, list: true })
  list(
    @TheFolio() { accountNumber, folioNumber }: FolioDocument,
    @Context() { consistency }: RequestContext,
    @Query() query: FolioOrdersQuery,
  ) {
    const filter = query;
    const { state, from, to, sort } = filter;
    const selection = {
      index: OrderIndex.Folio,
      equals: [accountNumber, folioNumber],
      order: sortOf(sort).order,
      ...((from ?? to) !== undefined && {
        range: {
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to, toExclusive: true }),
        },
      }),
    };
    return listAnswer(filter, {
      page: this.readModels.of(orderDocuments).pages(selection, consistency),
      keep: state && ((order: OrderDocument) => state.includes(order.state)),
      show: toOrderResponse,
    });
  }

  @Get(':oid')
  @OnAccount('details')
  @OnOrder()
  @Describes('Get a folio order', { shape: OrderResponse })
  get(@TheOrder() order: OrderDocument) {
    return Response.ok(toOrderResponse(order), { revision: order.revision });
  }

  /** Also allowed on a restricted account. */
  @Put(':oid')
  @OnAccount('trade')
  @OnClosedToo()
  @OnOrder()
  @Describes('Cancel a folio order', { errors: orderRules.of('order.not.open.rule') })
  async cancel(
    @Param('folionumber') folioNumber: string,
    @Param('oid') folioOrderOid: string,
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Body() input: CancelOrderDto,
  ) {
    const path = { accountNumber, folioNumber, folioOrderOid };
    const command = new CancelOrderCommand({ ...path, input }, context);
    return Response.updated(await this.commands.execute(command));
  }
}

/** An order by its id alone, for readers of published events, which don't name the folio. */
@Controller('restapi/accounts/:accountnumber/orders')
export class AccountOrdersController {
  @Get(':oid')
  @OnAccount('details')
  @OnOrder()
  @Describes('Get a folio order of an account', { shape: OrderResponse })
  get(@TheOrder() order: OrderDocument) {
    return Response.ok(toOrderResponse(order), { revision: order.revision });
  }
}

/** Back office route for orders ([back-office.orders]). */
@Controller()
export class BackofficeOrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/folios/:folionumber/orders/:oid', {
    summary: 'Record the state of a folio order, or an order placed elsewhere',
    body: OrderDto,
    partition: ({ oid }) => `order ${oid}`,
    request: {
      orderType: 'W',
      dollarShareBasedIndicator: 'D',
      state: 'F',
      executionDate: '2026-03-02T15:00:00.000+00:00',
      securityOrders: [
        {
          security: { ticker: 'IBM' },
          side: '1',
          state: 'F',
          requestedDollarAmount: '500.00',
          filledDollarAmount: '500.00',
          filledShareAmount: '3.5088',
          filledPrice: '142.50',
        },
      ],
    },
    errors: {
      ...orderRules.of('folio.closed.rule', 'order.cash.folio.rule', 'order.state.rule'),
      ...accountRules.of('account.closed.rule'),
    },
  })
  async put({
    params: { accountnumber: accountNumber, folionumber: folioNumber, oid: folioOrderOid },
    body,
    context,
  }: RowRequest<OrderDto, 'accountnumber' | 'folionumber' | 'oid'>) {
    if (!isOid(folioOrderOid)) throw new RefusedException(notFound());
    const input = await body.of(() => requireFolio(this.aggregates, accountNumber, folioNumber));
    const path = { accountNumber, folioNumber, folioOrderOid };
    const command = new RecordOrderCommand({ ...path, input }, context);
    return Response.updated(throwIfRefused(await this.commands.execute(command)));
  }
}

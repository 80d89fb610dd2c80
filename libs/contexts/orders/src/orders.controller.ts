import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  account,
  type AccountCaller,
  accountRules,
  type AccountView,
  mayDo,
  OnAccount,
  OnClosedToo,
  TheAccount,
} from '#libs/contexts/accounts';
import { type FolioDocument, OnFolio, requireFolio, TheFolio } from '#libs/contexts/folios';
import { ActingPersons } from '#libs/contexts/members';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
  sortOf,
  ForRoles,
} from '#libs/platform/http';
import {
  add24Hours,
  defined,
  isOid,
  notFound,
  RefusedException,
  throwIfProblems,
  throwIfRefused,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { orderRules } from './order-state.js';
import { FROM_OPEN, type OrderDocument, orderDocuments, OrderIndex } from './order.document.js';
import {
  CancelOrderDto,
  CreateOrderDto,
  FolioOrdersQuery,
  MemberOrdersQuery,
  OrderDto,
  OrderResponse,
  toOrderResponse,
} from './order.dto.js';
import { OnOrder, TheOrder } from './order.guard.js';
import { PlaceOrderCommand, RecordOrderCommand } from './order.handlers.js';
import { folioOrder } from './order.js';

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
    const { state, from, to, sort } = query;
    const selection = {
      index: OrderIndex.Folio,
      equals: [accountNumber, folioNumber],
      order: sortOf(sort).order,
      range: defined({ from, to, toExclusive: true }),
    };
    return listAnswer(query, {
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
    const command = { type: 'CancelOrder', ...path, input } as const;
    const direct = new DirectCommand(folioOrder, folioOrderOid, command, context);
    return Response.updated(await this.commands.execute(direct));
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

/** Days, of 24 hours each, that closed orders stay listed ([order.window]). */
const LISTED_DAYS = 10;

/** The orders of a member ([order.of-member]). */
@Controller('restapi/members/:loginid/orders')
export class MemberOrdersController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
  ) {}

  /**
   * Orders of all accounts the member owns or co-owns: open ones first, then the ones closed in the last 10 × 24 hours, each
   * latest modified first. Callers see only those of accounts whose details they may read.
   */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all folio orders for a member', { shape: OrderResponse, list: true })
  async list(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(MemberOrdersQuery)) { value, problems }: Fields<MemberOrdersQuery>,
  ) {
    const { consistency, now } = context;
    const { firmOid } = await this.persons.member('read', loginId, context);
    throwIfProblems(problems);
    const from = value.openOnly ? FROM_OPEN : add24Hours(now, -LISTED_DAYS);
    const selection = {
      index: OrderIndex.Owner,
      equals: [firmOid, loginId],
      range: { from },
      order: 'descending',
    } as const;
    const page = this.readModels.of(orderDocuments).pages(selection, consistency);
    return listAnswer(value, {
      page: async (wanted) => {
        const { items, ...more } = await page(wanted);
        const accounts = new Set(items.map(({ accountNumber }) => accountNumber));
        const readable = await this.#readable(accounts, context.caller);
        const marked = items.map((order) => ({ order, keep: readable.has(order.accountNumber) }));
        return { ...more, items: marked };
      },
      keep: ({ keep }) => keep,
      show: ({ order }) => toOrderResponse(order),
    });
  }

  /** Filters accounts whose orders the caller may currently read ([permission.codes]). */
  async #readable(accountNumbers: ReadonlySet<string>, caller: AccountCaller) {
    const readable = new Set<string>();
    for (const accountNumber of accountNumbers) {
      const { state } = await this.aggregates.load(account, accountNumber);
      if (state.opened && mayDo('details', state, caller) === 'ok') readable.add(accountNumber);
    }
    return readable;
  }
}

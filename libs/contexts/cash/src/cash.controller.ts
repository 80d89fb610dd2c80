import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountRules,
  type AccountView,
  OnAccount,
  OnClosedToo,
  requireAccount,
  TheAccount,
} from '#libs/contexts/accounts';
import { firmDocuments } from '#libs/contexts/members';
import { AggregateStore, dataOf, writtenWithin } from '#libs/platform/event-store';
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
} from '#libs/platform/http';
import {
  businessDate,
  defined,
  isOid,
  notFound,
  RefusedException,
  throwIfProblems,
} from '#libs/platform/kernel';
import { accountClass } from '#libs/contexts/codes';
import { type FindOptions, ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { cashRules, cashStreamId } from './cash-state.js';
import {
  type CashTransactionDocument,
  cashTransactionDocuments,
  CashTransactionIndex,
} from './cash.document.js';
import {
  CancelCashTransactionDto,
  CashTransactionDto,
  CashTransactionResponse,
  CashTransactionsQuery,
  CheckInstructionsResponse,
  CreateCashTransactionDto,
  formOf,
  toCashTransactionResponse,
} from './cash.dto.js';
import { CancellationGuard, OnTransaction, TheTransaction } from './cash.guard.js';
import { CreateTransactionCommand, ReportTransactionCommand } from './cash.handlers.js';
import { seriesObstacle } from './cash.facts.js';
import { cash } from './cash.js';
import { matches, readFilter, type TransactionFilter } from './transaction-filter.js';

const LIST = 'cashtransactions';

const ONE = 'cashtransactions/:cashtransactionoid';

/** Alias of the same resource ([cash.paths]). */
const ALIAS = 'cashtransaction/:cashtransactionoid';

const DEPOSIT = {
  transactionType: 'AHD',
  sourceId: '4711',
  amount: '250.00',
  processDate: '2026-11-30',
};

const REFUSES_CANCELLING = {
  errors: cashRules.of('9048', '9049', '9050'),
  forbidden: cashRules.of('9051'),
};

/** Client routes for cash transactions ([cash.create], [cash.get], [cash.list]). */
@Controller('restapi/accounts/:accountnumber')
export class CashTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  /** For a repeating transaction, the created resource is the first of the series. */
  @Post(LIST)
  @OnAccount('moveMoney')
  @Describes('Create a cash transaction', {
    request: DEPOSIT,
    errors: {
      ...cashRules.of(
        'banklink.not.owned.by.account',
        'cash.transaction.bank.link.deleted.rule',
        'cash.transaction.bank.link.unverified.rule',
        'cash.transaction.end.date.rule',
        'cash.transaction.ira.contribution.year.rule',
        'cash.transaction.process.date.rule',
        'cash.transaction.withholding.rule',
        'invalid.for.repeat.type',
        'invalid.for.transaction.type',
      ),
      ...accountRules.of('account.restricted.rule', 'invalid.for.account.type'),
    },
  })
  async create(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Body() body: CreateCashTransactionDto,
  ) {
    const outcome = await this.commands.execute(
      new CreateTransactionCommand({ accountNumber, input: body }, context),
    );
    const { oid } = dataOf(outcome, 'cash.TransactionCreated');
    const path = resourcePath`/restapi/accounts/${accountNumber}/cashtransactions/${oid}`;
    return Response.created(path, { ...outcome, revision: 0 });
  }

  /** Newest first. */
  @Get(LIST)
  @OnAccount('details')
  @Describes('List the cash transactions of an account', {
    shape: CashTransactionResponse,
    list: true,
    errors: cashRules.of('9008', '9052', '9053', 'invalid.amountrange'),
  })
  async list(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query(FieldsOf(CashTransactionsQuery))
    { value, problems: unreadable }: Fields<CashTransactionsQuery>,
  ) {
    const { filter, problems } = readFilter(value, now);
    throwIfProblems([...unreadable, ...problems]);
    const selection = selectionOf(accountNumber, filter);
    return listAnswer(value, {
      page: this.readModels.of(cashTransactionDocuments).pages(selection, consistency),
      keep: (transaction) => matches(filter, transaction),
      show: toCashTransactionResponse,
    });
  }

  @Get(ONE)
  @OnAccount('details')
  @OnTransaction()
  @Describes('Get a cash transaction', { shape: CashTransactionResponse })
  get(@TheTransaction() transaction: CashTransactionDocument) {
    const { revision } = transaction;
    return Response.ok(toCashTransactionResponse(transaction), {
      revision,
      form: formOf(transaction),
    });
  }

  @Get(ALIAS)
  @OnAccount('details')
  @OnTransaction()
  @Describes('Get a cash transaction', { shape: CashTransactionResponse })
  getByAlias(@TheTransaction() transaction: CashTransactionDocument) {
    return this.get(transaction);
  }

  /** Also allowed on a restricted account ([restriction.allows]). */
  @Put(ONE)
  @OnAccount('moveMoney', CancellationGuard)
  @OnClosedToo()
  @OnTransaction()
  @Describes('Cancel a cash transaction', REFUSES_CANCELLING)
  async cancel(
    @Param('cashtransactionoid') oid: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: CancelCashTransactionDto,
  ) {
    const { accountNumber } = account;
    const facts = { obstacle: seriesObstacle(account) };
    const about = { accountNumber, oid, input, expectedRevision: context.ifMatch };
    const command = { type: 'CancelTransaction', ...about, facts } as const;
    // If-Match is about the transaction, not about the stream of its series
    const direct = new DirectCommand(
      cash,
      cashStreamId(accountNumber, oid),
      command,
      context.command,
    );
    const outcome = await this.commands.execute(direct);
    const path = resourcePath`/restapi/accounts/${accountNumber}/cashtransactions/${oid}`;
    const { transactions } = outcome.after.state;
    return Response.updated(writtenWithin(outcome, transactions.get(oid)?.revision), { path });
  }

  @Put(ALIAS)
  @OnAccount('moveMoney', CancellationGuard)
  @OnClosedToo()
  @OnTransaction()
  @Describes('Cancel a cash transaction', REFUSES_CANCELLING)
  cancelByAlias(
    @Param('cashtransactionoid') oid: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: CancelCashTransactionDto,
  ) {
    return this.cancel(oid, context, account, input);
  }
}

/** Picks the narrowest index: by status if exactly one is requested, always bounded by creation time. */
function selectionOf(
  accountNumber: string,
  { statuses = [], created }: TransactionFilter,
): Omit<FindOptions, 'limit'> {
  const only = statuses.length === 1 ? statuses[0] : undefined;
  return {
    ...(only === undefined
      ? { index: CashTransactionIndex.Account, equals: [accountNumber] }
      : { index: CashTransactionIndex.Status, equals: [accountNumber, only] }),
    range: defined({ ...created, toExclusive: true }),
    order: 'descending',
  };
}

type Reported = RowRequest<CashTransactionDto, 'accountnumber' | 'cashtransactionoid'>;

const REPORT = {
  summary: 'Report a cash transaction or a change of its status',
  body: CashTransactionDto,
  // the transactions of a series share a stream
  partition: ({ accountnumber, cashtransactionoid }: Reported['params']) =>
    `cash transaction ${cashStreamId(accountnumber, cashtransactionoid)}`,
  request: { ...DEPOSIT, status: 'CL' },
  errors: {
    ...cashRules.of(
      'banklink.not.owned.by.account',
      'cash.transaction.bank.link.deleted.rule',
      'cash.transaction.status.rule',
      'cash.transaction.withholding.rule',
    ),
    ...accountRules.of('account.closed.rule'),
  },
};

/** Back office: new transactions and status changes ([back-office.cashtransactions]). */
@Controller()
export class BackofficeCashTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/cashtransactions/:cashtransactionoid', REPORT)
  async put({
    params: { accountnumber: accountNumber, cashtransactionoid: oid },
    body,
    context,
  }: Reported) {
    if (!isOid(oid)) throw new RefusedException(notFound());
    const input = await body.of(() => requireAccount(this.aggregates, accountNumber));
    const command = new ReportTransactionCommand({ accountNumber, oid, input }, context);
    const outcome = await this.commands.execute(command);
    return Response.updated(
      writtenWithin(outcome, outcome.after.state.transactions.get(oid)?.revision),
    );
  }

  @BackOfficeRow('accounts/:accountnumber/cashtransaction/:cashtransactionoid', REPORT)
  putByAlias(row: Reported) {
    return this.put(row);
  }
}

/** Check deposit by mail ([express-check.get]). The back office sets the firm's address ([back-office.firms]). */
@Controller('restapi/accounts/:accountnumber/cashtransfers')
export class CheckInstructionsController {
  constructor(private readonly readModels: ReadModels) {}

  /** 404 if the firm has no deposit address. */
  @Get('expresscheckinstructions')
  @OnAccount('details')
  @Describes('Get overnight check deposit instructions', { shape: CheckInstructionsResponse })
  async express(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber, firmId, accountType }: AccountView,
  ) {
    const firm = await this.readModels.of(firmDocuments).shown(firmId, consistency);
    if (firm?.firmType !== 'L' || !firm.depositAddress) {
      throw new RefusedException(notFound('The firm has no deposit address for checks.'));
    }
    const { line1, line2 = null, line3 = null, city, country } = firm.depositAddress;
    const { state = null, zipcode = null } = firm.depositAddress;
    const address = { line1, line2, line3, city, state, zipcode, country };
    const isIra = accountClass(accountType) === 'retirement';
    return Response.ok({
      accountNumber,
      address,
      payableTo: firm.payableTo ?? firm.name,
      ...(isIra && { contributionYear: businessDate(now).slice(0, 4) }),
    });
  }

  /** The same as for overnight mail: a firm has one address for checks. */
  @Get('checkinstructions')
  @OnAccount('details')
  @Describes('Get check deposit instructions', { shape: CheckInstructionsResponse })
  regular(@Context() context: RequestContext, @TheAccount() account: AccountView) {
    return this.express(context, account);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountRules, closedProblem, OnAccount, ownersOf } from '#libs/contexts/accounts';
import { type FolioDocument, OnFolio, requireFolio, TheFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  type RequestContext,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import { defined, isOid, notFound, RefusedException, throwIfProblems } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { folioTransactionDocuments, TRANSACTIONS_OF_FOLIO } from './transaction.document.js';
import {
  FolioTransactionDto,
  FolioTransactionResponse,
  FolioTransactionsQuery,
  toFolioTransactionResponse,
} from './transaction.dto.js';
import {
  folioTransaction,
  folioTransactionId,
  matchesFolioTransaction,
  readFolioTransactionFilter,
  transactionRules,
} from './transaction.js';

/** The transactions of a folio ([folio-transaction.list]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/transactions')
export class FolioTransactionsController {
  constructor(private readonly readModels: ReadModels) {}

  /** [folio-transaction.list]: all transactions in the range, newest first. */
  @Get()
  @OnAccount('details')
  @OnFolio()
  @Describes('List the transactions of a folio', { shape: FolioTransactionResponse, list: true })
  list(
    @TheFolio() { folioNumber, folioName }: FolioDocument,
    @Context() { consistency, now }: RequestContext,
    @Query(FieldsOf(FolioTransactionsQuery))
    { value, problems: unreadable }: Fields<FolioTransactionsQuery>,
  ) {
    const { filter, problems } = readFolioTransactionFilter(value, now);
    throwIfProblems([...unreadable, ...problems]);
    const selection = {
      index: TRANSACTIONS_OF_FOLIO,
      equals: [folioNumber],
      range: defined({ ...filter.period, toExclusive: true }),
      order: 'descending',
    } as const;
    const page = this.readModels.of(folioTransactionDocuments).pages(selection, consistency);
    return listAnswer(value, {
      page,
      keep: (transaction) => matchesFolioTransaction(filter, transaction),
      show: (transaction) => toFolioTransactionResponse(transaction, folioName),
    });
  }
}

/** The back office's feed of folio transactions ([back-office.transactions]). */
@Controller()
export class BackofficeFolioTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/folios/:folionumber/transactions/:transactionid', {
    summary: 'Report or correct a folio transaction',
    body: FolioTransactionDto,
    partition: ({ folionumber, transactionid }) =>
      `folio transaction ${folionumber} ${transactionid}`,
    request: {
      categoryName: 'Trades',
      subCategoryName: 'Buy',
      transactionCode: 'BUY',
      transactionDesc: 'Bought 10 IBM',
      date: '2026-03-02T15:00:00.000+00:00',
      ticker: 'IBM',
      quantity: '10',
      price: '142.50',
      net: '-1425.00',
      commission: '4.95',
    },
    errors: {
      ...transactionRules.of('folio.transaction.market.value.rule'),
      ...accountRules.of('account.closed.rule'),
    },
  })
  async put({
    params,
    body,
    context,
  }: RowRequest<FolioTransactionDto, 'accountnumber' | 'folionumber' | 'transactionid'>) {
    const {
      accountnumber: accountNumber,
      folionumber: folioNumber,
      transactionid: transactionId,
    } = params;
    if (!isOid(transactionId)) throw new RefusedException(notFound());
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const report = body.with();
    // what happened while the account was open may be reported later
    const closed = report.date > (account.closedAt ?? '') ? closedProblem(account) : undefined;
    const facts = { owners: ownersOf(account), closed };
    const ids = { accountNumber, folioNumber, transactionId };
    const command = { type: 'PutTransaction', ...ids, report, facts } as const;
    const stream = folioTransactionId(folioNumber, transactionId);
    const direct = new DirectCommand(folioTransaction, stream, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

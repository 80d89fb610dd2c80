import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValidFor,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { FolioTransactionDto } from './folio-transaction.dto.js';
import { transactionRules } from '../domain/transaction-rules.js';
import { PutTransactionCommand } from '../use-cases/put-transaction.js';

/** Folio transactions come from the back office ([back-office.transactions]). */
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
    errors: transactionRules.of('folio.transaction.market.value.rule'),
  })
  async put({
    params: {
      accountnumber: accountNumber,
      folionumber: folioNumber,
      transactionid: transactionId,
    },
    body,
    context,
  }: RowRequest<
    FolioTransactionDto,
    'accountnumber' | 'folionumber' | 'transactionid'
  >): Promise<Answer> {
    if (!isOid(transactionId)) throw new RefusedException(notFound());
    const report = await requireValidFor(body, () =>
      requireFolio(this.aggregates, accountNumber, folioNumber),
    );
    const asked = { accountNumber, folioNumber, transactionId, report };
    const outcome = await this.commands.execute(
      new PutTransactionCommand(asked, commandMetadata(context), context.ifMatch),
    );
    return Answer.updated(outcome);
  }
}

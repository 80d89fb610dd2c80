import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ownersOf } from '#libs/contexts/accounts';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles, PartitionedBy } from '#libs/platform/service';
import { folioTransaction, folioTransactionId } from './domain/transaction.js';
import { FolioTransactionDto } from './dto/folio-transaction.dto.js';
import { transactionRules } from './rule-codes.js';

/** Folio transactions come from the back office ([back-office.transactions]). */
@Controller('backoffice/accounts/:accountnumber/folios/:folionumber/transactions/:transactionid')
export class BackofficeFolioTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @Put()
  @PartitionedBy(
    ({ folionumber, transactionid }) => `folio transaction ${folionumber} ${transactionid}`,
  )
  @ForRoles('backoffice')
  @Describes('Report or correct a folio transaction', {
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
    errors: transactionRules('folio.transaction.market.value.rule'),
  })
  async put(
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Param('transactionid') transactionId: string,
    @Context() context: RequestContext,
    @LenientBody(FolioTransactionDto) body: Body<FolioTransactionDto>,
  ): Promise<Answer> {
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    if (!isOid(transactionId)) throw new RefusedException(notFound());
    const ids = { accountNumber, folioNumber, transactionId };
    const outcome = await carryOut(
      this.commands,
      context,
      folioTransaction,
      folioTransactionId(folioNumber, transactionId),
      { type: 'PutTransaction', ...ids, owners: ownersOf(account), report: requireValid(body) },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}

import { Controller, Get } from '@nestjs/common';
import { OnAccount } from '#libs/contexts/accounts';
import { type FolioDocument, ShowsFolio, TheFolio } from '#libs/contexts/folios';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientQuery,
  listAnswer,
  type RequestContext,
  throwIfProblems,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import {
  folioTransactionDocuments,
  toFolioTransactionAnswer,
  TRANSACTIONS_OF_FOLIO,
} from '../read-models/folio-transaction.document.js';
import {
  matchesFolioTransaction,
  readFolioTransactionFilter,
} from '../domain/folio-transaction-filter.js';
import { FolioTransactionAnswer, FolioTransactionsQuery } from './folio-transaction.dto.js';

/** The transactions of a folio ([folio-transaction.list]). */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/transactions')
export class FolioTransactionsController {
  constructor(private readonly readModels: ReadModels) {}

  /** [folio-transaction.list]: all of the range, the newest first. */
  @Get()
  @OnAccount('details')
  @ShowsFolio()
  @Describes('List the transactions of a folio', { shape: FolioTransactionAnswer, list: true })
  list(
    @TheFolio() { folioNumber, folioName }: FolioDocument,
    @Context() { consistency, now }: RequestContext,
    @LenientQuery(FolioTransactionsQuery)
    { value, problems: unreadable }: Body<FolioTransactionsQuery>,
  ): Promise<Answer<readonly FolioTransactionAnswer[]>> {
    const { filter, problems } = readFolioTransactionFilter(value, now);
    throwIfProblems([...unreadable, ...problems]);
    const selection = {
      index: TRANSACTIONS_OF_FOLIO,
      equals: [folioNumber],
      range: { from: filter.from, to: filter.before, toExclusive: true },
      order: 'descending',
    } as const;
    const page = this.readModels.of(folioTransactionDocuments).pages(selection, consistency);
    return listAnswer(value, {
      page,
      keep: (transaction) => matchesFolioTransaction(filter, transaction),
      show: (transaction) => toFolioTransactionAnswer(transaction, folioName),
    });
  }
}

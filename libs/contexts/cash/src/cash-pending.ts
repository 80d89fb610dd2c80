import { Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import type { ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { cashSeriesDocuments, CashSeriesIndex } from './read-models/cash-series.document.js';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from './read-models/cash-transaction.document.js';
import { IN_PROCESS } from './money-under-way.js';

/** No account is closed while cash is pending or processing, or a repeating transaction goes on. */
@ChecksClosing()
@Injectable()
export class CashPending implements ClosingCheck {
  constructor(private readonly readModels: ReadModels) {}

  async inTheWay(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const transactions = this.readModels.of(cashTransactionDocuments);
    const index = CashTransactionIndex.Status;
    const [series, ...inProcess] = await Promise.all([
      this.readModels
        .of(cashSeriesDocuments)
        .findAll(
          { index: CashSeriesIndex.Account, equals: [accountNumber], range: { from: '' } },
          point,
        ),
      ...IN_PROCESS.map((status) =>
        transactions.findAll({ index, equals: [accountNumber, status] }, point),
      ),
    ]);
    return [
      ...inProcess.flat().map(({ oid, status }) => `Cash transaction ${oid} is ${status}.`),
      ...series.map(
        ({ repeatCashTransactionOid: oid }) => `The repeating cash transaction ${oid} goes on.`,
      ),
    ];
  }
}

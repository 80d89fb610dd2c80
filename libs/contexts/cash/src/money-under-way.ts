import type { ReadModels } from '#libs/platform/read-models';
import { cashSeriesDocuments, CashSeriesIndex } from './read-models/cash-series.document.js';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from './read-models/cash-transaction.document.js';

/** Statuses of money on its way. */
export const IN_PROCESS = ['PD', 'PR'] as const;

/**
 * Whether a transaction of an account is pending or processing, or a repeating one goes on.
 * @param atLeast position that the read models must have reached
 */
export async function hasMoneyUnderWay(
  readModels: ReadModels,
  accountNumber: string,
  atLeast: bigint,
): Promise<boolean> {
  const index = CashTransactionIndex.Status;
  const anyDay = { from: '' };
  const ofAccount = { index: CashSeriesIndex.Account, equals: [accountNumber] };
  const pages = await Promise.all([
    ...IN_PROCESS.map((status) => {
      const selection = { index, equals: [accountNumber, status], limit: 1 };
      return readModels.of(cashTransactionDocuments).find(selection, atLeast);
    }),
    readModels.of(cashSeriesDocuments).find({ ...ofAccount, range: anyDay, limit: 1 }, atLeast),
  ]);
  return pages.some(({ items }) => items.length > 0);
}

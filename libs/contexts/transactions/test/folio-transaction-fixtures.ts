import { requestBody } from '#libs/platform/testing';
import type { PutTransaction } from '../src/transaction.js';
import type { FolioTransaction, TransactionEvent } from '../src/transaction.events.js';
import { FolioTransactionDto } from '../src/transaction.dto.js';

export const ids = {
  accountNumber: 'RA12345678',
  folioNumber: 'RA1234567803',
  transactionId: '700100',
};

export const owners = ['jdoe', 'rdoe'];

/** A body with every key of the table. */
export const input = {
  accountId: ids.accountNumber,
  transactionId: ids.transactionId,
  categoryName: 'Transfers',
  subCategoryName: 'Internal transfer',
  transactionCode: 'TRF',
  transactionDesc: 'Moved between folios',
  transactionType: 'Transfer',
  date: '2026-02-27T10:30:00.000-05:00',
  folioName: 'Growth',
  symbolName: 'International Business Machines',
  ticker: 'IBM',
  quantity: '-2.500',
  price: '100.10',
  net: '250.25',
  commission: '0',
  marketPrice: '100.1',
  marketNet: '250.25',
  notes: 'first line\nsecond line',
};

/** The same as stored. */
export const transaction: FolioTransaction = {
  categoryName: 'Transfers',
  subCategoryName: 'Internal transfer',
  transactionCode: 'TRF',
  transactionDesc: 'Moved between folios',
  transactionType: 'Transfer',
  date: '2026-02-27T15:30:00.000Z',
  symbolName: 'International Business Machines',
  ticker: 'IBM',
  quantity: '-2.5',
  price: '100.10',
  net: '250.25',
  commission: '0.00',
  marketPrice: '100.10',
  marketNet: '250.25',
  notes: 'first line\nsecond line',
};

/** What is stored of a report with only a category and date. */
export const bare: FolioTransaction = {
  categoryName: 'Fees',
  subCategoryName: null,
  transactionCode: null,
  transactionDesc: null,
  transactionType: null,
  date: '2026-02-27T15:30:00.000Z',
  symbolName: null,
  ticker: null,
  quantity: null,
  price: null,
  net: null,
  commission: null,
  marketPrice: null,
  marketNet: null,
  notes: null,
};

/** The command made from a body. */
export function put(body: object = input): PutTransaction {
  return {
    type: 'PutTransaction',
    ...ids,
    report: requestBody(FolioTransactionDto, body),
    facts: { owners },
  };
}

export function reported(known: FolioTransaction = transaction): TransactionEvent {
  return { type: 'folioTransaction.TransactionReported', data: dataOf(known) };
}

export function corrected(known: FolioTransaction): TransactionEvent {
  return { type: 'folioTransaction.TransactionCorrected', data: dataOf(known) };
}

/** Event data of a transaction, with owners if it has texts, as the category of all fixtures requires. */
function dataOf({ transactionDesc, notes, ...open }: FolioTransaction): TransactionEvent['data'] {
  return {
    ...ids,
    ...((transactionDesc ?? notes) !== null && { owners }),
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
}

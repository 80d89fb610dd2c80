import { MAX_FOLIO_NAME } from '#libs/contexts/codes';
import {
  Amount,
  Identifier,
  IsoTimestamp,
  PageQuery,
  PeriodBound,
  ResponseOf,
  Shares,
  Text,
  Ticker,
} from '#libs/platform/http';
import {
  codesOf,
  type Money,
  type Quantity,
  type Timestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import type { FolioTransactionDocument } from './transaction.document.js';
import {
  Decimals,
  MAX_CATEGORY,
  type PutTransaction,
  TEXTS,
  TransactionCategories,
} from './transaction.js';

const KNOWN_CATEGORIES = codesOf(TransactionCategories).join(', ');

const amount = { decimals: Decimals.amount, nullable: true, example: '-250.00' };

const price = { decimals: Decimals.price, min: '0', nullable: true, example: '12.5' };

const line = { trim: true, printable: 'line' } as const;

const text = (name: keyof typeof TEXTS) => ({ ...line, max: TEXTS[name], nullable: true });

type Report = PutTransaction['report'];

/** A folio transaction: body of the back office's PUT ([back-office.transactions]). */
export class FolioTransactionDto implements Report {
  @Identifier('Account number, same as in the path', { example: 'RA1B2C3D4E' })
  accountId?: string;

  @Text(`Category of the transaction: ${KNOWN_CATEGORIES} or any other`, {
    ...line,
    max: MAX_CATEGORY,
    required: true,
    example: 'Trades',
  })
  categoryName!: string;

  @Text('Sub-category, free text', { ...text('subCategoryName'), example: 'Buy' })
  subCategoryName: string | null = null;

  @Text('Code of the transaction', { ...text('transactionCode'), example: 'BUY' })
  transactionCode: string | null = null;

  @Text('What happened', { ...text('transactionDesc'), example: 'Bought 10 IBM' })
  transactionDesc: string | null = null;

  @Text('Type of the transaction', { ...text('transactionType'), example: 'Buy' })
  transactionType: string | null = null;

  @Identifier('Same as in the path', { example: '700001' })
  transactionId?: string;

  @IsoTimestamp('When the transaction took place', {
    past: true,
    required: true,
    example: '2026-03-02T15:00:00.000+00:00',
  })
  date!: Timestamp;

  @Text('Current name of the folio', {
    ...line,
    max: MAX_FOLIO_NAME,
    nullable: true,
    example: 'Growth',
  })
  folioName: string | null = null;

  @Text('Name of the security', {
    ...text('symbolName'),
    example: 'International Business Machines',
  })
  symbolName: string | null = null;

  @Ticker('Ticker of the security', { nullable: true, example: 'IBM' })
  ticker: string | null = null;

  @Shares('Shares', { decimals: Decimals.shares, nullable: true, example: '10' })
  quantity: Quantity | null = null;

  @Amount('Dollars per share', price)
  price: Money | null = null;

  @Amount('Dollars', amount)
  net: Money | null = null;

  @Amount('Dollars', { ...amount, example: '4.95' })
  commission: Money | null = null;

  @Amount('Internal transfers only; equals price', price)
  marketPrice: Money | null = null;

  @Amount('Internal transfers only; equals net', amount)
  marketNet: Money | null = null;

  @Text('Free text, if any', {
    ...text('notes'),
    printable: 'lines',
    example: 'Corrected on request',
  })
  notes: string | null = null;
}

/** Item of a list of transactions ([folio-transaction.list]): every key, null without a value, except the last three. */
export class FolioTransactionResponse extends ResponseOf(FolioTransactionDto, {
  marketPrice: 'maybe',
  marketNet: 'maybe',
  notes: 'maybe',
}) {}

export class FolioTransactionsQuery extends PageQuery {
  @Text('Default 3d without from and to: a code, or two dates MM-dd-yyyy joined by a comma', {
    min: 0,
    example: '30d',
  })
  daterange?: string;

  @PeriodBound('from', 'Only transactions at or after this time')
  from?: string;

  @PeriodBound('to', 'Only transactions before this time')
  to?: string;

  @Text('Category name, in any letter case', { trim: true, max: MAX_CATEGORY, example: 'Trades' })
  category?: string;

  @Text('Sub-category name, in any letter case; subcategory is an alias', {
    trim: true,
    max: TEXTS.subCategoryName,
    alias: 'subcategory',
    example: 'Buy',
  })
  subCategoryName?: string;

  @Text('One ticker, or several joined by commas', { min: 0, example: 'IBM,SPY' })
  ticker?: string;

  @Text('Default Y; N hides cash sweep transactions', { min: 0, example: 'N' })
  cashsweep?: string;
}

/** The transaction as an item of a list ([folio-transaction.list]). @param folioName current name of the folio */
export function toFolioTransactionResponse(
  transaction: FolioTransactionDocument,
  folioName: string | undefined,
): FolioTransactionResponse {
  const { marketPrice, marketNet, notes } = transaction;
  return {
    accountId: transaction.accountNumber,
    categoryName: transaction.categoryName,
    subCategoryName: transaction.subCategoryName,
    transactionCode: transaction.transactionCode,
    transactionDesc: transaction.transactionDesc,
    transactionType: transaction.transactionType,
    transactionId: transaction.transactionId,
    date: wireTimestamp(transaction.date),
    folioName: folioName ?? null,
    symbolName: transaction.symbolName,
    ticker: transaction.ticker,
    quantity: transaction.quantity,
    price: transaction.price,
    net: transaction.net,
    commission: transaction.commission,
    ...(marketPrice !== null && { marketPrice }),
    ...(marketNet !== null && { marketNet }),
    ...(notes !== null && { notes }),
  };
}

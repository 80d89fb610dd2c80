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
  @Identifier({ description: 'Account number, same as in the path', example: 'RA1B2C3D4E' })
  accountId?: string;

  @Text({
    ...line,
    max: MAX_CATEGORY,
    required: true,
    description: `Category of the transaction: ${KNOWN_CATEGORIES} or any other`,
    example: 'Trades',
  })
  categoryName!: string;

  @Text({ ...text('subCategoryName'), description: 'Sub-category, free text', example: 'Buy' })
  subCategoryName: string | null = null;

  @Text({ ...text('transactionCode'), description: 'Code of the transaction', example: 'BUY' })
  transactionCode: string | null = null;

  @Text({ ...text('transactionDesc'), description: 'What happened', example: 'Bought 10 IBM' })
  transactionDesc: string | null = null;

  @Text({ ...text('transactionType'), description: 'Type of the transaction', example: 'Buy' })
  transactionType: string | null = null;

  @Identifier({ description: 'Same as in the path', example: '700001' })
  transactionId?: string;

  @IsoTimestamp({
    past: true,
    required: true,
    example: '2026-03-02T15:00:00.000+00:00',
    description: 'When the transaction took place',
  })
  date!: Timestamp;

  @Text({
    ...line,
    max: MAX_FOLIO_NAME,
    nullable: true,
    description: 'Current name of the folio',
    example: 'Growth',
  })
  folioName: string | null = null;

  @Text({
    ...text('symbolName'),
    description: 'Name of the security',
    example: 'International Business Machines',
  })
  symbolName: string | null = null;

  @Ticker({ nullable: true, example: 'IBM', description: 'Ticker of the security' })
  ticker: string | null = null;

  @Shares({ decimals: Decimals.shares, nullable: true, description: 'Shares', example: '10' })
  quantity: Quantity | null = null;

  @Amount({ ...price, description: 'Dollars per share' })
  price: Money | null = null;

  @Amount({ ...amount, description: 'Dollars' })
  net: Money | null = null;

  @Amount({ ...amount, description: 'Dollars', example: '4.95' })
  commission: Money | null = null;

  @Amount({ ...price, description: 'Internal transfers only; equals price' })
  marketPrice: Money | null = null;

  @Amount({ ...amount, description: 'Internal transfers only; equals net' })
  marketNet: Money | null = null;

  @Text({
    ...text('notes'),
    printable: 'lines',
    description: 'Free text, if any',
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
  @Text({
    min: 0,
    description:
      'Default 3d without from and to: a code, or two dates MM-dd-yyyy joined by a comma',
    example: '30d',
  })
  daterange?: string;

  @PeriodBound('from', { description: 'Only transactions at or after this time' })
  from?: string;

  @PeriodBound('to', { description: 'Only transactions before this time' })
  to?: string;

  @Text({
    trim: true,
    max: MAX_CATEGORY,
    description: 'Category name, in any letter case',
    example: 'Trades',
  })
  category?: string;

  @Text({
    trim: true,
    max: TEXTS.subCategoryName,
    alias: 'subcategory',
    description: 'Sub-category name, in any letter case; subcategory is an alias',
    example: 'Buy',
  })
  subCategoryName?: string;

  @Text({ min: 0, description: 'One ticker, or several joined by commas', example: 'IBM,SPY' })
  ticker?: string;

  @Text({ min: 0, description: 'Default Y; N hides cash sweep transactions', example: 'N' })
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

import type { EventsOf, JsonForm, Money, Quantity, Timestamp } from '#libs/platform/kernel';

/** A folio transaction ([folio-transaction.list]); anything not given is null. */
export interface ReportedTransaction {
  /** A known category or any other text, as sent. */
  readonly categoryName: string;
  readonly subCategoryName: string | null;
  readonly transactionCode: string | null;
  readonly transactionDesc: string | null;
  readonly transactionType: string | null;
  readonly date: Timestamp;
  readonly symbolName: string | null;
  readonly ticker: string | null;
  /** Shares; negative if they leave the folio. */
  readonly quantity: Quantity | null;
  readonly price: Money | null;
  readonly net: Money | null;
  readonly commission: Money | null;
  readonly marketPrice: Money | null;
  readonly marketNet: Money | null;
  readonly notes: string | null;
}

/** A transaction as stored in events and documents. */
export type FolioTransaction = JsonForm<ReportedTransaction>;

/** Identifies a transaction. */
export interface TransactionIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly transactionId: string;
}

/** Texts that may be about a person. */
type PersonalText = 'transactionDesc' | 'notes';

interface Reported extends TransactionIds, Readonly<Partial<Record<PersonalText, string>>> {
  /** Owners of the account, if a text may be about a person. Its texts are missing once the key of one of them is destroyed. */
  readonly owners?: readonly string[];
  readonly transaction: Omit<FolioTransaction, PersonalText>;
}

/** Events of stream `folioTransaction-{folioNumber}/{transactionId}`. A correction replaces the whole report. */
export type TransactionEvent = EventsOf<
  'folioTransaction.TransactionReported' | 'folioTransaction.TransactionCorrected',
  Reported
>;

import type { DomainEvent, JsonForm, Money, Quantity, Timestamp } from '#libs/platform/kernel';

/** A folio transaction ([folio-transaction.list]); what was not given is null. */
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
  /** Shares; negative where they leave the folio. */
  readonly quantity: Quantity | null;
  readonly price: Money | null;
  readonly net: Money | null;
  readonly commission: Money | null;
  readonly marketPrice: Money | null;
  readonly marketNet: Money | null;
  readonly notes: string | null;
}

/** A transaction as events and documents have it. */
export type FolioTransaction = JsonForm<ReportedTransaction>;

/** What names a transaction. */
export interface TransactionIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly transactionId: string;
}

/** Texts that may be about a person. */
type PersonalText = 'transactionDesc' | 'notes';

interface Reported extends TransactionIds, Readonly<Partial<Record<PersonalText, string>>> {
  /**
   * Owners of the account where a text may be about a person: the texts are then missing once the key of one of them has been
   * destroyed.
   */
  readonly owners?: readonly string[];
  readonly transaction: Omit<FolioTransaction, PersonalText>;
}

/** The back office reported a transaction of a folio. */
export type TransactionReported = DomainEvent<'folioTransaction.TransactionReported', Reported>;

/** A report was corrected: all of it. */
export type TransactionCorrected = DomainEvent<'folioTransaction.TransactionCorrected', Reported>;

/** Everything that happens in stream `folioTransaction-{folioNumber}/{transactionId}`. */
export type TransactionEvent = TransactionReported | TransactionCorrected;

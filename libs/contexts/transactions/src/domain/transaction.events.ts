import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import type { DOLLARS, TEXTS } from './transaction.codes.js';

/** Name of a free text. */
export type TextName = keyof typeof TEXTS;

/** Name of a decimal besides the number of shares. */
export type DecimalName = keyof typeof DOLLARS;

/**
 * A folio transaction (specification, "Folio transaction (list item)") in canonical form: decimals are decimal strings, what
 * was not given is null.
 */
export interface FolioTransaction extends Readonly<Record<TextName | DecimalName, string | null>> {
  /** A known category or any other text, as sent. */
  readonly categoryName: string;
  readonly date: Timestamp;
  readonly ticker: string | null;
  /** Shares; negative where they leave the folio. */
  readonly quantity: string | null;
}

/** What names a transaction. */
export interface TransactionIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly transactionId: string;
}

/** Texts that may be about a person. */
export type PersonalText = 'transactionDesc' | 'notes';

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

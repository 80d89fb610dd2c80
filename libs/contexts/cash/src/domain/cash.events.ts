import type {
  CashTransactionStatus,
  CashTransactionType,
  DomainEvent,
  LocalDate,
  Timestamp,
} from '#libs/platform/kernel';

/** repeatType ([cash.repeatType]). */
export const RepeatTypes = { O: 'One-time', W: 'Weekly', M: 'Monthly', Y: 'Yearly' } as const;
export type RepeatType = keyof typeof RepeatTypes;

/** endDateChoice of a repeating transaction. */
export const EndDateChoices = {
  transfersInfinite: 'No end',
  transfersMaxNumOf: 'After a number of transfers',
  transfersEndDate: 'After a date',
} as const;
export type EndDateChoice = keyof typeof EndDateChoices;

/** distributionReasonCode of a withdrawal from an IRA. */
export const DistributionReasons = {
  N: 'Normal',
  P: 'Premature',
  S: 'SEP 72(t)',
  E: 'Death',
} as const;
export type DistributionReason = keyof typeof DistributionReasons;

/** fedWithholdType and stateWithholdType. */
export const WithholdingTypes = { P: 'Percent', D: 'Fixed dollars', N: 'None' } as const;
export type WithholdingType = keyof typeof WithholdingTypes;

/** cancelReasonCode. */
export const CancelReasons = {
  '8': 'Cancelled by user',
  '99': 'Cancel for update',
  '100': 'Other',
} as const;
export type CancelReason = keyof typeof CancelReasons;

/**
 * What a transaction says, apart from its status ([cash.get]). Amounts are US dollars as decimal
 * strings with two decimals, percentages decimal strings; absent fields are null on the wire.
 */
export interface CashDetails {
  readonly transactionType: CashTransactionType;
  /** Where the money comes from and goes to: one is the account, the other a bank link or nothing the service knows. */
  readonly sourceId?: string;
  readonly targetId?: string;
  readonly sourceDescription?: string;
  readonly targetDescription?: string;
  readonly accountRegistration?: string;
  readonly amount: string;
  readonly accountFees: string;
  readonly repeatType: RepeatType;
  readonly processDate: LocalDate;
  /** Whole numbers as digits. */
  readonly repeatInterval?: string;
  readonly repeatOffset?: string;
  readonly endDate?: LocalDate;
  readonly endDateChoice?: EndDateChoice;
  /** Four digits. */
  readonly iraContributionYear?: string;
  readonly distributionReasonCode?: DistributionReason;
  readonly fedWithholdType?: WithholdingType;
  readonly fedWithholdAmount?: string;
  readonly stateWithholdType?: WithholdingType;
  readonly stateWithholdAmount?: string;
  readonly repeatCashTransactionOid?: string;
  /** ISO-8601 UTC. */
  readonly createDateTime: Timestamp;
}

/** Why a transaction was cancelled or rejected. */
export interface Cancellation {
  readonly cancelReasonCode?: CancelReason;
  readonly cancelReason?: string;
}

/** Every event names the account and, for its personal texts, whose key protects them. */
export interface OfAccount {
  readonly accountNumber: string;
  /** Primary owner of the account. */
  readonly owner: string;
  /** All owners of a joint account; absent for a single one. */
  readonly owners?: readonly string[] | undefined;
}

/** Account and owners among what an event or the state says. */
export function ofAccount({ accountNumber, owner, owners }: OfAccount): OfAccount {
  return { accountNumber, owner, ...(owners !== undefined && { owners }) };
}

interface OfTransaction extends OfAccount {
  readonly oid: string;
}

/** A transaction is pending: asked for by a client, or the next one of a series. */
export type TransactionCreated = DomainEvent<
  'cash.TransactionCreated',
  OfTransaction &
    CashDetails & {
      readonly firmId: string;
      /** Of a series: its number from 1, and when the one after it is due; without `next` it is the last. */
      readonly occurrence?: { readonly number: number; readonly next?: LocalDate };
    }
>;

/** The back office made a transaction known that did not come from here. */
export type TransactionReported = DomainEvent<
  'cash.TransactionReported',
  OfTransaction &
    CashDetails &
    Cancellation & { readonly firmId: string; readonly status: CashTransactionStatus }
>;

/** The back office changed what a transaction says: all of it as it is now. */
export type TransactionChanged = DomainEvent<
  'cash.TransactionChanged',
  OfTransaction & CashDetails
>;

/** The status, or the reason for it, is another one. */
export type TransactionStatusChanged = DomainEvent<
  'cash.TransactionStatusChanged',
  OfTransaction & Cancellation & { readonly status: CashTransactionStatus }
>;

/** A pending transaction was cancelled on request. */
export type TransactionCancelled = DomainEvent<
  'cash.TransactionCancelled',
  OfTransaction &
    Cancellation & {
      readonly repeatCashTransactionOid?: string;
      /** Those of the series that are still pending go with it. */
      readonly series: boolean;
    }
>;

/** A repeating transaction was asked for: the definition its occurrences follow. `processDate` is its start. */
export type SeriesDefined = DomainEvent<
  'cash.SeriesDefined',
  OfAccount & CashDetails & { readonly firmId: string; readonly repeatCashTransactionOid: string }
>;

/** No occurrence follows any more: the series was cancelled, or its bank link was. */
export type SeriesEnded = DomainEvent<
  'cash.SeriesEnded',
  OfAccount & { readonly repeatCashTransactionOid: string; readonly cause: 'request' | 'bankLink' }
>;

/** Everything that happens in stream `cashTransaction-{accountNumber}-{oid}`. */
export type CashEvent =
  | TransactionCreated
  | TransactionReported
  | TransactionChanged
  | TransactionStatusChanged
  | TransactionCancelled
  | SeriesDefined
  | SeriesEnded;

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
 * Everything about a transaction except its status ([cash.get]). Amounts are US dollars as decimal strings with two decimals,
 * percentages decimal strings. Absent fields are null on the wire.
 */
export interface CashDetails {
  readonly transactionType: CashTransactionType;
  /** One is the account, the other a bank link or something the service doesn't know. */
  readonly sourceId?: string;
  readonly targetId?: string;
  readonly sourceDescription?: string;
  readonly targetDescription?: string;
  readonly accountRegistration?: string;
  readonly amount: string;
  readonly accountFees: string;
  readonly repeatType: RepeatType;
  readonly processDate: LocalDate;
  /** Digits. */
  readonly repeatInterval?: string;
  readonly repeatOffset?: string;
  readonly endDate?: LocalDate;
  readonly endDateChoice?: EndDateChoice;
  readonly iraContributionYear?: string;
  readonly distributionReasonCode?: DistributionReason;
  readonly fedWithholdType?: WithholdingType;
  readonly fedWithholdAmount?: string;
  readonly stateWithholdType?: WithholdingType;
  readonly stateWithholdAmount?: string;
  readonly repeatCashTransactionOid?: string;
  readonly createDateTime: Timestamp;
}

/** Why a transaction was cancelled or rejected. */
export interface Cancellation {
  readonly cancelReasonCode?: CancelReason;
  readonly cancelReason?: string;
}

/** Every event names the account, and the owners whose keys seal its personal texts. */
export interface AccountIdentity {
  readonly accountNumber: string;
  /** Primary owner of the account. */
  readonly owner: string;
  /** All owners of a joint account; absent if there is only one. */
  readonly owners?: readonly string[] | undefined;
}

/** Picks account and owners from event data or state. */
export function accountIn({ accountNumber, owner, owners }: AccountIdentity): AccountIdentity {
  return { accountNumber, owner, ...(owners !== undefined && { owners }) };
}

interface TransactionIdentity extends AccountIdentity {
  readonly oid: string;
}

/** A transaction is pending: created by a client, or the next one of its series. */
export type TransactionCreated = DomainEvent<
  'cash.TransactionCreated',
  TransactionIdentity &
    CashDetails & {
      readonly firmId: string;
      /** Position in its series, from 1, and the day the following one is due; the last has no `next`. */
      readonly occurrence?: { readonly number: number; readonly next?: LocalDate };
    }
>;

/** The back office reported a transaction that was not created here. */
export type TransactionReported = DomainEvent<
  'cash.TransactionReported',
  TransactionIdentity &
    CashDetails &
    Cancellation & { readonly firmId: string; readonly status: CashTransactionStatus }
>;

/** The back office changed details; holds all of them. */
export type TransactionChanged = DomainEvent<
  'cash.TransactionChanged',
  TransactionIdentity & CashDetails
>;

/** The status or its reason changed. */
export type TransactionStatusChanged = DomainEvent<
  'cash.TransactionStatusChanged',
  TransactionIdentity & Cancellation & { readonly status: CashTransactionStatus }
>;

/** A pending transaction was cancelled on request. */
export type TransactionCancelled = DomainEvent<
  'cash.TransactionCancelled',
  TransactionIdentity &
    Cancellation & {
      readonly repeatCashTransactionOid?: string;
      /** Everything still pending in the series is cancelled too. */
      readonly series: boolean;
    }
>;

/** A repeating transaction was created: the template of its occurrences. `processDate` is the first day. */
export type SeriesDefined = DomainEvent<
  'cash.SeriesDefined',
  AccountIdentity &
    CashDetails & { readonly firmId: string; readonly repeatCashTransactionOid: string }
>;

/** Why a series ends: by request, with its bank link, or because its account no longer allows it. */
export type SeriesEnd = 'request' | 'bankLink' | 'account';

/** No more occurrences of a series follow. */
export type SeriesEnded = DomainEvent<
  'cash.SeriesEnded',
  AccountIdentity & {
    readonly repeatCashTransactionOid: string;
    readonly cause: SeriesEnd;
  }
>;

/** All events of stream `cashTransaction-{accountNumber}-{oid}`. */
export type CashEvent =
  | TransactionCreated
  | TransactionReported
  | TransactionChanged
  | TransactionStatusChanged
  | TransactionCancelled
  | SeriesDefined
  | SeriesEnded;

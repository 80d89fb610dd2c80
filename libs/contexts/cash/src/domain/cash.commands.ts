import type {
  AccountType,
  CashTransactionStatus,
  ExpectedRevision,
  LocalDate,
  Money,
  Problem,
} from '#libs/platform/kernel';
import type { Cancellation, CancelReason, CashDetails, SeriesEnd } from './cash.events.js';
import type { MaybeNull, WithheldFields } from './withholding.js';

interface TransactionPath {
  readonly accountNumber: string;
  readonly oid: string;
}

/** Body of `POST …/cashtransactions`; counts are strings of digits. */
export interface CreateInput
  extends
    WithheldFields,
    Omit<
      CashDetails,
      | keyof WithheldFields
      | 'amount'
      | 'accountFees'
      | 'sourceDescription'
      | 'targetDescription'
      | 'accountRegistration'
      | 'repeatCashTransactionOid'
      | 'createDateTime'
    > {
  readonly amount: Money;
  /** Number of transfers with `endDateChoice` `transfersMaxNumOf`; determines the end date. */
  readonly maxNumOfTransfers?: string;
}

/** Body of the back office's PUT, in the shape GET returns. On a known transaction an absent field stays and null clears it. */
export type ReportInput = MaybeNull<Omit<CashDetails, 'amount' | 'accountFees'> & Cancellation> & {
  readonly oid?: string;
  readonly amount?: Money;
  readonly accountFees?: Money;
  readonly status?: CashTransactionStatus;
};

/** The bank link a transaction names. */
export interface BankLinkFact {
  readonly oid: string;
  readonly accountNumber: string;
  /** D: cancelled, or its micro-deposits expired. */
  readonly status: 'A' | 'D';
  /** No money moves over an unverified link: the bank account might belong to somebody else. */
  readonly verified: boolean;
}

interface OwnerFacts {
  readonly firmId: string;
  readonly primaryAccountOwner: string;
  readonly owners?: readonly string[] | undefined;
}

interface SeriesFact {
  /** Why the account can't accept the next transaction of the series now. */
  readonly obstacle?: string | undefined;
}

/** A client creates a transaction, or a series if it repeats; `oid` then identifies the series. */
export interface CreateTransaction extends TransactionPath {
  readonly type: 'CreateTransaction';
  readonly input: CreateInput;
  readonly facts: OwnerFacts & {
    readonly accountType: AccountType;
    /** Undefined if the input names none, or an id that doesn't exist. */
    readonly bankLink: BankLinkFact | undefined;
    readonly restriction?: Problem | undefined;
    readonly accountDescription?: string | undefined;
    /** Missing once the data of the bank account's owner has been erased. */
    readonly bankDescription?: string | undefined;
    readonly accountRegistration?: string | undefined;
  };
}

/** A client cancels a pending transaction or its whole series. */
export interface CancelTransaction extends TransactionPath {
  readonly type: 'CancelTransaction';
  readonly input: {
    readonly cancelReasonCode: CancelReason;
    readonly cancelReason?: string;
    readonly cancelSeriesFlag?: boolean;
  };
  /** Required revision of the transaction, from `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: SeriesFact;
}

/** The back office reports a transaction or changes one ([back-office.cashtransactions]). */
export interface ReportTransaction extends TransactionPath {
  readonly type: 'ReportTransaction';
  readonly input: ReportInput;
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: OwnerFacts &
    SeriesFact & {
      /** Why the account takes no new transaction: it is closed. */
      readonly closed?: Problem | undefined;
      /** Undefined if the report names none, or an id that doesn't exist. */
      readonly bankLink?: BankLinkFact | undefined;
    };
}

/** The day of the newest occurrence has come: create the next one. With an obstacle it is created and rejected. */
export interface ScheduleOccurrences extends SeriesFact {
  readonly type: 'ScheduleOccurrences';
  /** In New York. */
  readonly today: LocalDate;
}

/** What the stream relies on is gone: reject everything pending and end the series. */
export interface RejectPending {
  readonly type: 'RejectPending';
  readonly cause: SeriesEnd;
  /** A sentence that says what is gone. */
  readonly reason: string;
  /** Only what uses this bank link. Default: everything. */
  readonly bankLinkOid?: string | undefined;
  /** The transaction of a report that is undone: also rejected at this status. */
  readonly undone?: { readonly oid: string; readonly status: 'PR' | 'CL' } | undefined;
}

/** Cancels a transaction the back office reported, because its whole series was cancelled. */
export interface CancelWithSeries {
  readonly type: 'CancelWithSeries';
  readonly oid: string;
  readonly cancellation: Cancellation;
}

/** Commands for a cash transaction or series. */
export type CashCommand =
  | CreateTransaction
  | CancelTransaction
  | ReportTransaction
  | ScheduleOccurrences
  | RejectPending
  | CancelWithSeries;

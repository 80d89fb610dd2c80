import type {
  AccountType,
  CashTransactionStatus,
  ExpectedRevision,
  LocalDate,
  Money,
  Problem,
} from '#libs/platform/kernel';
import type { Cancellation, CancelReason, CashDetails } from './cash.events.js';
import type { MaybeNull, WithheldFields } from './withholding.js';

interface OnTransaction {
  readonly accountNumber: string;
  readonly oid: string;
}

/** Body of `POST …/cashtransactions`; counts are digits. */
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
  /** Number of transfers of a series with the choice `transfersMaxNumOf`; the end date is derived from it. */
  readonly maxNumOfTransfers?: string;
}

/** Body of the back office's PUT: the resource as GET shows it. Absent fields of a known transaction stay, null empties one. */
export type ReportInput = MaybeNull<Omit<CashDetails, 'amount' | 'accountFees'> & Cancellation> & {
  readonly oid?: string;
  readonly amount?: Money;
  readonly accountFees?: Money;
  readonly status?: CashTransactionStatus;
};

/** What is known of the bank link a transaction names. */
export interface BankLinkFact {
  readonly accountNumber: string;
  /** D: cancelled, or its micro-deposits have expired. */
  readonly status: 'A' | 'D';
  /** No money moves over it before: it might be somebody else's bank account. */
  readonly verified: boolean;
}

/** Whose account it is. */
interface OwnerFacts {
  readonly firmId: string;
  readonly primaryAccountOwner: string;
  /** All owners of a joint account. */
  readonly owners?: readonly string[] | undefined;
}

/** A client asks for a transaction. `oid` is that of the transaction, or of the series when it repeats. */
export interface CreateTransaction extends OnTransaction {
  readonly type: 'CreateTransaction';
  readonly input: CreateInput;
  readonly facts: OwnerFacts & {
    readonly accountType: AccountType;
    /** The link named by the input; undefined for none, and for an id that is no link's. */
    readonly bankLink: BankLinkFact | undefined;
    readonly restriction?: Problem | undefined;
    readonly accountDescription?: string | undefined;
    /** Missing where the bank account is not known any more: the data of its owner have been erased. */
    readonly bankDescription?: string | undefined;
    readonly accountRegistration?: string | undefined;
  };
}

/** A client cancels a pending transaction, or with it the series it belongs to. */
export interface CancelTransaction extends OnTransaction {
  readonly type: 'CancelTransaction';
  readonly input: {
    readonly cancelReasonCode: CancelReason;
    readonly cancelReason?: string;
    readonly cancelSeriesFlag?: boolean;
  };
  /** Revision the transaction must have: header `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: {
    /** Why the account can't take the next one of the series now. */
    readonly obstacle?: string | undefined;
  };
}

/** The back office reports a transaction or a change of it ([back-office.cashtransactions]). */
export interface ReportTransaction extends OnTransaction {
  readonly type: 'ReportTransaction';
  readonly input: ReportInput;
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: OwnerFacts & {
    /** Why it can't take the next one of the series now. */
    readonly obstacle?: string | undefined;
  };
}

/** The day of the newest occurrence has come: the next one of the series is put in. */
export interface ScheduleOccurrences {
  readonly type: 'ScheduleOccurrences';
  /** In New York. */
  readonly today: LocalDate;
  /** Why the account can't take it now; the occurrence is then there, but rejected. */
  readonly obstacle?: string | undefined;
}

/** The bank link is cancelled: what is pending on it is rejected and a series on it ends. */
export interface RejectOnBankLink {
  readonly type: 'RejectOnBankLink';
  readonly bankLinkOid: string;
}

/** Another transaction of the same series, one the back office reported, was cancelled with the whole series. */
export interface CancelWithSeries {
  readonly type: 'CancelWithSeries';
  readonly oid: string;
  readonly cancellation: Cancellation;
}

/** What may be asked of a cash transaction and its series. */
export type CashCommand =
  | CreateTransaction
  | CancelTransaction
  | ReportTransaction
  | ScheduleOccurrences
  | RejectOnBankLink
  | CancelWithSeries;

import type { AccountType, ExpectedRevision, LocalDate, Problem } from '#libs/platform/kernel';
import type { Cancellation } from './cash.events.js';

/** A field as sent: absent, null, or a text. */
export type Sent = string | null | undefined;

interface FromBody {
  readonly accountNumber: string;
  readonly oid: string;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[];
}

/** Fields a client may send. */
export interface CashInput {
  readonly transactionType?: Sent;
  readonly sourceId?: Sent;
  readonly targetId?: Sent;
  readonly amount?: Sent;
  readonly repeatType?: Sent;
  readonly processDate?: Sent;
  readonly repeatInterval?: Sent;
  readonly repeatOffset?: Sent;
  readonly endDate?: Sent;
  readonly endDateChoice?: Sent;
  readonly iraContributionYear?: Sent;
  readonly distributionReasonCode?: Sent;
  readonly fedWithholdType?: Sent;
  readonly fedWithholdAmount?: Sent;
  readonly stateWithholdType?: Sent;
  readonly stateWithholdAmount?: Sent;
}

/** Body of `POST …/cashtransactions`. */
export interface CreateInput extends CashInput {
  /** Number of transfers of a series with the choice `transfersMaxNumOf`; the end date is derived from it. */
  readonly maxNumOfTransfers?: Sent;
}

/** Body of the back office's PUT: the resource as GET shows it. Absent fields of a known transaction stay. */
export interface ReportInput extends CashInput {
  readonly oid?: Sent;
  readonly sourceDescription?: Sent;
  readonly targetDescription?: Sent;
  readonly accountRegistration?: Sent;
  readonly accountFees?: Sent;
  readonly repeatCashTransactionOid?: Sent;
  readonly createDateTime?: Sent;
  readonly status?: Sent;
  readonly cancelReason?: Sent;
  readonly cancelReasonCode?: Sent;
}

/** What is known of the bank link a transaction names. */
export interface BankLinkFact {
  readonly accountNumber: string;
  /** D: cancelled, or its micro-deposits have expired. */
  readonly status: 'A' | 'D';
  /** No money moves over it before: it might be somebody else's bank account. */
  readonly verified: boolean;
}

/** A client asks for a transaction. `oid` is that of the transaction, or of the series when it repeats. */
export interface CreateTransaction extends FromBody {
  readonly type: 'CreateTransaction';
  readonly input: CreateInput;
  readonly facts: {
    readonly firmId: string;
    readonly accountType: AccountType;
    readonly primaryAccountOwner: string;
    /** All owners of a joint account. */
    readonly owners?: readonly string[] | undefined;
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
export interface CancelTransaction extends FromBody {
  readonly type: 'CancelTransaction';
  readonly input: {
    readonly cancelReasonCode?: Sent;
    readonly cancelReason?: Sent;
    readonly cancelSeriesFlag?: boolean | null | undefined;
  };
  /** Revision the transaction must have: header `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  /** Why the account can't take the next one of the series now. */
  readonly obstacle?: string | undefined;
}

/** The back office reports a transaction or a change of it ([back-office.cashtransactions]). */
export interface ReportTransaction extends FromBody {
  readonly type: 'ReportTransaction';
  readonly input: ReportInput;
  readonly expectedRevision?: ExpectedRevision | undefined;
  /** Undefined when there is no such account. */
  readonly account:
    | {
        readonly firmId: string;
        readonly primaryAccountOwner: string;
        /** All owners of a joint account. */
        readonly owners?: readonly string[] | undefined;
        /** Why it can't take the next one of the series now. */
        readonly obstacle?: string | undefined;
      }
    | undefined;
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

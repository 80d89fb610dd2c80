import type { ExpectedRevision, Problem } from '#libs/platform/kernel';
import type { NewBankLink, LinkIds } from './bank-link.events.js';

/** Facts about the `ownerLoginId` of a request. */
export interface OwnerFacts {
  readonly ownerKnown: boolean;
  /** Alone or jointly; for a corporate account, whether the member represents the firm. */
  readonly isOwner: boolean;
}

export interface CreateBankLink extends LinkIds {
  readonly type: 'CreateBankLink';
  readonly input: NewBankLink;
  readonly facts: OwnerFacts & {
    readonly firmId: string;
    /** Another link of the owner holds the bank account. */
    readonly taken: boolean;
    /** No verification attempts are left for the owner's bank account. */
    readonly usedUp: boolean;
    /** The daily limit of micro-deposits is reached. */
    readonly dayFull: boolean;
    readonly bankAccountKey: string;
    readonly restriction?: Problem | undefined;
  };
}

/** The ACH network confirmed the micro-deposits. */
export interface ConfirmMicroDeposits {
  readonly type: 'ConfirmMicroDeposits';
  readonly amountsKey: string;
}

/** Fields that name the link, operation and owner. */
export interface OperationInput {
  readonly bankLinkOid: string;
  /** Missing also if it is not a string. */
  readonly op?: string;
  readonly ownerLoginId: string;
}

/** Cancels a link ([bank-link.cancel]). */
export interface CancelBankLink extends LinkIds {
  readonly type: 'CancelBankLink';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    readonly transactionsInProcess: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Decides a cancellation that has begun, with everything in the log known: completes it, or takes it back. */
export interface DecideCancellation {
  readonly type: 'DecideCancellation';
  readonly transactionsInProcess: boolean;
}

/** The account no longer allows a link whose micro-deposits are under way. */
export interface DropBankLink {
  readonly type: 'DropBankLink';
}

/** Owner verification, `POST …/verify/{oid}/ownerverification`. */
export interface VerifyOwner extends LinkIds {
  readonly type: 'VerifyOwner';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    /** The caller is the named owner, or the API client of a firm that may vouch for owners. */
    readonly mayVouch: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Verification by micro-deposits. */
export interface VerifyMicroDeposits extends LinkIds {
  readonly type: 'VerifyMicroDeposits';
  readonly input: OperationInput;
  readonly amountsKey: string;
  /** Wrong pairs allowed before the link is cancelled (`MICRO_DEPOSIT_ATTEMPTS`). */
  readonly attempts: number;
  /** From `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: VerificationFacts;
}

/** Facts from other streams about a verification. */
export interface VerificationFacts extends OwnerFacts {
  readonly callerKnown: boolean;
  /** `not-found` also for an account of another firm. */
  readonly access: 'ok' | 'not-found' | 'forbidden';
}

/** The micro-deposits have expired. */
export interface ExpireMicroDeposits {
  readonly type: 'ExpireMicroDeposits';
}

/** Commands for a bank link. */
export type BankLinkCommand =
  | CreateBankLink
  | ConfirmMicroDeposits
  | CancelBankLink
  | DecideCancellation
  | DropBankLink
  | VerifyOwner
  | VerifyMicroDeposits
  | ExpireMicroDeposits;

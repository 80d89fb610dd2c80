import type { ExpectedRevision, Problem } from '#libs/platform/kernel';
import type { NewBankLink, OfLink } from './bank-link.events.js';

/** What is known of the `ownerLoginId` of a request. */
export interface OwnerFacts {
  /** A member of the account's firm has this login id. */
  readonly ownerKnown: boolean;
  /** The member owns the account, alone or with others; for a corporate account: represents the firm. */
  readonly isOwner: boolean;
}

/** Links a bank account. */
export interface CreateBankLink extends OfLink {
  readonly type: 'CreateBankLink';
  readonly input: NewBankLink;
  readonly facts: OwnerFacts & {
    readonly firmId: string;
    /** Another link of the owner holds the bank account. */
    readonly taken: boolean;
    /** Wrong amounts were named too often for the bank account of the owner. */
    readonly usedUp: boolean;
    /** The account has had all the micro-deposits of today. */
    readonly dayFull: boolean;
    readonly bankAccountKey: string;
    readonly restriction?: Problem | undefined;
  };
}

/** The ACH network has confirmed the micro-deposits. */
export interface ConfirmMicroDeposits {
  readonly type: 'ConfirmMicroDeposits';
  readonly amountsKey: string;
}

/** What a body says of the link a request means and of what it does with it. */
export interface OperationInput {
  readonly bankLinkOid: string;
  /** Missing, or anything but text, says no operation. */
  readonly op?: string;
  readonly ownerLoginId: string;
}

/** Cancels a link ([bank-link.cancel]). */
export interface CancelBankLink extends OfLink {
  readonly type: 'CancelBankLink';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    /** A cash transaction on the link is at PD or PR. */
    readonly transactionsInProcess: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Owner verification, `POST …/verify/{oid}/ownerverification`. */
export interface VerifyOwner extends OfLink {
  readonly type: 'VerifyOwner';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    /** The caller is the owner named, or the API client of a firm that may vouch for owners. */
    readonly mayVouch: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Verification by micro-deposits. */
export interface VerifyMicroDeposits extends OfLink {
  readonly type: 'VerifyMicroDeposits';
  readonly input: OperationInput;
  readonly amountsKey: string;
  /** Wrong pairs until the link is cancelled (`MICRO_DEPOSIT_ATTEMPTS`). */
  readonly attempts: number;
  /** Revision the link must have: header `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: VerificationFacts;
}

/** Who verifies what, as far as other streams know it. */
export interface VerificationFacts extends OwnerFacts {
  readonly callerKnown: boolean;
  /** Whether the caller may move money of the account; `not-found` for no account and for another firm's. */
  readonly access: 'ok' | 'not-found' | 'forbidden';
}

/** The time of the micro-deposits is over. */
export interface ExpireMicroDeposits {
  readonly type: 'ExpireMicroDeposits';
}

/** What may be asked of a bank link. */
export type BankLinkCommand =
  | CreateBankLink
  | ConfirmMicroDeposits
  | CancelBankLink
  | VerifyOwner
  | VerifyMicroDeposits
  | ExpireMicroDeposits;

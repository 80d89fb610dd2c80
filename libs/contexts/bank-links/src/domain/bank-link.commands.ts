import type { ExpectedRevision, Problem, Secret } from '#libs/platform/kernel';

/** What is known of the `ownerLoginId` of a request. */
export interface OwnerFacts {
  /** A member of the account's firm has this login id. */
  readonly ownerKnown: boolean;
  /** The member owns the account, alone or with others; for a corporate account: represents the firm. */
  readonly isOwner: boolean;
}

/** Every command that comes with a body, on an account the caller may move money of. */
interface FromBody {
  readonly accountNumber: string;
  readonly bankLinkOid: string;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[];
}

/** Body of `POST …/achbanklinks` ([bank-link.create]); every field is required. */
export interface BankLinkInput {
  /** C or S. */
  readonly accountType?: string | undefined;
  readonly bankAccountNumber?: Secret | undefined;
  readonly routingNumber?: string | undefined;
  readonly ownerLoginId?: string | undefined;
  readonly nameOnAccount?: string | undefined;
  readonly bankName?: string | undefined;
}

/** Links a bank account. */
export interface CreateBankLink extends FromBody {
  readonly type: 'CreateBankLink';
  readonly input: BankLinkInput;
  readonly facts: OwnerFacts & {
    readonly firmId: string;
    /** Another link of the owner holds the bank account. */
    readonly taken: boolean;
    /** Wrong amounts were named too often for the bank account of the owner. */
    readonly usedUp: boolean;
    /** The account has had all the micro-deposits of today. */
    readonly dayFull: boolean;
    /** Key of the reservation; undefined when the body does not name a bank account and an owner. */
    readonly bankAccountKey: string | undefined;
    readonly restriction?: Problem | undefined;
  };
}

/** The ACH network has confirmed the micro-deposits. */
export interface ConfirmMicroDeposits {
  readonly type: 'ConfirmMicroDeposits';
  readonly amountsKey: string;
}

/** Keys that say which link a request means and what it does with it. */
export interface OperationInput {
  readonly bankLinkOid?: string | undefined;
  readonly op?: string | undefined;
  readonly ownerLoginId?: string | undefined;
}

/** Body of a cancellation ([bank-link.cancellation]). */
export interface CancelInput extends OperationInput {
  readonly status?: string | undefined;
}

/** Cancels a link ([bank-link.cancel]). */
export interface CancelBankLink extends FromBody {
  readonly type: 'CancelBankLink';
  readonly input: CancelInput;
  readonly facts: OwnerFacts & {
    /** A cash transaction on the link is at PD or PR. */
    readonly transactionsInProcess: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Owner verification, `POST …/verify/{oid}/ownerverification`. */
export interface VerifyOwner extends FromBody {
  readonly type: 'VerifyOwner';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    /** The caller is the owner named, or the API client of a firm that may vouch for owners. */
    readonly mayVouch: boolean;
    readonly restriction?: Problem | undefined;
  };
}

/** Verification by micro-deposits, from the check of the caller on ([bank-link.check-order]). */
export interface VerifyMicroDeposits {
  readonly type: 'VerifyMicroDeposits';
  readonly accountNumber: string;
  readonly ownerLoginId: string;
  readonly amountsKey: string;
  /** Wrong pairs until the link is cancelled (`MICRO_DEPOSIT_ATTEMPTS`). */
  readonly attempts: number;
  /** Revision the link must have: header `If-Match`. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  readonly facts: VerificationFacts;
}

/** Who verifies what, as far as other streams know it. */
export interface VerificationFacts extends OwnerFacts {
  /** The acting member exists. */
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

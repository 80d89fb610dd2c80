import type { BankAccountType, DomainEvent, Secret } from '#libs/platform/kernel';

/** How a link was verified: by naming the amounts of the micro-deposits, or by the owner vouching for it. */
export type VerificationMethod = 'microDeposits' | 'owner';

/** Why a link was cancelled: asked for, no attempts left, or micro-deposits that nobody confirmed in time. */
export type CancellationCause = 'request' | 'attempts' | 'expired';

/** A bank account to be linked ([bank-link.create]). */
export interface NewBankLink {
  readonly accountType: BankAccountType;
  readonly bankAccountNumber: Secret;
  readonly routingNumber: string;
  readonly ownerLoginId: string;
  readonly nameOnAccount: string;
  readonly bankName: string;
}

/** Every event, and every command of a caller, names the link and the brokerage account it belongs to. */
export interface OfLink {
  readonly bankLinkOid: string;
  readonly accountNumber: string;
}

/** A bank account was linked. From here until {@link MicroDepositsSent} the deposits are on their way. */
export type BankLinkCreated = DomainEvent<
  'bankLink.BankLinkCreated',
  OfLink &
    NewBankLink & {
      readonly firmId: string;
      /** Key of the reservation of owner, routing and bank account number. */
      readonly bankAccountKey: string;
    }
>;

/** The ACH network confirmed both micro-deposits. Timestamps are ISO-8601 UTC. */
export type MicroDepositsSent = DomainEvent<
  'bankLink.MicroDepositsSent',
  OfLink & {
    /** Keyed hash of link and amounts; the amounts themselves are nowhere. */
    readonly amountsKey: string;
    readonly sentAt: string;
    /** From this moment on the amounts verify nothing. */
    readonly expiresAt: string;
  }
>;

/** Wrong amounts: an attempt is used up. */
export type MicroDepositsMismatched = DomainEvent<
  'bankLink.MicroDepositsMismatched',
  OfLink & { readonly remainingAttempts: number }
>;

/** The bank account is the owner's. */
export type BankLinkVerified = DomainEvent<
  'bankLink.BankLinkVerified',
  OfLink & { readonly method: VerificationMethod }
>;

/** The link is at D, for good; its bank account may be linked again. */
export type BankLinkCancelled = DomainEvent<
  'bankLink.BankLinkCancelled',
  OfLink & { readonly cause: CancellationCause; readonly bankAccountKey: string }
>;

/** Everything that happens in stream `bankLink-{oid}`. */
export type BankLinkEvent =
  | BankLinkCreated
  | MicroDepositsSent
  | MicroDepositsMismatched
  | BankLinkVerified
  | BankLinkCancelled;

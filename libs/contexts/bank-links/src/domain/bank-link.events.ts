import type { BankAccountType, DomainEvent, Secret } from '#libs/platform/kernel';

/** By the amounts of the micro-deposits, or by the owner vouching for it. */
export type VerificationMethod = 'microDeposits' | 'owner';

/** By request, after the last attempt, because nobody confirmed the micro-deposits in time, or because the account no longer allows it. */
export type CancellationCause = 'request' | 'attempts' | 'expired' | 'account';

/** A bank account to link ([bank-link.create]). */
export interface NewBankLink {
  readonly accountType: BankAccountType;
  readonly bankAccountNumber: Secret;
  readonly routingNumber: string;
  readonly ownerLoginId: string;
  readonly nameOnAccount: string;
  readonly bankName: string;
}

export interface LinkIds {
  readonly bankLinkOid: string;
  readonly accountNumber: string;
}

/** A bank account was linked. Its deposits are in transit until {@link MicroDepositsSent}. */
export type BankLinkCreated = DomainEvent<
  'bankLink.BankLinkCreated',
  LinkIds &
    NewBankLink & {
      readonly firmId: string;
      /** Key of the reservation of owner, routing and bank account number. */
      readonly bankAccountKey: string;
    }
>;

/** The ACH network confirmed both micro-deposits. Timestamps are ISO-8601 UTC. */
export type MicroDepositsSent = DomainEvent<
  'bankLink.MicroDepositsSent',
  LinkIds & {
    /** Keyed hash of link and amounts; the amounts themselves are stored nowhere. */
    readonly amountsKey: string;
    readonly sentAt: string;
    readonly expiresAt: string;
  }
>;

/** Wrong amounts used up an attempt. */
export type MicroDepositsMismatched = DomainEvent<
  'bankLink.MicroDepositsMismatched',
  LinkIds & { readonly remainingAttempts: number }
>;

/** The link was verified. */
export type BankLinkVerified = DomainEvent<
  'bankLink.BankLinkVerified',
  LinkIds & { readonly method: VerificationMethod }
>;

/** The link is being cancelled on request: whether money is under way on it is looked up once more. */
export type CancellationBegun = DomainEvent<'bankLink.CancellationBegun', LinkIds>;

/** Money came under way on the link beside its cancellation, and the link stays active. */
export type CancellationTakenBack = DomainEvent<'bankLink.CancellationTakenBack', LinkIds>;

/** The link is permanently at D; its bank account may be linked again. */
export type BankLinkCancelled = DomainEvent<
  'bankLink.BankLinkCancelled',
  LinkIds & { readonly cause: CancellationCause; readonly bankAccountKey: string }
>;

/** All events of stream `bankLink-{oid}`. */
export type BankLinkEvent =
  | BankLinkCreated
  | MicroDepositsSent
  | MicroDepositsMismatched
  | BankLinkVerified
  | CancellationBegun
  | CancellationTakenBack
  | BankLinkCancelled;

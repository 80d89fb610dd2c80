import { defineEvents } from '#libs/platform/event-store';
import {
  type DomainEvent,
  type LocalDate,
  Published,
  type Secret,
  subjectOfPersons,
} from '#libs/platform/kernel';
import { type BankAccountType, contentOf, ofAccount, textOf } from '#libs/contexts/codes';

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

const FINAL_FAILURE = 'banklink.final.verification.failure.no.more.attempts';

const WRONG_AMOUNTS =
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';

const link = { bankLinkOid: Published.text('Id of the bank link') };

const path = '/achbanklinks/{bankLinkOid}';

/** Event definitions of stream `bankLink-{oid}`. Everything about the bank account is sealed under the key of its owner. */
export const bankLinkEvents = defineEvents<BankLinkEvent>({
  'bankLink.BankLinkCreated': {
    history: {
      title: 'Bank account linked',
      subjects: ofAccount,
      fields: (data) => ({ status: 'A', verifyStatus: false, ...contentOf(data) }),
    },
    publishes: Published.event(
      'brokerage.bank-link.created.v1',
      'A bank account was linked.',
      link,
      path,
    ),
    // version 1 stored the bank name unencrypted
    version: 2,
    personal: {
      subject: ({ ownerLoginId }) => subjectOfPersons([ownerLoginId]),
      fields: ['nameOnAccount', 'routingNumber', 'bankName'],
    },
    upcasts: { 1: (data) => data },
  },
  'bankLink.MicroDepositsSent': {
    history: { title: 'Micro-deposits sent', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.bank-link.micro-deposits-sent.v1',
      'Both micro-deposits arrived at the bank account.',
      { ...link, expiresAt: Published.moment('From here on their amounts verify nothing') },
      path,
    ),
  },
  'bankLink.MicroDepositsMismatched': {
    history: {
      title: 'Verification of the bank link refused',
      subjects: ofAccount,
      reason: (data) => ({
        outcome: 'refused',
        code: data['remainingAttempts'] === 0 ? FINAL_FAILURE : WRONG_AMOUNTS,
        cause: 'amounts',
        remainingAttempts: Number(data['remainingAttempts']),
      }),
    },
    publishes: Published.event(
      'brokerage.bank-link.verification-failed.v1',
      'Wrong micro-deposit amounts were submitted.',
      { ...link, remainingAttempts: Published.count('Attempts left') },
      path,
    ),
  },
  'bankLink.BankLinkVerified': {
    history: {
      title: 'Bank link verified',
      subjects: ofAccount,
      fields: ({ method }) => ({ verifyStatus: true, method }),
    },
    publishes: Published.event(
      'brokerage.bank-link.verified.v1',
      'The bank link was verified.',
      { ...link, method: Published.word(['microDeposits', 'owner'], 'How that was found out') },
      path,
    ),
  },
  'bankLink.CancellationBegun': {
    history: { title: 'Cancellation of the bank link begun', subjects: ofAccount },
    publishes: 'nothing',
  },
  'bankLink.CancellationTakenBack': {
    history: {
      title: 'Cancellation of the bank link taken back',
      subjects: ofAccount,
      reason: () => ({ outcome: 'refused', code: 'banklink.transactions.in.process.rule' }),
    },
    publishes: 'nothing',
  },
  'bankLink.BankLinkCancelled': {
    history: {
      title: 'Bank link cancelled',
      subjects: ofAccount,
      fields: () => ({ status: 'D' }),
      reason: (data) => ({
        outcome: 'cancelled',
        cause: textOf(data, 'cause'),
        ...(data['cause'] === 'attempts' && { code: FINAL_FAILURE }),
      }),
    },
    publishes: Published.event(
      'brokerage.bank-link.cancelled.v1',
      'The bank link was cancelled for good.',
      { ...link, cause: Published.word(['request', 'attempts', 'expired', 'account'], 'Why') },
      path,
    ),
  },
});

/** Event definitions of streams `bankAccount-{key}` and `microDeposits-{accountNumber}`. None holds personal data. */
export const limitEvents = defineEvents<BankAccountEvent | SendingCounted>({
  'bankAccount.AttemptTaken': { history: { title: 'Attempt to verify a bank account' } },
  'bankAccount.AttemptsCleared': {
    history: { title: 'Attempts to verify a bank account forgotten' },
  },
  'bankAccount.AttemptsUnlocked': {
    history: { title: 'Verification of the bank account allowed again', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.bank-link.verification-unlocked.v1',
      'The bank account may be verified again after too many wrong amounts.',
      link,
      path,
    ),
  },
  'microDeposits.SendingCounted': { history: { title: 'Micro-deposits of the day counted' } },
});

/** A pair of amounts was submitted for a link; recorded before it is compared. */
export type AttemptTaken = DomainEvent<
  'bankAccount.AttemptTaken',
  { readonly bankLinkOid: string; readonly takenAt: string }
>;

/** The right amounts were submitted: earlier attempts no longer count. */
type AttemptsCleared = DomainEvent<'bankAccount.AttemptsCleared', { readonly bankLinkOid: string }>;

/** An operator reset the attempts. The metadata says who. */
type AttemptsUnlocked = DomainEvent<
  'bankAccount.AttemptsUnlocked',
  { readonly bankLinkOid: string; readonly accountNumber: string }
>;

/** All events of stream `bankAccount-{keyed hash of owner, routing and account number}`. */
export type BankAccountEvent = AttemptTaken | AttemptsCleared | AttemptsUnlocked;

/** Counts micro-deposits to be sent for a link on a day in New York. Stream `microDeposits-{accountNumber}`. */
export type SendingCounted = DomainEvent<
  'microDeposits.SendingCounted',
  { readonly bankLinkOid: string; readonly day: LocalDate }
>;

import { Published, subjectOfPersons } from '#libs/platform/kernel';
import { contentOf, defineEvents, ofAccount, textOf } from '#libs/platform/event-store';
import type { BankAccountEvent } from './domain/bank-account.js';
import type { BankLinkEvent } from './domain/bank-link.events.js';
import type { SendingCounted } from './domain/deposit-days.js';

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

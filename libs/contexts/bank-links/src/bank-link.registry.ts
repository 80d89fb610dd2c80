import { subjectOfPersons } from '#libs/platform/kernel';
import { contentOf, defineEvents, ofAccount, textOf } from '#libs/platform/event-store';
import type { BankAccountEvent } from './domain/bank-account.js';
import type { BankLinkEvent } from './domain/bank-link.events.js';
import type { SendingCounted } from './domain/deposit-days.js';

/** Codes that wrong micro-deposits are refused with. */
const FINAL_FAILURE = 'banklink.final.verification.failure.no.more.attempts';

const WRONG_AMOUNTS =
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';

/** How the events of stream `bankLink-{oid}` are stored: everything about the bank account under the key of its owner. */
export const bankLinkEvents = defineEvents<BankLinkEvent>({
  'bankLink.BankLinkCreated': {
    history: {
      title: 'Bank account linked',
      subjects: ofAccount,
      fields: (data) => ({ status: 'A', verifyStatus: false, ...contentOf(data) }),
    },
    // the bank stood in the clear before
    version: 2,
    personal: {
      subject: ({ ownerLoginId }) => subjectOfPersons([ownerLoginId]),
      fields: ['nameOnAccount', 'routingNumber', 'bankName'],
    },
    upcasts: { 1: (data) => data },
  },
  'bankLink.MicroDepositsSent': { history: { title: 'Micro-deposits sent', subjects: ofAccount } },
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
  },
  'bankLink.BankLinkVerified': {
    history: {
      title: 'Bank link verified',
      subjects: ofAccount,
      fields: ({ method }) => ({ verifyStatus: true, method }),
    },
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
  },
});

/** How the events of streams `bankAccount-{key}` and `microDeposits-{accountNumber}` are stored. None holds personal data. */
export const limitEvents = defineEvents<BankAccountEvent | SendingCounted>({
  'bankAccount.AttemptTaken': { history: { title: 'Attempt to verify a bank account' } },
  'bankAccount.AttemptsCleared': {
    history: { title: 'Attempts to verify a bank account forgotten' },
  },
  'bankAccount.AttemptsUnlocked': {
    history: {
      title: 'Verification of the bank account allowed again',
      subjects: ofAccount,
    },
  },
  'microDeposits.SendingCounted': { history: { title: 'Micro-deposits of the day counted' } },
});

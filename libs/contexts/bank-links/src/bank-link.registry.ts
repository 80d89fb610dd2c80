import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
import type { BankAccountEvent } from './domain/bank-account.js';
import type { BankLinkEvent } from './domain/bank-link.events.js';
import type { SendingCounted } from './domain/deposit-days.js';

/** How the events of stream `bankLink-{oid}` are stored: everything about the bank account under the key of its owner. */
export const bankLinkEvents = defineEvents<BankLinkEvent>({
  'bankLink.BankLinkCreated': {
    // the bank stood in the clear before
    version: 2,
    personal: {
      subject: ({ ownerLoginId }) => subjectOfPersons([ownerLoginId]),
      fields: ['nameOnAccount', 'routingNumber', 'bankName'],
    },
    upcasts: { 1: (data) => data },
  },
  'bankLink.MicroDepositsSent': { version: 1 },
  'bankLink.MicroDepositsMismatched': { version: 1 },
  'bankLink.BankLinkVerified': { version: 1 },
  'bankLink.BankLinkCancelled': { version: 1 },
});

/** How the events of streams `bankAccount-{key}` and `microDeposits-{accountNumber}` are stored. None holds personal data. */
export const limitEvents = defineEvents<BankAccountEvent | SendingCounted>({
  'bankAccount.AttemptTaken': { version: 1 },
  'bankAccount.AttemptsCleared': { version: 1 },
  'bankAccount.AttemptsUnlocked': { version: 1 },
  'microDeposits.SendingCounted': { version: 1 },
});

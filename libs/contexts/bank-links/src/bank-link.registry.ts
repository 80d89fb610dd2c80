import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
import type { BankLinkEvent } from './domain/bank-link.events.js';

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

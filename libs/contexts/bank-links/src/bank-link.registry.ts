import { defineEvents } from '#libs/platform/event-store';
import type { BankLinkEvent } from './domain/bank-link.events.js';

/** How the events of stream `bankLink-{oid}` are stored: name and number of the bank account under the key of its owner. */
export const bankLinkEvents = defineEvents<BankLinkEvent>({
  'bankLink.BankLinkCreated': {
    version: 1,
    personal: {
      subject: ({ ownerLoginId }) => `person:${ownerLoginId}`,
      fields: ['nameOnAccount'],
    },
  },
  'bankLink.MicroDepositsSent': { version: 1 },
  'bankLink.MicroDepositsMismatched': { version: 1 },
  'bankLink.BankLinkVerified': { version: 1 },
  'bankLink.BankLinkCancelled': { version: 1 },
});

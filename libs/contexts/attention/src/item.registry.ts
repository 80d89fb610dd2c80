import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
import type { ItemEvent } from './domain/item.events.js';

/**
 * How the events of stream `ifa-{id}` are stored: what the back office writes, above all where it keeps documents, which may be
 * called by a member's name, under the key of the member. Paths of items that the service raises are its own.
 */
export const itemEvents = defineEvents<ItemEvent>({
  'attention.ItemRaised': { version: 1 },
  'attention.ItemRecorded': {
    // these stood in the clear before
    version: 2,
    personal: {
      subject: ({ loginId }) => subjectOfPersons([loginId]),
      fields: [
        'priority',
        'readDocumentKey',
        'writeDocumentKey',
        'readDocumentPath',
        'writeDocumentPath',
      ],
    },
    upcasts: { 1: (data) => data },
  },
  'attention.ItemViewed': { version: 1 },
  'attention.ItemAgreed': { version: 1 },
  'attention.ItemRejected': { version: 1 },
  'attention.ItemWithdrawn': { version: 1 },
});

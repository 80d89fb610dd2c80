import { subjectOfPersons } from '#libs/platform/kernel';
import { contentOf, defineEvents, type EventData, ofMember } from '#libs/platform/event-store';
import type { ItemEvent } from './domain/item.events.js';

const status = (ifaStatus: string) => (data: EventData) => ({ ifaStatus, ...contentOf(data) });

/**
 * How the events of stream `ifa-{id}` are stored: what the back office writes, above all where it keeps documents, which may be
 * called by a member's name, under the key of the member. Paths of items that the service raises are its own.
 */
export const itemEvents = defineEvents<ItemEvent>({
  'attention.ItemRaised': {
    history: {
      title: 'Item for attention raised',
      subjects: ofMember,
      fields: status('I'),
    },
  },
  'attention.ItemRecorded': {
    history: { title: 'Item for attention given', subjects: ofMember },
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
  'attention.ItemViewed': { history: { title: 'Item for attention viewed', subjects: ofMember } },
  'attention.ItemAgreed': {
    history: {
      title: 'Item for attention agreed to',
      subjects: ofMember,
      fields: status('A'),
    },
  },
  'attention.ItemRejected': {
    history: {
      title: 'Item for attention rejected',
      subjects: ofMember,
      fields: status('R'),
      reason: () => ({ outcome: 'rejected' }),
    },
  },
  'attention.ItemWithdrawn': {
    history: {
      title: 'Item for attention withdrawn',
      subjects: ofMember,
      fields: ({ expirationDate }) => ({ expirationDate }),
    },
  },
});

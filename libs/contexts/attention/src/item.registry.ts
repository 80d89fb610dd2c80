import {
  codesOf,
  IfaStatuses,
  IfaTypes,
  isAccountNumber,
  isOid,
  omit,
  Published,
  subjectOfPersons,
} from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofMember,
  Subject,
  textOf,
} from '#libs/platform/event-store';
import type { ItemEvent } from './domain/item.events.js';
import { UNREADABLE } from './domain/item.state.js';

const status = (ifaStatus: string) => (data: EventData) => ({ ifaStatus, ...contentOf(data) });

/** What an item is about: the events that give it say so. What others say it is about may be anything. */
function concerns(data: EventData): string | null | undefined {
  if (!('targetOid' in data)) return undefined;
  const [target, type] = [textOf(data, 'targetOid'), data['targetOidType']];
  if (type === 'A' && isAccountNumber(target)) return Subject.account(target);
  return type === 'B' && isOid(target) ? Subject.bankLink(target) : null;
}

const itemFields = {
  itemId: Published.text('Id of the item'),
  ifaType: Published.code(IfaTypes, 'Kind of item'),
  ifaStatus: Published.code(IfaStatuses, 'Status of the item'),
};
const changed = Published.event(
  'brokerage.item-for-attention.changed.v1',
  'The back office changed an item for attention.',
  itemFields,
);
const answered = Published.event(
  'brokerage.item-for-attention.answered.v1',
  'A member viewed, accepted or rejected an item for attention.',
  omit(itemFields, 'ifaType'),
);

/**
 * How the events of stream `ifa-{id}` are stored: what the back office writes, above all where it keeps documents, which may be
 * called by a member's name, under the key of the member. Paths of items that the service raises are its own.
 */
export const itemEvents = defineEvents<ItemEvent>({
  'attention.ItemRaised': {
    history: { title: 'Item for attention raised', subjects: ofMember, fields: status('I') },
    publishes: Published.event(
      'brokerage.item-for-attention.raised.v1',
      'An item for attention was raised.',
      itemFields,
    ).with(({ id }) => ({ itemId: id, ifaStatus: 'I' })),
    concerns,
  },
  'attention.ItemRecorded': {
    history: { title: 'Item for attention given', subjects: ofMember },
    publishes: changed.with(({ id }) => ({ itemId: id })),
    concerns,
    // these stood in the clear before
    version: 2,
    personal: {
      subject: ({ loginId }) => subjectOfPersons([loginId]),
      // what is not there any more once the key has been destroyed
      fields: codesOf(UNREADABLE),
    },
    upcasts: { 1: (data) => data },
  },
  'attention.ItemViewed': {
    history: { title: 'Item for attention viewed', subjects: ofMember },
    publishes: answered.with(({ id }) => ({ itemId: id })),
    concerns,
  },
  'attention.ItemAgreed': {
    history: { title: 'Item for attention agreed to', subjects: ofMember, fields: status('A') },
    publishes: answered.with(({ id }) => ({ itemId: id, ifaStatus: 'A' })),
    concerns,
  },
  'attention.ItemRejected': {
    history: {
      title: 'Item for attention rejected',
      subjects: ofMember,
      fields: status('R'),
      reason: () => ({ outcome: 'rejected' }),
    },
    publishes: answered.with(({ id }) => ({ itemId: id, ifaStatus: 'R' })),
    concerns,
  },
  'attention.ItemWithdrawn': {
    history: {
      title: 'Item for attention withdrawn',
      subjects: ofMember,
      fields: ({ expirationDate }) => ({ expirationDate }),
    },
    publishes: changed.with(({ id }) => ({ itemId: id })),
    concerns,
  },
});

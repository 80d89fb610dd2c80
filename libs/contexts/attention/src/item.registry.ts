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

/** The account or bank link an item is about; only events with the complete item tell. Targets the back office sends may be anything. */
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
 * How the events of stream `ifa-{id}` are stored. Texts from the back office are encrypted under the key of the member, since document
 * paths may contain the member's name.
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
    history: { title: 'Item for attention recorded', subjects: ofMember },
    publishes: changed.with(({ id }) => ({ itemId: id })),
    concerns,
    // version 1 had these in clear text
    version: 2,
    personal: {
      subject: ({ loginId }) => subjectOfPersons([loginId]),
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

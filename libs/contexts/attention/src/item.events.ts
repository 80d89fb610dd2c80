import { defineEvents, type EventData } from '#libs/platform/event-store';
import {
  codesOf,
  type DomainEvent,
  isOid,
  omit,
  Published,
  subjectOfPersons,
} from '#libs/platform/kernel';
import {
  type IfaStatus,
  IfaStatuses,
  type IfaType,
  IfaTypes,
  isAccountNumber,
  contentOf,
  ofMember,
  Subject,
  textOf,
} from '#libs/contexts/codes';
import { type IfaTargetType, UNREADABLE } from './item.js';

export interface DocumentKey {
  readonly documentKey: string;
  readonly documentPartnerCode: string | null;
}

/** The id of an item, and the member it is for. */
export interface ItemOwner {
  /** Unique across members. */
  readonly id: string;
  readonly loginId: string;
  readonly memberOid: string;
  /** Firm of the member, which limits who may read the item. */
  readonly firmId: string;
}

/** What the item asks for ([ifa.ifaType]). Timestamps are ISO-8601 UTC. */
export interface ItemContent {
  readonly ifaType: IfaType;
  readonly targetOid: string | null;
  readonly targetOidType: IfaTargetType | null;
  /** Whether a response is required. */
  readonly forceResponse: boolean;
  /** Whether the document must be viewed before the response. */
  readonly forceView: boolean;
  /** Total number of views allowed; -100: unlimited. */
  readonly numberOfViews: number;
  readonly startDate: string | null;
  /** From this time on, no response is accepted. */
  readonly expirationDate: string | null;
  readonly priority: string | null;
  readonly readDocumentKey: DocumentKey | null;
  readonly writeDocumentKey: DocumentKey | null;
  readonly readDocumentPath: string | null;
  readonly writeDocumentPath: string | null;
}

/** What has been done with the item. Timestamps are ISO-8601 UTC. */
export interface ItemHandling {
  readonly ifaStatus: IfaStatus;
  /** Views left; -100: unlimited. */
  readonly viewsRemaining: number;
  /** Who responded: member id of the member, or login id of an API client. */
  readonly actorOid: string | null;
  readonly actionDateTime: string | null;
  readonly viewDateTime: string | null;
}

interface OfItem {
  readonly id: string;
  readonly loginId: string;
}

/** The service raised an item; its status is I. */
export type ItemRaised = DomainEvent<'attention.ItemRaised', ItemOwner & ItemContent>;

/** The back office created or changed an item; carries the complete item ([back-office.ifas]). */
export type ItemRecorded = DomainEvent<
  'attention.ItemRecorded',
  ItemOwner & ItemContent & ItemHandling
>;

export type ItemViewed = DomainEvent<
  'attention.ItemViewed',
  OfItem & Pick<ItemHandling, 'ifaStatus' | 'viewsRemaining'> & { readonly viewDateTime: string }
>;

/** The member agreed, by response or by signing the customer agreement. */
export type ItemAgreed = DomainEvent<
  'attention.ItemAgreed',
  OfItem & {
    readonly actorOid: string;
    readonly actionDateTime: string;
    readonly by: 'response' | 'signature';
  }
>;

/** The member rejected a bank link verification. */
type ItemRejected = DomainEvent<
  'attention.ItemRejected',
  OfItem & { readonly actorOid: string; readonly actionDateTime: string }
>;

/** The item is no longer needed and expires at this time. */
type ItemWithdrawn = DomainEvent<
  'attention.ItemWithdrawn',
  OfItem &
    Pick<ItemContent, 'ifaType'> &
    Pick<ItemHandling, 'ifaStatus'> & { readonly expirationDate: string }
>;

/** Stream `ifa-{id}`. */
export type ItemEvent =
  ItemRaised | ItemRecorded | ItemViewed | ItemAgreed | ItemRejected | ItemWithdrawn;

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

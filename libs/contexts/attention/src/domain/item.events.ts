import type { DomainEvent, IfaStatus, IfaTargetType, IfaType } from '#libs/platform/kernel';

/** Key of a document that belongs to an item. */
export interface DocumentKey {
  readonly documentKey: string;
  readonly documentPartnerCode: string | null;
}

/** Whose item it is. */
export interface ItemOwner {
  /** Unique over all members. */
  readonly id: string;
  readonly loginId: string;
  readonly memberOid: string;
  /** Firm of the member, for the scope of reads. */
  readonly firmId: string;
}

/** What the item asks for ([ifa.ifaType]). Timestamps are ISO-8601 UTC. */
export interface ItemContent {
  readonly ifaType: IfaType;
  readonly targetOid: string | null;
  readonly targetOidType: IfaTargetType | null;
  /** An answer is required. */
  readonly forceResponse: boolean;
  /** The document must be viewed before the answer. */
  readonly forceView: boolean;
  /** Views allowed in all; -100 is no limit. */
  readonly numberOfViews: number;
  readonly startDate: string | null;
  /** From this moment on nobody can answer. */
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
  /** Views left; -100 is no limit. */
  readonly viewsRemaining: number;
  /** Member id of who answered. */
  readonly actorOid: string | null;
  readonly actionDateTime: string | null;
  readonly viewDateTime: string | null;
}

/** Every event after the first names item and member. */
interface OfItem {
  readonly id: string;
  readonly loginId: string;
}

/** The service put an item before a member; it stands at I, unseen. */
export type ItemRaised = DomainEvent<'attention.ItemRaised', ItemOwner & ItemContent>;

/** The back office gave the whole item, for the first time or with something changed ([back-office.ifas]). */
export type ItemRecorded = DomainEvent<
  'attention.ItemRecorded',
  ItemOwner & ItemContent & ItemHandling
>;

/** The member viewed it. */
export type ItemViewed = DomainEvent<
  'attention.ItemViewed',
  OfItem & Pick<ItemHandling, 'ifaStatus' | 'viewsRemaining'> & { readonly viewDateTime: string }
>;

/** The member agreed, by answering or by signing the customer agreement. */
export type ItemAgreed = DomainEvent<
  'attention.ItemAgreed',
  OfItem & {
    readonly actorOid: string;
    readonly actionDateTime: string;
    readonly by: 'response' | 'signature';
  }
>;

/** The member rejected a bank link verification. */
export type ItemRejected = DomainEvent<
  'attention.ItemRejected',
  OfItem & { readonly actorOid: string; readonly actionDateTime: string }
>;

/** The service asks for nothing any more, whatever the answer would be: the item expires at this moment. */
export type ItemWithdrawn = DomainEvent<
  'attention.ItemWithdrawn',
  OfItem &
    Pick<ItemContent, 'ifaType'> &
    Pick<ItemHandling, 'ifaStatus'> & { readonly expirationDate: string }
>;

/** Everything that happens in stream `ifa-{id}`. */
export type ItemEvent =
  ItemRaised | ItemRecorded | ItemViewed | ItemAgreed | ItemRejected | ItemWithdrawn;

import type { DomainEvent, IfaStatus, IfaTargetType, IfaType } from '#libs/platform/kernel';

/** Key of an item's document. */
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

/** The member viewed the item. */
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
export type ItemRejected = DomainEvent<
  'attention.ItemRejected',
  OfItem & { readonly actorOid: string; readonly actionDateTime: string }
>;

/** The item is no longer needed and expires at this time. */
export type ItemWithdrawn = DomainEvent<
  'attention.ItemWithdrawn',
  OfItem &
    Pick<ItemContent, 'ifaType'> &
    Pick<ItemHandling, 'ifaStatus'> & { readonly expirationDate: string }
>;

/** Stream `ifa-{id}`. */
export type ItemEvent =
  ItemRaised | ItemRecorded | ItemViewed | ItemAgreed | ItemRejected | ItemWithdrawn;

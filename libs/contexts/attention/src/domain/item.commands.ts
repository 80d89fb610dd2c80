import type { Problem } from '#libs/platform/kernel';
import type { DocumentKey, ItemContent, ItemHandling, ItemOwner } from './item.events.js';

/** A field left out or null takes its default. */
type Optional<T> = { readonly [Key in keyof T]?: T[Key] | null | undefined };

/** Every command that comes with a body. */
interface FromBody {
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** The service puts an item before a member. The same again changes nothing. */
export interface RaiseItem extends ItemOwner {
  readonly type: 'RaiseItem';
  /** Defaults: no target, nothing forced, no limit of views, starts now, never expires, no documents. */
  readonly content: Pick<ItemContent, 'ifaType'> & Optional<Omit<ItemContent, 'ifaType'>>;
}

/** The member of the path views or answers: `PUT …/ifas/{id}` ([ifa.respond]). */
export interface RespondToItem extends FromBody {
  readonly type: 'RespondToItem';
  readonly id: string;
  readonly loginId: string;
  /** A, R or V; required. */
  readonly action?: string | null | undefined;
  /** Member id of who acts: the member, or an advisor for them. */
  readonly actorOid: string;
}

/** The member signed the customer agreement ([signature.items]). */
export interface AgreeBySignature {
  readonly type: 'AgreeBySignature';
  readonly id: string;
  /** Member id of the signer; default is the owner of the item. */
  readonly actorOid?: string | undefined;
}

/** What the item asks for has become pointless. One that is answered or has expired stays as it is. */
export interface WithdrawItem {
  readonly type: 'WithdrawItem';
  readonly id: string;
}

/** Code fields come as any text; timestamps in any form of the wire. */
type AsSent<T, Codes extends keyof T> = Optional<Omit<T, Codes> & Record<Codes, string>>;

/**
 * Body of the back office's PUT: the item as the GET shows it. Of two spellings of a key either will do, or both with the
 * same value. Content left out takes its default; handling left out stays as it is.
 */
export type ItemInput = AsSent<
  Omit<ItemContent, 'readDocumentKey' | 'writeDocumentKey'>,
  'ifaType' | 'targetOidType'
> &
  AsSent<ItemHandling, 'ifaStatus'> & {
    readonly id?: string | null | undefined;
    readonly itemForAttentionId?: string | null | undefined;
    readonly itemForAttentionType?: string | null | undefined;
    readonly itemForAttentionStatus?: string | null | undefined;
    readonly memberOid?: string | null | undefined;
    readonly readDocumentKey?: Optional<DocumentKey> | null | undefined;
    readonly writeDocumentKey?: Optional<DocumentKey> | null | undefined;
  };

/** Back office: the whole item ([back-office.ifas]). The same again changes nothing. */
export interface PutItem extends FromBody {
  readonly type: 'PutItem';
  /** Id and login id of the path. */
  readonly id: string;
  readonly loginId: string;
  readonly input: ItemInput;
  readonly facts: {
    /** The member of the path; undefined when there is none. */
    readonly member: { readonly memberOid: string; readonly firmId: string } | undefined;
  };
}

/** What may be asked of an item for attention. */
export type ItemCommand = RaiseItem | RespondToItem | AgreeBySignature | WithdrawItem | PutItem;

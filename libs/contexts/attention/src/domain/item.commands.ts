import type { IfaAction } from '#libs/platform/kernel';
import type { ItemContent, ItemHandling, ItemOwner } from './item.events.js';

/** The service puts an item before a member. The same again changes nothing. */
export interface RaiseItem extends ItemOwner {
  readonly type: 'RaiseItem';
  /** Defaults: no target, nothing forced, no limit of views, starts now, never expires, no documents. */
  readonly content: Pick<ItemContent, 'ifaType'> & Partial<ItemContent>;
}

/** The member of the path views or answers: `PUT …/ifas/{id}` ([ifa.respond]). */
export interface RespondToItem {
  readonly type: 'RespondToItem';
  readonly id: string;
  readonly loginId: string;
  readonly action: IfaAction;
  /** Member id of who acts: the member, or an advisor for them. */
  readonly actorOid: string;
}

/** The member signed the customer agreement ([signature.items]). */
export interface AgreeBySignature {
  readonly type: 'AgreeBySignature';
  readonly id: string;
}

/** What the item asks for has become pointless. One that is answered or has expired stays as it is. */
export interface WithdrawItem {
  readonly type: 'WithdrawItem';
  readonly id: string;
}

/** Back office: the whole item ([back-office.ifas]). The same again changes nothing. */
export interface PutItem {
  readonly type: 'PutItem';
  /** Id and login id of the path. */
  readonly id: string;
  readonly loginId: string;
  /** The member of the path. */
  readonly member: Pick<ItemOwner, 'memberOid' | 'firmId'>;
  /** Ids of the body, which must equal that of the path. */
  readonly ids: Readonly<Partial<Record<'id' | 'itemForAttentionId', string>>>;
  readonly content: ItemContent;
  /** What is left out stays as it is. */
  readonly handling: Partial<ItemHandling>;
}

/** What may be asked of an item for attention. */
export type ItemCommand = RaiseItem | RespondToItem | AgreeBySignature | WithdrawItem | PutItem;

import type { IfaAction } from '#libs/platform/kernel';
import type { ItemContent, ItemHandling, ItemOwner } from './item.events.js';

/** The service raises an item for a member. */
export interface RaiseItem extends ItemOwner {
  readonly type: 'RaiseItem';
  /** Defaults: no target, nothing forced, unlimited views, starts now, never expires, no documents. */
  readonly content: Pick<ItemContent, 'ifaType'> & Partial<ItemContent>;
}

/** The member in the path views, accepts or rejects: `PUT …/ifas/{id}` ([ifa.respond]). */
export interface RespondToItem {
  readonly type: 'RespondToItem';
  readonly id: string;
  readonly loginId: string;
  readonly action: IfaAction;
  /** Member id of the member, or login id of the API client that acts for the member. */
  readonly actorOid: string;
}

/** The member signed the customer agreement ([signature.items]). */
export interface AgreeBySignature {
  readonly type: 'AgreeBySignature';
  readonly id: string;
}

/** The item is no longer needed. Does nothing if it is final or has expired. */
export interface WithdrawItem {
  readonly type: 'WithdrawItem';
  readonly id: string;
}

/** The back office sends a complete item ([back-office.ifas]). */
export interface PutItem {
  readonly type: 'PutItem';
  readonly id: string;
  readonly loginId: string;
  readonly member: Pick<ItemOwner, 'memberOid' | 'firmId'>;
  /** Ids in the body, which must match the path. */
  readonly ids: Readonly<Partial<Record<'id' | 'itemForAttentionId', string>>>;
  readonly content: ItemContent;
  /** Omitted fields keep their values. */
  readonly handling: Partial<ItemHandling>;
}

/** All commands of an item for attention. */
export type ItemCommand = RaiseItem | RespondToItem | AgreeBySignature | WithdrawItem | PutItem;

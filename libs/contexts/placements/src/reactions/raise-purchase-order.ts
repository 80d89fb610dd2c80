import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { memberDecider } from '#libs/contexts/members';
import { RecordOrderCommand } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, Money, type OrderState, type RecordedOf } from '#libs/platform/kernel';
import { metadataOfReaction, type Reaction } from '#libs/platform/service';
import { subscriptionDecider } from '../domain/subscription.js';
import type { SubscriptionEvent } from '../domain/subscription.events.js';
import { purchaseOrderOidOf } from '../purchase-order-oid.js';
import { folioOfPurchases, PurchaseOrders } from '../purchase-orders.js';

type Accepted = Extract<SubscriptionEvent, { type: 'placement.SubscriptionAccepted' }>;
type Ended = Extract<
  SubscriptionEvent,
  {
    type:
      | 'placement.SubscriptionCompleted'
      | 'placement.SubscriptionCancelled'
      | 'placement.SubscriptionRejected';
  }
>;

/** What an order comes to whose subscription has ended. */
const STATE_OF_ORDER = {
  'placement.SubscriptionCompleted': 'F',
  'placement.SubscriptionCancelled': 'C',
  'placement.SubscriptionRejected': 'R',
} as const satisfies Record<Ended['type'], OrderState>;

/**
 * The purchase order of an accepted subscription: a direct order in dollars of folio 02, without ticker and with creation
 * method P. It takes over discretionary, solicited and the reason ([subscription.discretionary], [subscription.solicited]). What becomes of the order is
 * told by the back office; one that is still open when its subscription comes to an end goes the same way, so that nobody cancels
 * the order of a complete one: what was bought may be told of a filled order too. One reaction for all, so that the durable run takes
 * them in the order of the log.
 */
@Injectable()
export class RaisePurchaseOrder implements Reaction<Accepted | Ended> {
  readonly name = 'placements.raise-purchase-order';
  readonly events = [
    'placement.SubscriptionAccepted',
    'placement.SubscriptionCompleted',
    'placement.SubscriptionCancelled',
    'placement.SubscriptionRejected',
  ] as const;

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly purchaseOrders: PurchaseOrders,
  ) {}

  react(event: RecordedOf<Accepted | Ended>): Promise<bigint> {
    return event.type === 'placement.SubscriptionAccepted' ? this.#raise(event) : this.#end(event);
  }

  async #end(event: RecordedOf<Ended>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const state = STATE_OF_ORDER[event.type];
    const ending = { subscriptionOid, accountNumber, state, position: event.position };
    const metadata = metadataOfReaction(this.name, event, subscriptionOid);
    return (await this.purchaseOrders.end(ending, metadata))?.position ?? 0n;
  }

  async #raise(event: RecordedOf<Accepted>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
    if (!state) throw new Error('an accepted subscription that was never submitted');
    const folioNumber = folioOfPurchases(accountNumber);
    const { actingMember, side, requestedDollarAmount } = state;
    const loaded =
      actingMember === null ? undefined : await this.aggregates.load(memberDecider, actingMember);
    const folioOrderOid = purchaseOrderOidOf(event.id);
    const { discretionary, solicited, reasonForTrade } = state;
    const input = {
      orderType: 'D',
      creationMethod: 'P',
      dollarShareBasedIndicator: 'D',
      discretionary,
      solicited,
      reasonForTrade,
      tradeOriginatingMemberOid: loaded?.state.member?.memberOid ?? null,
      securityOrders: [{ side, requestedDollarAmount: Money.of(requestedDollarAmount) }],
    } as const;
    const outcome = await this.commands.execute(
      new RecordOrderCommand(
        { accountNumber, folioNumber, folioOrderOid, input },
        metadataOfReaction(this.name, event, folioOrderOid),
      ),
    );
    if (isRefusal(outcome)) throw new Error(`the purchase order was refused: ${outcome.kind}`);
    return outcome.position;
  }
}

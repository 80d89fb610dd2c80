import { Injectable } from '@nestjs/common';
import { folioOrder, type OrderEvent } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type RecordedOf, type SubscriptionState } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
  SubscriptionIndex,
} from '../read-models/subscription.document.js';
import { subscriptionDecider } from '../domain/subscription.js';

type Ended = Extract<
  OrderEvent,
  { type: 'order.OrderCancelled' | 'order.OrderRejected' | 'order.OrderExpired' }
>;

/** What a subscription comes to whose order ended with nothing bought. */
const STATE_OF_SUBSCRIPTION = {
  'order.OrderCancelled': 'CANCELLED',
  'order.OrderRejected': 'REJECTED',
  'order.OrderExpired': 'CANCELLED',
} as const satisfies Record<Ended['type'], SubscriptionState>;

/**
 * Ends the subscription whose purchase order has ended with nothing bought, whoever ended it: nothing can come of it any more. What
 * becomes of one whose order was filled in part is told by the back office.
 */
@Injectable()
export class FollowPurchaseOrder implements Reaction<Ended> {
  readonly name = 'placements.follow-purchase-order';
  readonly events = ['order.OrderCancelled', 'order.OrderRejected', 'order.OrderExpired'] as const;

  constructor(
    private readonly commands: Commands,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  async react(event: RecordedOf<Ended>): Promise<bigint> {
    const { accountNumber, folioOrderOid } = event.data;
    const { state: order } = await this.aggregates.load(folioOrder, folioOrderOid);
    if (order?.creationMethod !== 'P' || order.executionDate !== null) return 0n;
    const model = this.readModels.of<SubscriptionDocument>(subscriptionDocuments);
    const selection = { index: SubscriptionIndex.PurchaseOrder, equals: [folioOrderOid], limit: 1 };
    const [subscription] = (await model.find(selection, event.position)).items;
    if (!subscription) return 0n;
    const { subscriptionOid } = subscription;
    const command = {
      type: 'RecordSubscriptionState',
      accountNumber,
      subscriptionOid,
      report: { status: STATE_OF_SUBSCRIPTION[event.type] },
    } as const;
    const metadata = metadataOfReaction(this.name, event, subscriptionOid);
    const outcome = await this.commands.execute(
      subscriptionDecider,
      subscriptionOid,
      command,
      metadata,
    );
    // one that has ended otherwise stays as it is
    if (isRefusal(outcome) && outcome.kind === 'invalid') return 0n;
    if (isRefusal(outcome)) throw new Error(`the subscription refused its end: ${outcome.kind}`);
    return outcome.position;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { type Platform, PLATFORM } from '#libs/platform/service';
import { subscriptionDecider } from './domain/subscription.js';

const OID_DIGITS = 15;

/** Names the purchase orders of subscriptions: the id of an order follows from the event by which its subscription was accepted. */
@Injectable()
export class PurchaseOrders {
  constructor(@Inject(PLATFORM) private readonly platform: Platform) {}

  /** Id of the order of a subscription; undefined when it never was accepted. */
  async of(subscriptionOid: string): Promise<string | undefined> {
    const stream = AggregateStore.stream(subscriptionDecider, subscriptionOid);
    for await (const { id, type } of this.platform.eventStore.readStream(stream)) {
      if (type.startsWith('placement.SubscriptionAccepted.')) return this.raisedBy(id);
    }
    return undefined;
  }

  /** @param acceptance id of the event by which the subscription was accepted */
  raisedBy(acceptance: string): string {
    return derivedIds(deriveUuid(acceptance, 'placements.raise-purchase-order')).digits(OID_DIGITS);
  }
}

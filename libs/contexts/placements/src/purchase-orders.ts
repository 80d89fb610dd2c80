import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioOrder, RecordOrderCommand } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import {
  type CommandMetadata,
  isRefusal,
  type OrderState,
  OrderStates,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import type { SubscriptionIds } from './domain/subscription.events.js';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
} from './read-models/subscription.document.js';

/** What is bought outside the market belongs to folio 02, Non-Folio Holdings. */
const NON_FOLIO_HOLDINGS = '02';

/** Number of the folio that the purchase orders of an account are in. */
export function folioOfPurchases(accountNumber: string): string {
  return accountNumber + NON_FOLIO_HOLDINGS;
}

/** The purchase orders of subscriptions, which end with them. */
@Injectable()
export class PurchaseOrders {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Brings the order of a subscription to a state, when it is still open; one that has come to another end stays. Undefined while
   * there is no order.
   * @param position of an event of the subscription after it was accepted
   * @returns whether something was bought, and the position of what it left in the log; 0n when the order had come to its end before
   * @throws RefusedException when others change it at the same moment, again and again
   */
  async end(
    { subscriptionOid, accountNumber }: SubscriptionIds,
    state: OrderState,
    position: bigint,
    metadata: CommandMetadata,
  ) {
    const model = this.readModels.of<SubscriptionDocument>(subscriptionDocuments);
    const folioOrderOid = (await model.get(subscriptionOid, position))?.purchaseOrderOid;
    if (folioOrderOid === undefined || folioOrderOid === null) return undefined;
    const { state: before } = await this.aggregates.load(folioOrder, folioOrderOid);
    if (!before) return undefined;
    let left = 0n;
    if (OrderStates[before.state].open) {
      const folioNumber = folioOfPurchases(accountNumber);
      const asked = { accountNumber, folioNumber, folioOrderOid, input: { state } };
      const outcome = await this.commands.execute(new RecordOrderCommand(asked, metadata));
      if (!isRefusal(outcome)) left = outcome.position;
      // else it came to another end meanwhile
      else if (outcome.kind !== 'invalid') throw new RefusedException(outcome);
    }
    const { state: after } = await this.aggregates.load(folioOrder, folioOrderOid);
    return { bought: (after?.executionDate ?? null) !== null, position: left };
  }
}

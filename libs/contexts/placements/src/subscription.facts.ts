import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioOrder, RecordOrderCommand } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal, RefusedException } from '#libs/platform/kernel';
import { type OrderState, OrderStates } from '#libs/contexts/codes';
import { ReadModels } from '#libs/platform/read-models';
import type { SubscriptionIds } from './placement.events.js';
import { type SubscriptionDocument, subscriptionDocuments } from './subscription.document.js';

/** Purchases outside the market belong to folio 02, Non-Folio Holdings. */
const NON_FOLIO_HOLDINGS = '02';

/** Number of the folio that holds the purchase orders of an account. */
export function folioOfPurchases(accountNumber: string): string {
  return accountNumber + NON_FOLIO_HOLDINGS;
}

/** Purchase orders of subscriptions. */
@Injectable()
export class PurchaseOrders {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Ends the purchase order of a subscription if it is still open. Returns undefined if there is none, else whether anything was
   * bought and the position of the new event, 0n if the order had already ended.
   * @param position of an event after the subscription was accepted
   * @throws RefusedException if concurrent changes keep winning
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
    let appended = 0n;
    if (OrderStates[before.state].open) {
      const folioNumber = folioOfPurchases(accountNumber);
      const request = { accountNumber, folioNumber, folioOrderOid, input: { state } };
      const outcome = await this.commands.execute(new RecordOrderCommand(request, metadata));
      if (!isRefusal(outcome)) appended = outcome.position;
      // else it has ended some other way meanwhile
      else if (outcome.kind !== 'invalid') throw new RefusedException(outcome);
    }
    const { state: after } = await this.aggregates.load(folioOrder, folioOrderOid);
    return { bought: (after?.executionDate ?? null) !== null, position: appended };
  }
}

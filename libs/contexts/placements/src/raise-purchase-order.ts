import { Injectable } from '@nestjs/common';
import { folioOrder, OrderSurroundings } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type OrderState, OrderStates, type RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
} from './documents/subscription.document.js';
import { subscriptionDecider } from './domain/subscription.js';
import type { SubscriptionEvent } from './domain/subscription.events.js';
import { purchaseOrderOf } from './purchase-orders.js';

/** What is bought outside the market belongs to folio 02, Non-Folio Holdings. */
const NON_FOLIO_HOLDINGS = '02';

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
 * method P. It takes over discretionary, solicited and the reason (specification, endpoint 13). What becomes of the order is
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
    private readonly commands: Commands,
    private readonly aggregates: AggregateStore,
    private readonly orders: OrderSurroundings,
    private readonly readModels: ReadModels,
  ) {}

  react(event: RecordedOf<Accepted | Ended>): Promise<bigint> {
    return event.type === 'placement.SubscriptionAccepted' ? this.#raise(event) : this.#end(event);
  }

  async #end(event: RecordedOf<Ended>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const model = this.readModels.of<SubscriptionDocument>(subscriptionDocuments);
    const folioOrderOid = (await model.get(subscriptionOid, event.position))?.purchaseOrderOid;
    if (folioOrderOid === undefined || folioOrderOid === null) return 0n;
    const { state: order } = await this.aggregates.load(folioOrder, folioOrderOid);
    if (!order || !OrderStates[order.state].open) return 0n;
    const folioNumber = accountNumber + NON_FOLIO_HOLDINGS;
    const command = {
      type: 'RecordOrder',
      accountNumber,
      folioNumber,
      folioOrderOid,
      input: { state: STATE_OF_ORDER[event.type] },
      facts: await this.orders.facts(accountNumber, folioNumber),
    } as const;
    const metadata = metadataOfReaction(this.name, event, folioOrderOid);
    const outcome = await this.commands.execute(folioOrder, folioOrderOid, command, metadata);
    if (!isRefusal(outcome)) return outcome.position;
    // it came to another end meanwhile
    if (outcome.kind === 'invalid') return 0n;
    throw new Error(`the end of the purchase order was refused: ${outcome.kind}`);
  }

  async #raise(event: RecordedOf<Accepted>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
    if (!state) throw new Error('an accepted subscription that was never submitted');
    const folioNumber = accountNumber + NON_FOLIO_HOLDINGS;
    const [facts, memberOid] = await Promise.all([
      this.orders.facts(accountNumber, folioNumber),
      this.orders.memberOid(state.actingMember ?? undefined),
    ]);
    const folioOrderOid = purchaseOrderOf(event.id);
    const { discretionary, solicited, reasonForTrade, requestedDollarAmount, side } = state;
    const outcome = await this.commands.execute(
      folioOrder,
      folioOrderOid,
      {
        type: 'RecordOrder',
        accountNumber,
        folioNumber,
        folioOrderOid,
        input: {
          orderType: 'D',
          creationMethod: 'P',
          dollarShareBasedIndicator: 'D',
          discretionary,
          solicited,
          reasonForTrade,
          tradeOriginatingMemberOid: memberOid,
          securityOrders: [{ side, requestedDollarAmount }],
        },
        facts,
      },
      metadataOfReaction(this.name, event, folioOrderOid),
    );
    if (isRefusal(outcome)) throw new Error(`the purchase order was refused: ${outcome.kind}`);
    return outcome.position;
  }
}

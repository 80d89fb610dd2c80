import { Injectable } from '@nestjs/common';
import { folioOrder, OrderSurroundings } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type RecordedOf } from '#libs/platform/kernel';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import { subscriptionDecider } from './domain/subscription.js';
import type { SubscriptionAccepted } from './domain/subscription.events.js';

/** What is bought outside the market belongs to folio 02, Non-Folio Holdings. */
const NON_FOLIO_HOLDINGS = '02';
const OID_DIGITS = 15;

/**
 * The purchase order of an accepted subscription: a direct order in dollars of folio 02, without ticker and with creation
 * method P. It takes over discretionary, solicited and the reason (specification, endpoint 13). What becomes of the order is
 * told by the back office.
 */
@Injectable()
export class RaisePurchaseOrder implements Reaction<SubscriptionAccepted> {
  readonly name = 'placements.raise-purchase-order';
  readonly events = ['placement.SubscriptionAccepted'] as const;

  constructor(
    private readonly commands: Commands,
    private readonly aggregates: AggregateStore,
    private readonly orders: OrderSurroundings,
  ) {}

  async react(event: RecordedOf<SubscriptionAccepted>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
    if (!state) throw new Error('an accepted subscription that was never submitted');
    const folioNumber = accountNumber + NON_FOLIO_HOLDINGS;
    const [facts, memberOid] = await Promise.all([
      this.orders.facts(accountNumber, folioNumber),
      this.orders.memberOid(state.actingMember ?? undefined),
    ]);
    const folioOrderOid = derivedIds(deriveUuid(event.id, this.name)).digits(OID_DIGITS);
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

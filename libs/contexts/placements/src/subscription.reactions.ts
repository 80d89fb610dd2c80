import { CommandBus } from '@nestjs/cqrs';
import { OpenAccounts } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { folioOrder, type OrderEvent, RecordOrderCommand } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import {
  codesOf,
  type CommandMetadata,
  isRefusal,
  Money,
  pick,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import type { OrderState, SubscriptionState } from '#libs/contexts/codes';
import { ReadModels } from '#libs/platform/read-models';
import {
  CommandRunner,
  metadataOfReaction,
  type Reaction,
  Reacts,
  SecondLook,
} from '#libs/platform/service';
import { offerDecider } from './offer.js';
import type { SubscriptionEvent } from './placement.events.js';
import {
  purchaseOrderOidOf,
  type SubscriptionDocument,
  subscriptionDocuments,
  SubscriptionIndex,
} from './subscription.document.js';
import { folioOfPurchases, PurchaseOrders } from './subscription.facts.js';
import {
  availabilityProblems,
  isActive,
  type KnownSubscription,
  OF_ACCEPTANCE,
  subscriptionDecider,
} from './subscription.js';

type Submitted = Extract<SubscriptionEvent, { type: 'placement.SubscriptionSubmitted' }>;

/** The second look of a subscription: it relies on an open account, on the right of whoever submitted it, and on an offer open to the firm. */
@Reacts()
export class LookAgainAtSubscription extends SecondLook<Submitted> {
  readonly name = 'placements.look-again';
  readonly events = ['placement.SubscriptionSubmitted'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
  ) {
    super();
  }

  protected async look(event: RecordedOf<Submitted>): Promise<Refusal | undefined> {
    const { accountNumber, subscriptionOid } = event.data;
    const hinders = async (): Promise<string | undefined> => {
      const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
      return state && isActive(state.status) ? activeSubscription(state) : undefined;
    };
    const [refusal, ofOffer] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, action: 'trade', hinders }),
      this.#offerRefusal(event),
    ]);
    return refusal ?? ofOffer;
  }

  protected undo({ data }: RecordedOf<Submitted>, metadata: CommandMetadata) {
    const { subscriptionOid } = data;
    const command = { type: 'RejectSubscription' } as const;
    return this.commands.execute(subscriptionDecider, subscriptionOid, command, metadata);
  }

  /** An offer that changed after the subscription takes nothing back. */
  async #offerRefusal(event: RecordedOf<Submitted>): Promise<Refusal | undefined> {
    const { privatePlacementOfferOid: oid, firmId, respondedAt } = event.data;
    const problemsIn = async (asOf?: bigint) => {
      const { state } = await this.aggregates.load(offerDecider, oid, asOf);
      return state ? availabilityProblems(state.offer, firmId, respondedAt) : [];
    };
    if ((await problemsIn()).length === 0) return undefined;
    const problems = await problemsIn(event.position);
    return problems.length === 0 ? undefined : refuse(...problems);
  }
}

/** What keeps an account from being closed. */
export function activeSubscription({
  subscriptionOid,
  status,
}: Pick<KnownSubscription, 'subscriptionOid' | 'status'>): string {
  return `Subscription ${subscriptionOid} is ${status}.`;
}

/** Final state of an order by the event that ends its subscription. */
const STATE_OF_ORDER = {
  'placement.SubscriptionCompleted': 'F',
  'placement.SubscriptionCancelled': 'C',
  'placement.SubscriptionRejected': 'R',
} as const satisfies Partial<Record<SubscriptionEvent['type'], OrderState>>;

type Advanced = Exclude<SubscriptionEvent, { type: 'placement.SubscriptionSubmitted' }>;

/**
 * Creates the purchase order of a subscription from ORDER_CREATED on: a direct dollar order of folio 02 with creation method P and no ticker.
 * It inherits discretionary, solicited and the reason ([subscription.discretionary], [subscription.solicited]). The back office
 * reports what becomes of it. An order still open when its subscription ends is ended likewise; a complete one is filled, so that
 * nobody can cancel it, and its fills may be reported later. A single reaction keeps these in log order in the durable run.
 */
@Reacts()
export class RaisePurchaseOrder implements Reaction<Advanced> {
  readonly name = 'placements.raise-purchase-order';
  readonly events = [
    'placement.SubscriptionOrderCreated',
    'placement.SubscriptionAccepted',
    'placement.SubscriptionProcessingBegun',
    ...codesOf(STATE_OF_ORDER),
  ] as const;

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly purchaseOrders: PurchaseOrders,
  ) {}

  async react(event: RecordedOf<Advanced>): Promise<bigint> {
    const raised = await this.#raise(event);
    const { type, data, position } = event;
    const state = Object.hasOwn(STATE_OF_ORDER, type)
      ? STATE_OF_ORDER[type as keyof typeof STATE_OF_ORDER]
      : undefined;
    if (state === undefined) return raised;
    const metadata = metadataOfReaction(this.name, event, data.subscriptionOid);
    const ended = await this.purchaseOrders.end(data, state, position, metadata);
    return ended && ended.position > raised ? ended.position : raised;
  }

  /** Returns the position of the order, or 0n if this event leads to none. */
  async #raise(event: RecordedOf<Advanced>): Promise<bigint> {
    const { subscriptionOid, accountNumber } = event.data;
    const { state } = await this.aggregates.load(subscriptionDecider, subscriptionOid);
    if (!state) throw new Error(`subscription ${subscriptionOid} was never submitted`);
    const isOfAcceptance =
      event.type === 'placement.SubscriptionAccepted' && state.purchaseOrderOid === OF_ACCEPTANCE;
    const folioOrderOid = isOfAcceptance
      ? purchaseOrderOidOf(event.id)
      : event.data.purchaseOrderOid;
    if (folioOrderOid === undefined) return 0n;
    const folioNumber = folioOfPurchases(accountNumber);
    const { actingMember, side, requestedDollarAmount } = state;
    const loaded =
      actingMember === null ? undefined : await this.aggregates.load(memberDecider, actingMember);
    const input = {
      orderType: 'D',
      creationMethod: 'P',
      dollarShareBasedIndicator: 'D',
      ...pick(state, 'discretionary', 'solicited', 'reasonForTrade'),
      tradeOriginatingMemberOid: loaded?.state.member?.memberOid ?? null,
      securityOrders: [{ side, requestedDollarAmount: Money.of(requestedDollarAmount) }],
    } as const;
    const outcome = await this.commands.execute(
      new RecordOrderCommand(
        { accountNumber, folioNumber, folioOrderOid, input, followsSubscription: true },
        metadataOfReaction(this.name, event, folioOrderOid),
      ),
    );
    if (isRefusal(outcome)) throw new Error(`RecordOrder was refused: ${outcome.kind}`);
    return outcome.position;
  }
}

/** State of a subscription by the event that ended its order with nothing bought. */
const STATE_OF_SUBSCRIPTION = {
  'order.OrderCancelled': 'CANCELLED',
  'order.OrderRejected': 'REJECTED',
  'order.OrderExpired': 'CANCELLED',
} as const satisfies Partial<Record<OrderEvent['type'], SubscriptionState>>;

type OrderEnded = Extract<OrderEvent, { type: keyof typeof STATE_OF_SUBSCRIPTION }>;

/** Ends a subscription whose purchase order ended with nothing bought. After a partial fill the back office reports the outcome. */
@Reacts()
export class FollowPurchaseOrder implements Reaction<OrderEnded> {
  readonly name = 'placements.follow-purchase-order';
  readonly events = codesOf(STATE_OF_SUBSCRIPTION);

  constructor(
    private readonly commands: CommandRunner,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  async react(event: RecordedOf<OrderEnded>): Promise<bigint> {
    const { accountNumber, folioOrderOid } = event.data;
    const { state: order } = await this.aggregates.load(folioOrder, folioOrderOid);
    if (order?.creationMethod !== 'P' || order.executionDate !== null) return 0n;
    const model = this.readModels.of<SubscriptionDocument>(subscriptionDocuments);
    const selection = { index: SubscriptionIndex.PurchaseOrder, equals: [folioOrderOid], limit: 1 };
    const [subscription] = (await model.find(selection, event.position)).items;
    if (!subscription) return 0n;
    const { subscriptionOid: id } = subscription;
    const command = {
      type: 'RecordSubscriptionState',
      accountNumber,
      subscriptionOid: id,
      report: { status: STATE_OF_SUBSCRIPTION[event.type] },
    } as const;
    const metadata = metadataOfReaction(this.name, event, id);
    const outcome = await this.commands.execute(subscriptionDecider, id, command, metadata);
    if (!isRefusal(outcome)) return outcome.position;
    // it has ended some other way
    if (outcome.kind === 'invalid') return 0n;
    throw new Error(`RecordSubscriptionState was refused: ${outcome.kind}`);
  }
}

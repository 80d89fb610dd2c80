import { closedRefusal, OpenAccounts } from '#libs/contexts/accounts';
import { OpenFolios } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  pick,
  type Recorded,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { CommandRunner, Reacts, SecondLook } from '#libs/platform/service';
import { FillsUnreported } from './order.facts.js';
import {
  correctsFills,
  isOpen,
  orderRules,
  type RejectOrder,
  type RestoreOrder,
} from './order-state.js';
import type {
  Order,
  OrderAmended,
  OrderContent,
  OrderPlaced,
  OrderRecorded,
} from './order.events.js';
import { folioOrder } from './order.js';

type Relying = OrderPlaced | OrderRecorded | OrderAmended;

/**
 * The second look of a new order: it relies on an open account, an open folio and, if a client placed it, on the client's right. So do
 * more shares of an order that was over.
 */
@Reacts()
export class LookAgainAtOrder extends SecondLook<Relying> {
  readonly name = 'orders.look-again';
  readonly events = ['order.OrderPlaced', 'order.OrderRecorded', 'order.OrderAmended'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
    private readonly folios: OpenFolios,
    private readonly fills: FillsUnreported,
  ) {
    super();
  }

  protected async look(event: RecordedOf<Relying>): Promise<Refusal | undefined> {
    if (event.type === 'order.OrderAmended') return this.#lookAtCorrection(event);
    const { accountNumber, folioNumber, folioOrderOid, state } = event.data;
    if (!isOpen(state)) return this.#lookAtFills(event, event.data);
    const hinders = async (): Promise<string | undefined> => {
      const { state: order } = await this.aggregates.load(folioOrder, folioOrderOid);
      return order && isOpen(order.state) ? openOrder(order) : undefined;
    };
    const action = event.type === 'order.OrderPlaced' ? 'trade' : undefined;
    const [refusal, closed] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, action, hinders }),
      this.folios.isClosed({ accountNumber, folioNumber }, event, hinders),
    ]);
    return refusal ?? (closed ? refuse(orderRules.broken('folio.closed.rule')) : undefined);
  }

  /**
   * A report that an order is over relies on an account that was open then, and on its shares coming into the folio. What a subscription
   * raises follows from it, also on a closed account.
   * @param before the order that the report corrects; one that becomes known may be of the past of a folio that is closed
   */
  async #lookAtFills(event: Recorded, order: Order, before?: Order): Promise<Refusal | undefined> {
    const { accountNumber, folioNumber, creationMethod } = order;
    if (creationMethod === 'P') return undefined;
    if (await this.accounts.wasClosed(accountNumber, event)) return closedRefusal();
    const folio = { accountNumber, folioNumber };
    const unreported = () => this.fills.ofOrder(order, event.position);
    const [refusal, closed] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, hinders: unreported }),
      this.folios.isClosed(folio, event, unreported),
    ]);
    if (refusal === undefined && !closed) return undefined;
    // what ended since may have ended in order, with these shares reported
    const isMissed = (await unreported()) !== undefined || (await this.#isUndone(order, before));
    if (!isMissed) return undefined;
    if (refusal || (!before && (await this.folios.wasClosed(folio, event)))) return refusal;
    return refuse(orderRules.broken('folio.closed.rule'));
  }

  /** Whether the durable run has taken back meanwhile what the report says of shares. */
  async #isUndone({ folioOrderOid, state }: Order, before?: Order): Promise<boolean> {
    const { state: now } = await this.aggregates.load(folioOrder, folioOrderOid);
    return before && now ? !correctsFills(before, now) : now?.state !== state;
  }

  /** An order that was over has more shares than its account and folio knew of when they were closed. */
  async #lookAtCorrection(event: RecordedOf<OrderAmended>): Promise<Refusal | undefined> {
    const { folioOrderOid, changes } = event.data;
    if (changes.securityOrders === undefined) return undefined;
    const { state: now } = await this.aggregates.load(folioOrder, folioOrderOid);
    // an open one keeps the account open by itself
    if (!now || isOpen(now.state)) return undefined;
    const before = await this.#before(event);
    const after = { ...before, ...changes };
    return correctsFills(before, after) ? this.#lookAtFills(event, after, before) : undefined;
  }

  async #before({ data: { folioOrderOid }, position }: RecordedOf<OrderAmended>): Promise<Order> {
    const { state } = await this.aggregates.load(folioOrder, folioOrderOid, position - 1n);
    if (!state) throw new Error(`order ${folioOrderOid} was amended before it was known`);
    return state;
  }

  protected async undo(event: RecordedOf<Relying>, metadata: CommandMetadata) {
    const command = await this.#undoing(event);
    return this.commands.execute(folioOrder, event.data.folioOrderOid, command, metadata);
  }

  async #undoing(event: RecordedOf<Relying>): Promise<RejectOrder | RestoreOrder> {
    if (event.type === 'order.OrderPlaced') return { type: 'RejectOrder' };
    if (event.type === 'order.OrderRecorded') {
      return { type: 'RejectOrder', reported: event.data.state };
    }
    const before = await this.#before(event);
    const changed = Object.keys(event.data.changes) as (keyof OrderContent)[];
    return { type: 'RestoreOrder', changes: pick(before, ...changed) };
  }
}

/** What keeps an account, or a folio, from being closed. */
export function openOrder({ folioOrderOid }: { readonly folioOrderOid: string }): string {
  return `Order ${folioOrderOid} is open.`;
}

import { Injectable } from '@nestjs/common';
import { closedRefusal, OpenAccounts } from '#libs/contexts/accounts';
import { OpenFolios } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, type RecordedOf, type Refusal, refuse } from '#libs/platform/kernel';
import { CommandRunner, Reacts, SecondLook } from '#libs/platform/service';
import { FillsUnreported } from './order.facts.js';
import { isOpen, orderRules } from './order-state.js';
import type { OrderPlaced, OrderRecorded } from './order.events.js';
import { folioOrder } from './order.js';

/** The second look of a new order: it relies on an open account, an open folio and, if a client placed it, on the client's right. */
@Reacts()
@Injectable()
export class LookAgainAtOrder extends SecondLook<OrderPlaced | OrderRecorded> {
  readonly name = 'orders.look-again';
  readonly events = ['order.OrderPlaced', 'order.OrderRecorded'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
    private readonly folios: OpenFolios,
    private readonly fills: FillsUnreported,
  ) {
    super();
  }

  protected async look(
    event: RecordedOf<OrderPlaced | OrderRecorded>,
  ): Promise<Refusal | undefined> {
    const { accountNumber, folioNumber, folioOrderOid, state } = event.data;
    if (!isOpen(state)) return this.#lookAtFills(event);
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
   */
  async #lookAtFills(event: RecordedOf<OrderPlaced | OrderRecorded>): Promise<Refusal | undefined> {
    const { accountNumber, folioNumber, creationMethod } = event.data;
    if (creationMethod === 'P') return undefined;
    if (await this.accounts.wasClosed(accountNumber, event)) return closedRefusal();
    const folio = { accountNumber, folioNumber };
    const unreported = () => this.fills.ofOrder(event.data, event.position);
    const [refusal, closed] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, hinders: unreported }),
      this.folios.isClosed(folio, event, unreported),
    ]);
    // what ended since may have ended in order, with these shares reported
    const isMissed = (refusal !== undefined || closed) && (await unreported()) !== undefined;
    if (!isMissed) return undefined;
    if (refusal || (await this.folios.wasClosed(folio, event))) return refusal;
    return refuse(orderRules.broken('folio.closed.rule'));
  }

  protected undo(
    { type, data: { folioOrderOid, state } }: RecordedOf<OrderPlaced | OrderRecorded>,
    metadata: CommandMetadata,
  ) {
    const reported = type === 'order.OrderRecorded' && { reported: state };
    const command = { type: 'RejectOrder', ...reported } as const;
    return this.commands.execute(folioOrder, folioOrderOid, command, metadata);
  }
}

/** What keeps an account, or a folio, from being closed. */
export function openOrder({ folioOrderOid }: { readonly folioOrderOid: string }): string {
  return `Order ${folioOrderOid} is open.`;
}

import { Injectable } from '@nestjs/common';
import { OpenAccounts } from '#libs/contexts/accounts';
import { OpenFolios } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, type RecordedOf, type Refusal, refuse } from '#libs/platform/kernel';
import { CommandRunner, Reacts, SecondLook } from '#libs/platform/service';
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
  ) {
    super();
  }

  protected async look(
    event: RecordedOf<OrderPlaced | OrderRecorded>,
  ): Promise<Refusal | undefined> {
    const { accountNumber, folioNumber, folioOrderOid, state } = event.data;
    if (!isOpen(state)) return undefined;
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

  protected undo(
    { data: { folioOrderOid } }: RecordedOf<OrderPlaced | OrderRecorded>,
    metadata: CommandMetadata,
  ) {
    return this.commands.execute(folioOrder, folioOrderOid, { type: 'RejectOrder' }, metadata);
  }
}

/** What keeps an account, or a folio, from being closed. */
export function openOrder({ folioOrderOid }: { readonly folioOrderOid: string }): string {
  return `Order ${folioOrderOid} is open.`;
}

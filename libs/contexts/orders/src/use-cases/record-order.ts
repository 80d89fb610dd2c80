import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { omit, type Payload, type Refusal } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { RecordOrder } from '../domain/order.commands.js';
import { folioOrder } from '../domain/order.js';
import { orderFacts } from '../order-facts.js';

/** Records an order's state, or an order placed elsewhere: reports of the back office, private placement purchases. */
export class RecordOrderCommand extends UseCaseCommand<
  typeof folioOrder,
  Payload<RecordOrder> & {
    /** The order follows from a subscription that was under way, also on a closed account. */
    readonly followsSubscription?: boolean;
  },
  Refusal
> {}

@CommandHandler(RecordOrderCommand)
export class RecordOrderHandler implements ICommandHandler<RecordOrderCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
  ) {}

  async execute({ payload, metadata, expectedRevision }: RecordOrderCommand) {
    const { followsSubscription, ...report } = payload;
    const known = await orderFacts(this.aggregates, this.readModels, payload);
    const facts = followsSubscription ? omit(known, 'closed') : known;
    const command = { type: 'RecordOrder', ...report, facts } as const;
    const id = payload.folioOrderOid;
    return this.commands.execute(folioOrder, id, command, metadata, { expectedRevision });
  }
}

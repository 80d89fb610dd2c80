import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { omit, type Payload, type Refusal } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { derivedOid } from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { PlaceOrder, RecordOrder } from './order-state.js';
import { orderFacts } from './order.facts.js';
import { folioOrder } from './order.js';

/** Places an order on a folio ([order.placing]). */
export class PlaceOrderCommand extends UseCaseCommand<
  typeof folioOrder,
  Pick<PlaceOrder, 'folioNumber' | 'input'> & { readonly account: AccountView }
> {}

@CommandHandler(PlaceOrderCommand)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrderCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
  ) {}

  async execute({ payload: { account, folioNumber, input }, metadata }: PlaceOrderCommand) {
    const { commandId, actingMember } = metadata;
    const path = { accountNumber: account.accountNumber, folioNumber };
    const [known, member] = await Promise.all([
      orderFacts(this.aggregates, this.readModels, path),
      actingMember === undefined ? undefined : this.aggregates.load(memberDecider, actingMember),
    ]);
    const facts = {
      ...omit(known, 'closed'),
      restriction: restrictionProblem(account),
      memberOid: member?.state.member?.memberOid ?? null,
    };
    // derived from the command id, so that a repeated command finds its own order
    const folioOrderOid = derivedOid(commandId, 'folio-order');
    const command = { type: 'PlaceOrder', ...path, folioOrderOid, input, facts } as const;
    return this.commands.executeOrThrow(folioOrder, folioOrderOid, command, metadata);
  }
}

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

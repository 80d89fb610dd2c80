import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { omit } from '#libs/platform/kernel';
import { AggregateStore } from '#libs/platform/event-store';
import { ReadModels } from '#libs/platform/read-models';
import { derivedOid } from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { PlaceOrder } from '../domain/order.commands.js';
import { folioOrder } from '../domain/order.js';
import { orderFacts } from '../order-facts.js';

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
      restriction: restrictionProblem(account, 'placeOrder'),
      memberOid: member?.state.member?.memberOid ?? null,
    };
    // derived from the command id, so that a repeated command finds its own order
    const folioOrderOid = derivedOid(commandId, 'folio-order');
    const command = { type: 'PlaceOrder', ...path, folioOrderOid, input, facts } as const;
    return this.commands.executeOrThrow(folioOrder, folioOrderOid, command, metadata);
  }
}

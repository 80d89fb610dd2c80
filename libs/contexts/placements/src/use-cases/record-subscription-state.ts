import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException, throwIfProblems } from '#libs/platform/http';
import { type Payload, isAsExpected, isOid, notFound, refuse } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import {
  changedFields,
  completes,
  placementRules,
  type RecordSubscriptionState,
  subscriptionDecider,
  type SubscriptionReport,
} from '../domain/subscription.js';
import type { SubscriptionIds } from '../domain/subscription.events.js';
import { PurchaseOrders } from '../purchase-orders.js';

/** Back office: records the state of a subscription ([back-office.privateplacementorders]). */
export class RecordSubscriptionStateCommand extends UseCaseCommand<
  typeof subscriptionDecider,
  Payload<RecordSubscriptionState> & { readonly report: SubscriptionReport }
> {}

@CommandHandler(RecordSubscriptionStateCommand)
export class RecordSubscriptionStateHandler implements ICommandHandler<RecordSubscriptionStateCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly purchaseOrders: PurchaseOrders,
  ) {}

  async execute({ payload, metadata, expectedRevision }: RecordSubscriptionStateCommand) {
    const { subscriptionOid } = payload;
    const { state, revision, position } = await requireSubscription(this.aggregates, payload);
    throwIfProblems(changedFields(payload.report, state));
    const command = { type: 'RecordSubscriptionState', ...payload } as const;
    if (isAsExpected(expectedRevision, revision) && completes(command, state)) {
      // fill the order before completing: a later cancellation of the order fails, an earlier one ends the subscription
      const ended = await this.purchaseOrders.end(payload, 'F', position, metadata);
      if (ended?.bought === false) {
        const message = 'The purchase order of the subscription ended with nothing bought.';
        const problem = placementRules.broken('privateplacement.state.rule', message, 'status');
        throw new RefusedException(refuse(problem));
      }
    }
    return this.commands.executeOrThrow(subscriptionDecider, subscriptionOid, command, metadata, {
      expectedRevision,
    });
  }
}

/**
 * Must run before `If-Match` is checked: a missing resource has no entity tag.
 * @throws RefusedException 404 if the account has no such subscription
 */
export async function requireSubscription(
  aggregates: AggregateStore,
  { accountNumber, subscriptionOid }: SubscriptionIds,
) {
  const known = isOid(subscriptionOid)
    ? await aggregates.load(subscriptionDecider, subscriptionOid)
    : undefined;
  if (known?.state?.accountNumber !== accountNumber) throw new RefusedException(notFound());
  return { ...known, state: known.state };
}

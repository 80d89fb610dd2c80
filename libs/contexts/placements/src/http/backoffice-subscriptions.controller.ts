import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  RefusedException,
  type RequestContext,
  requireValid,
  type RowRequest,
} from '#libs/platform/http';
import { isAsExpected, isOid, isRefusal, notFound, refuse } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import {
  changedFields,
  recordState,
  type SubscriptionAsKnown,
  subscriptionDecider,
} from '../domain/subscription.js';
import type { RecordSubscriptionState } from '../domain/subscription.commands.js';
import { EVENT_OF_STATE } from '../domain/subscription.events.js';
import { SubscriptionDto } from './subscription.dto.js';
import { type Ending, PurchaseOrders } from '../purchase-orders.js';
import { placementRules } from '../domain/placement-rules.js';

/** What becomes of private placement subscriptions ([back-office.privateplacementorders]). */
@Controller()
export class BackofficeSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly purchaseOrders: PurchaseOrders,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/privateplacementorders/:oid', {
    summary: 'Record the state of a private placement subscription',
    body: SubscriptionDto,
    errors: placementRules.of('privateplacement.state.rule'),
  })
  async put({
    params: { accountnumber: accountNumber, oid: subscriptionOid },
    body,
    context,
  }: RowRequest<SubscriptionDto, 'accountnumber' | 'oid'>): Promise<Answer> {
    // Before If-Match is looked at: what is not there has no entity tag to differ from.
    const known =
      isOid(subscriptionOid) && (await this.aggregates.load(subscriptionDecider, subscriptionOid));
    if (!known || known.state?.accountNumber !== accountNumber) {
      throw new RefusedException(notFound());
    }
    const { state, revision, position } = known;
    const expectedRevision = context.ifMatch;
    const report = requireValid(body, ...changedFields(body.value, state));
    const ids = { accountNumber, subscriptionOid };
    const command = { type: 'RecordSubscriptionState', ...ids, report } as const;
    if (isAsExpected(expectedRevision, revision) && completes(command, state)) {
      await this.#fillOrder({ ...ids, position }, context);
    }
    const outcome = await carryOut(
      this.commands,
      context,
      subscriptionDecider,
      subscriptionOid,
      command,
      { expectedRevision },
    );
    return Answer.updated(outcome);
  }

  /** Comes before the subscription is complete: whoever cancels the order is too late then, or was first and ends the subscription. */
  async #fillOrder(subscription: Omit<Ending, 'state'>, context: RequestContext): Promise<void> {
    const metadata = commandMetadata(context);
    const ended = await this.purchaseOrders.end({ ...subscription, state: 'F' }, metadata);
    if (ended?.bought !== false) return;
    const message = 'The purchase order of the subscription ended with nothing bought.';
    throw new RefusedException(
      refuse(placementRules.broken('privateplacement.state.rule', message, 'status')),
    );
  }
}

/** Whether a report makes a subscription complete. */
function completes(command: RecordSubscriptionState, known: SubscriptionAsKnown): boolean {
  const decision = recordState(command, known);
  return !isRefusal(decision) && decision.some(({ type }) => type === EVENT_OF_STATE.COMPLETE);
}

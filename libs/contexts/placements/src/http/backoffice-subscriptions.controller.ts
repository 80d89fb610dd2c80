import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  requireValid,
  requireValidFor,
  type RowRequest,
} from '#libs/platform/http';
import { BackOfficeRow } from '#libs/platform/service';
import { placementRules } from '../domain/placement-rules.js';
import { changedFields } from '../domain/subscription.js';
import {
  RecordSubscriptionStateCommand,
  requireSubscription,
} from '../use-cases/record-subscription-state.js';
import { SubscriptionDto } from './subscription.dto.js';

/** What becomes of private placement subscriptions ([back-office.privateplacementorders]). */
@Controller()
export class BackofficeSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
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
    const path = { accountNumber, subscriptionOid };
    const report = await requireValidFor(body, async () => {
      const { state } = await requireSubscription(this.aggregates, path);
      return requireValid(body, ...changedFields(body.value, state));
    });
    const outcome = await this.commands.execute(
      new RecordSubscriptionStateCommand(
        { ...path, report },
        context.ifMatch,
        commandMetadata(context),
      ),
    );
    return Answer.updated(outcome);
  }
}

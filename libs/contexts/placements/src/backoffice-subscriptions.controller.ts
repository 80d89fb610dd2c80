import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles } from '#libs/platform/service';
import { subscriptionDecider } from './domain/subscription.js';
import { SubscriptionDto } from './dto/subscription.dto.js';
import { placementRules } from './rule-codes.js';

/** What becomes of private placement subscriptions (decisions §10). */
@Controller('backoffice/accounts/:accountnumber/privateplacementorders/:oid')
export class BackofficeSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @Put()
  @ForRoles('backoffice')
  @Describes('Record the state of a private placement subscription', {
    errors: placementRules('privateplacement.state.rule'),
  })
  async put(
    @Param('accountnumber') accountNumber: string,
    @Param('oid') subscriptionOid: string,
    @Context() context: RequestContext,
    @LenientBody(SubscriptionDto) { value: input, problems }: Body<SubscriptionDto>,
  ): Promise<Answer> {
    // Before If-Match is looked at: what is not there has no entity tag to differ from.
    const known =
      isOid(subscriptionOid) && (await this.aggregates.load(subscriptionDecider, subscriptionOid));
    if (!known || known.state?.accountNumber !== accountNumber) {
      throw new RefusedException(notFound());
    }
    const outcome = await carryOut(
      this.commands,
      context,
      subscriptionDecider,
      subscriptionOid,
      { type: 'RecordSubscriptionState', accountNumber, subscriptionOid, input, problems },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}

import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type Clock,
  isAsExpected,
  type Payload,
  refuse,
  RefusedException,
  throwIfProblems,
} from '#libs/platform/kernel';
import { derivedOid } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { fetchedDocuments, fetchedDocumentsId } from './offer.js';
import { loadNamed, PurchaseOrders, requireSubscription } from './subscription.facts.js';
import {
  completes,
  placementRules,
  type RecordSubscriptionState,
  type Subscribe,
  subscriptionDecider,
} from './subscription.js';

/** Subscribes to an offer for the associated member ([subscription.created]). */
export class SubscribeCommand extends UseCaseCommand<
  typeof subscriptionDecider,
  Pick<Subscribe, 'terms'> & { readonly account: AccountView }
> {}

@CommandHandler(SubscribeCommand)
export class SubscribeHandler implements ICommandHandler<SubscribeCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ payload: { account, terms }, metadata }: SubscribeCommand) {
    const { accountNumber, firmId } = account;
    const { actingMember = null, sentAt = null, commandId } = metadata;
    // like the response, by the clock of a sandbox; the time of sending is the caller's word
    const receivedAt =
      this.clock.firms?.shownWhen(firmId, metadata.receivedAt) ?? metadata.receivedAt;
    const offerOid = terms.privatePlacementOfferOid;
    const { member, offer, problems } = await loadNamed(
      this.aggregates,
      account,
      metadata.associatedMember,
      offerOid,
    );
    throwIfProblems(problems);
    if (!member || !offer) throw new Error('member or offer is missing without a problem');
    const fetchedId = fetchedDocumentsId(offerOid, member.loginId);
    const { state: fetched } = await this.aggregates.load(fetchedDocuments, fetchedId);
    const restriction = restrictionProblem(account);
    const facts = { firmId, member, actingMember, offer, fetched, restriction, sentAt, receivedAt };
    // derived from the command id, so that a repeated command finds its own subscription
    const subscriptionOid = derivedOid(commandId, 'subscription');
    const command = { type: 'Subscribe', accountNumber, subscriptionOid, terms, facts } as const;
    return this.commands.executeOrThrow(subscriptionDecider, subscriptionOid, command, metadata);
  }
}

/** Back office: records the state of a subscription ([back-office.privateplacementorders]). */
export class RecordSubscriptionStateCommand extends UseCaseCommand<
  typeof subscriptionDecider,
  Payload<RecordSubscriptionState>
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

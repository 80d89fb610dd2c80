import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type Clock,
  FieldCode,
  fieldProblem,
  isAsExpected,
  isLoginId,
  isOid,
  notFound,
  type Payload,
  problemsOf,
  refuse,
  RefusedException,
  throwIfProblems,
} from '#libs/platform/kernel';
import { derivedOid } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { fetchedDocuments, fetchedDocumentsId, offerDecider } from './offer.js';
import type { SubscriptionIds } from './placement.events.js';
import { PurchaseOrders } from './subscription.facts.js';
import {
  type AssociatedMember,
  changedFields,
  completes,
  headerProblem,
  placementRules,
  type RecordSubscriptionState,
  type Subscribe,
  subscriptionDecider,
  type SubscriptionReport,
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
    const restriction = restrictionProblem(account, 'subscribePlacement');
    const facts = { firmId, member, actingMember, offer, fetched, restriction, sentAt, receivedAt };
    // derived from the command id, so that a repeated command finds its own subscription
    const subscriptionOid = derivedOid(commandId, 'subscription');
    const command = { type: 'Subscribe', accountNumber, subscriptionOid, terms, facts } as const;
    return this.commands.executeOrThrow(subscriptionDecider, subscriptionOid, command, metadata);
  }
}

/** Reads the member and offer a subscription names; reports a problem for each that is missing. */
export async function loadNamed(
  aggregates: AggregateStore,
  account: AccountView,
  loginId: string | undefined,
  offerOid: string | undefined,
) {
  const [member, offer] = await Promise.all([
    associatedMember(aggregates, account, loginId),
    offerOid !== undefined && isOid(offerOid)
      ? aggregates.load(offerDecider, offerOid).then(({ state }) => state)
      : undefined,
  ]);
  const problems = problemsOf(
    headerProblem(member),
    offerOid !== undefined &&
      !offer &&
      fieldProblem('privatePlacementOfferOid', FieldCode.Value, 'There is no such offer.'),
  );
  return { member, offer, problems };
}

/** Undefined without the header; null if the firm has no such member, indistinguishable from another firm's member. */
async function associatedMember(
  aggregates: AggregateStore,
  account: AccountView,
  loginId: string | undefined,
): Promise<AssociatedMember | null | undefined> {
  if (loginId === undefined) return undefined;
  if (!isLoginId(loginId)) return null;
  const { member } = (await aggregates.load(memberDecider, loginId)).state;
  if (member?.firmOid !== account.firmId) return null;
  return {
    loginId,
    isOwner: answersFor(account, loginId),
    isAccredited:
      member.profile.accreditedInvestorAnnualIncome === true ||
      member.profile.accreditedInvestorNetWorth === true,
  };
}

/** Whether a member owns an account or represents the corporate firm that owns it. */
export function answersFor(
  account: Pick<AccountView, 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'>,
  loginId: string,
): boolean {
  const { primaryAccountOwner, jointOwners, requiredSigners } = account;
  const signers = requiredSigners.map((signer) => signer.loginId);
  return [primaryAccountOwner, ...jointOwners, ...signers].includes(loginId);
}

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

import { Injectable } from '@nestjs/common';
import type { AccountView } from '#libs/contexts/accounts';
import { restrictionProblem } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Body, type RequestContext, requireValid } from '#libs/platform/http';
import { isLoginId, isOid } from '#libs/platform/kernel';
import { fetchedDocuments, fetchedDocumentsId } from './domain/fetched-documents.js';
import { offerDecider } from './domain/offer.js';
import { headerProblem, noOffer } from './domain/subscribing.js';
import type {
  AssociatedMember,
  SubscriptionFacts,
  SubscriptionTerms,
} from './domain/subscription.commands.js';

/** Whether a member owns an account, or represents the corporate firm that does: that one signs for it, and owns nothing. */
export function answersFor(
  account: Pick<AccountView, 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'>,
  loginId: string,
): boolean {
  const { primaryAccountOwner, jointOwners, requiredSigners } = account;
  const signers = requiredSigners.map((signer) => signer.loginId);
  return [primaryAccountOwner, ...jointOwners, ...signers].includes(loginId);
}

/** What a subscription has to know of other streams, as the log has it at the time of the call. */
@Injectable()
export class SubscriptionSurroundings {
  constructor(private readonly aggregates: AggregateStore) {}

  /** @throws ProblemsException when the body is wrong, or names an offer or the header a member that is not there */
  async of(
    account: AccountView,
    body: Body<SubscriptionTerms>,
    { associatedMember, caller, sentAt, receivedAt }: RequestContext,
  ): Promise<{ readonly terms: SubscriptionTerms; readonly facts: SubscriptionFacts }> {
    const { privatePlacementOfferOid: offerOid } = body.value as Partial<SubscriptionTerms>;
    const member = await this.#member(account, associatedMember);
    const [offer, fetched] =
      offerOid !== undefined && isOid(offerOid)
        ? await Promise.all([
            this.aggregates.load(offerDecider, offerOid),
            member &&
              this.aggregates.load(fetchedDocuments, fetchedDocumentsId(offerOid, member.loginId)),
          ])
        : [];
    const terms = requireValid(
      body,
      headerProblem(member),
      offerOid === undefined || offer?.state ? undefined : noOffer(),
    );
    if (!member || !offer?.state) throw new Error('something is missing without a problem');
    const facts = {
      firmId: account.firmId,
      member,
      actingMember: caller.member ?? null,
      offer: offer.state,
      fetched: fetched?.state ?? new Map(),
      restriction: restrictionProblem(account, 'subscribePlacement'),
      sentAt: sentAt ?? null,
      receivedAt,
    };
    return { terms, facts };
  }

  /** Undefined without a header, null when the firm has no such member: another firm's is told from it by nobody. */
  async #member(
    account: AccountView,
    loginId: string | undefined,
  ): Promise<AssociatedMember | null | undefined> {
    if (loginId === undefined) return undefined;
    if (!isLoginId(loginId)) return null;
    const { member } = (await this.aggregates.load(memberDecider, loginId)).state;
    if (member?.firmOid !== account.firmId) return null;
    return {
      loginId,
      isOwner: answersFor(account, loginId),
      isAccredited:
        member.profile.accreditedInvestorAnnualIncome === true ||
        member.profile.accreditedInvestorNetWorth === true,
    };
  }
}

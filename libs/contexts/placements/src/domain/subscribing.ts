import {
  conflict,
  type Decision,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  Money,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
} from '#libs/platform/kernel';
import { hasFetched } from './fetched-documents.js';
import type { Offer } from './offer.events.js';
import { isForFirm, isOpen } from './offer.js';
import type { AssociatedMember, Subscribe, SubscriptionFacts } from './subscription.commands.js';
import type { SubscriptionEvent } from './subscription.events.js';
import { placementRules } from './placement-rules.js';

/** The header that names the client. */
const MEMBER_HEADER = 'X-Associated-Member-Id';

/**
 * What is wrong with the header of the associated member.
 * @param member undefined when the header was missing, null when the firm has no such member
 */
export function headerProblem(member: AssociatedMember | null | undefined): Problem | undefined {
  if (member === undefined) return fieldProblem(MEMBER_HEADER, FieldCode.Required);
  if (member !== null) return undefined;
  const message = 'The firm of the account has no such member.';
  return fieldProblem(MEMBER_HEADER, FieldCode.Value, message);
}

/** Why a subscription to an offer that is not there is refused. */
export function noOffer(): Problem {
  return fieldProblem('privatePlacementOfferOid', FieldCode.Value, 'There is no such offer.');
}

/** What the offer, where the member may know of it, and the account refuse the member. */
function memberProblems({ isOwner, isAccredited }: AssociatedMember, offer?: Offer): Problem[] {
  const forAccredited = offer?.eligibility === 'ACCREDITED';
  const ineligible = (message: string): Problem =>
    placementRules.broken('privateplacement.eligibility.rule', message);
  return problemsOf(
    !isOwner && ineligible('The member is no owner of the account.'),
    forAccredited && !isAccredited && ineligible('The offer is for accredited investors only.'),
  );
}

/** What the offer itself refuses: its window, its limits, and documents that have not been read. */
function offerProblems(
  { offer: { offer, documents }, fetched }: SubscriptionFacts,
  amount: Money,
  now: string,
): Problem[] {
  const { openingDate, closingDate, minimum, maximum } = offer;
  const isOutside = amount.lessThan(Money.of(minimum)) || amount.greaterThan(Money.of(maximum));
  const unread = documents
    .filter((one) => one.required && !hasFetched(fetched, one))
    .map(({ documentId }) => documentId);
  return problemsOf(
    !isOpen(offer, now) &&
      placementRules.broken(
        'privateplacement.offer.closed.rule',
        `The offer is open from ${openingDate} to ${closingDate}.`,
        'privatePlacementOfferOid',
      ),
    isOutside &&
      placementRules.broken(
        'privateplacement.amount.rule',
        `From ${minimum} to ${maximum} dollars.`,
        'requestedDollarAmount',
      ),
    unread.length > 0 &&
      placementRules.broken(
        'privateplacement.documents.rule',
        `Not fetched by the associated member: ${unread.join(', ')}.`,
      ),
  );
}

/**
 * What offer and member refuse. A firm that the offer is not for learns that, and nothing of its window, limits and documents.
 */
function factProblems(facts: SubscriptionFacts, amount: Money, now: string): Problem[] {
  const { offer, firmId, member } = facts;
  if (isForFirm(offer.offer, firmId)) {
    return [...memberProblems(member, offer.offer), ...offerProblems(facts, amount, now)];
  }
  const message = 'The offer is not for the firm of the account.';
  return [
    placementRules.broken('privateplacement.eligibility.rule', message, 'privatePlacementOfferOid'),
    ...memberProblems(member),
  ];
}

/** A client's subscription ([subscription.rules]). Everything is judged by the time of the request. */
export function subscribe(
  command: Subscribe,
  exists: boolean,
  { now }: DecisionContext,
): Decision<SubscriptionEvent> {
  const { accountNumber, subscriptionOid, facts } = command;
  const { accountNumber: told, requestedDollarAmount, ...terms } = command.terms;
  if (exists) return conflict('The id of the subscription is taken; try again.');
  const problems = problemsOf(
    ...pathMismatches({ accountNumber }, { accountNumber: told }),
    terms.side === '2' &&
      placementRules.broken('privateplacement.side.rule', 'Subscriptions buy: side 1.', 'side'),
    facts.restriction,
    ...factProblems(facts, requestedDollarAmount, now),
  );
  if (problems.length > 0) return refuse(...problems);
  const { firmId, member, sentAt, receivedAt, actingMember } = facts;
  const data = {
    subscriptionOid,
    accountNumber,
    firmId,
    associatedMemberId: member.loginId,
    actingMember,
    ...terms,
    requestedDollarAmount: requestedDollarAmount.toString(),
    sentAt,
    receivedAt,
    respondedAt: now,
  };
  return [{ type: 'placement.SubscriptionSubmitted', data }];
}

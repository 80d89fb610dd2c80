import {
  conflict,
  type Decision,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  InputReader,
  Money,
  type Problem,
  refuse,
  ruleProblem,
  type SentValue,
} from '#libs/platform/kernel';
import { hasFetched } from './fetched-documents.js';
import { isForFirm, isOpen } from './offer.js';
import type { Subscribe, SubscriptionFacts, SubscriptionInput } from './subscription.commands.js';
import type { Subscription, SubscriptionEvent } from './subscription.events.js';

/** Rules of subscriptions, as `errorCode`s of VALIDATION_RULE (decisions §9; the state's is own). */
export const PlacementRule = {
  Amount: 'privateplacement.amount.rule',
  Closed: 'privateplacement.offer.closed.rule',
  Documents: 'privateplacement.documents.rule',
  Eligibility: 'privateplacement.eligibility.rule',
  Side: 'privateplacement.side.rule',
  /** A state that can't follow the present one. */
  State: 'privateplacement.state.rule',
} as const;

/** The header that names the client. */
const MEMBER_HEADER = 'X-Associated-Member-Id';

/** Notes what the header of the associated member lacks. */
function checkMember(problems: Problem[], { member, offer }: SubscriptionFacts): void {
  if (member === undefined) problems.push(fieldProblem(MEMBER_HEADER, FieldCode.Required));
  if (member === null) {
    problems.push(
      fieldProblem(MEMBER_HEADER, FieldCode.Value, 'The firm of the account has no such member.'),
    );
  }
  if (!member) return;
  if (!member.isOwner) {
    problems.push(ruleProblem(PlacementRule.Eligibility, 'The member is no owner of the account.'));
  }
  if (offer?.offer.eligibility === 'ACCREDITED' && !member.isAccredited) {
    problems.push(
      ruleProblem(PlacementRule.Eligibility, 'The offer is for accredited investors only.'),
    );
  }
}

/** Notes what the offer itself refuses: its window, its limits, and documents that have not been read. */
function checkOffer(
  problems: Problem[],
  {
    offer: { offer, documents },
    facts,
    amount,
    now,
  }: {
    readonly offer: NonNullable<SubscriptionFacts['offer']>;
    readonly facts: SubscriptionFacts;
    readonly amount: Money | undefined;
    readonly now: string;
  },
): void {
  if (!isOpen(offer, now)) {
    const message = `The offer is open from ${offer.openingDate} to ${offer.closingDate}.`;
    problems.push(ruleProblem(PlacementRule.Closed, message, 'privatePlacementOfferOid'));
  }
  const { minimum, maximum } = offer;
  if (amount?.lessThan(Money.of(minimum)) || amount?.greaterThan(Money.of(maximum))) {
    const message = `From ${minimum} to ${maximum} dollars.`;
    problems.push(ruleProblem(PlacementRule.Amount, message, 'requestedDollarAmount'));
  }
  if (!facts.member) return;
  const unread = documents.filter((one) => one.required && !hasFetched(facts.fetched, one));
  if (unread.length === 0) return;
  const names = unread.map(({ documentId }) => documentId).join(', ');
  const message = `Not fetched by the associated member: ${names}.`;
  problems.push(ruleProblem(PlacementRule.Documents, message));
}

/** The amount asked for; undefined together with a problem. */
function readAmount(reader: InputReader, sent: SentValue<string>): Money | undefined {
  if (!reader.present('requestedDollarAmount', sent)) return undefined;
  const amount = Money.parse(sent);
  if (amount?.isPositive() === true) return amount;
  const message = 'dollars above 0 with at most two decimals';
  reader.problem('requestedDollarAmount', FieldCode.Value, message);
  return undefined;
}

/** What a subscription says apart from offer and amount. */
type Terms = Pick<Subscription, 'discretionary' | 'solicited' | 'reasonForTrade' | 'side'>;

/** Reads a body, apart from its offer; what is undefined is so together with a problem. */
function readBody(
  reader: InputReader,
  input: SubscriptionInput,
): { readonly terms: Terms | undefined; readonly amount: Money | undefined } {
  const { discretionary, solicited, reasonForTrade, side } = input;
  const hasDiscretionary = reader.present('discretionary', discretionary);
  const hasSolicited = reader.present('solicited', solicited);
  const hasReason = reader.present('reasonForTrade', reasonForTrade);
  const hasSide = reader.present('side', side);
  const amount = readAmount(reader, input.requestedDollarAmount);
  if (side === '2') {
    reader.rule(PlacementRule.Side, 'Subscriptions buy: side 1.', 'side');
  }
  const complete = hasDiscretionary && hasSolicited && hasReason && hasSide;
  return {
    terms: complete ? { discretionary, solicited, reasonForTrade, side } : undefined,
    amount,
  };
}

/**
 * Notes what offer and member refuse. A firm that the offer is not for learns that, and nothing of its window, limits and
 * documents.
 */
function checkOfferAndMember(
  problems: Problem[],
  facts: SubscriptionFacts,
  amount: Money | undefined,
  now: string,
): void {
  const { offer, firmId } = facts;
  if (offer && !isForFirm(offer.offer, firmId)) {
    const message = 'The offer is not for the firm of the account.';
    problems.push(ruleProblem(PlacementRule.Eligibility, message, 'privatePlacementOfferOid'));
    checkMember(problems, { ...facts, offer: undefined });
    return;
  }
  checkMember(problems, facts);
  if (offer) checkOffer(problems, { offer, facts, amount, now });
}

/** A client's subscription (specification, endpoint 13; decisions §9). Everything is judged by the time of the request. */
export function subscribe(
  command: Subscribe,
  exists: boolean,
  { now }: DecisionContext,
): Decision<SubscriptionEvent> {
  const { accountNumber, subscriptionOid, input, facts } = command;
  if (exists) return conflict('The id of the subscription is taken; try again.');
  const reader = new InputReader(command.problems);
  const { problems } = reader;
  reader.matches('accountNumber', input.accountNumber, accountNumber);
  const { terms, amount } = readBody(reader, input);
  if (facts.restriction) problems.push(facts.restriction);
  const { privatePlacementOfferOid } = input;
  const hasOffer = reader.present('privatePlacementOfferOid', privatePlacementOfferOid);
  if (hasOffer && !facts.offer) {
    const message = 'There is no such offer.';
    problems.push(fieldProblem('privatePlacementOfferOid', FieldCode.Value, message));
  }
  checkOfferAndMember(problems, facts, amount, now);
  if (problems.length > 0) return refuse(...problems);
  const { firmId, member, sentAt, receivedAt, actingMember } = facts;
  if (!terms || !hasOffer || !amount || !member) {
    throw new Error('something is missing without a problem');
  }
  const data = {
    subscriptionOid,
    accountNumber,
    firmId,
    associatedMemberId: member.loginId,
    actingMember,
    privatePlacementOfferOid,
    ...terms,
    requestedDollarAmount: amount.toString(),
    sentAt,
    receivedAt,
    respondedAt: now,
  };
  return [{ type: 'placement.SubscriptionSubmitted', data }];
}

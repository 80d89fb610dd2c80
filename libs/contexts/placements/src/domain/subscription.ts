import {
  conflict,
  type Decider,
  type Decision,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  Money,
  notFound,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  RuleBook,
  type SubscriptionState,
  type Timestamp,
} from '#libs/platform/kernel';
import { type FetchedDocuments, hasFetched } from './fetched-documents.js';
import { isForFirm, isOpen, type OfferState } from './offer.js';
import {
  EVENT_OF_STATE,
  STATE_OF_EVENT,
  type Subscription,
  type SubscriptionIds,
  type SubscriptionEvent,
} from './subscription.events.js';
import type { Offer } from './offer.events.js';

/** The rules of private placements. */
export const placementRules = new RuleBook({
  'privateplacement.amount.rule': 'The amount is outside the minimum and maximum of the offer',
  'privateplacement.documents.rule':
    'Required documents have not been fetched; the message names them',
  'privateplacement.eligibility.rule': 'The investor is not eligible for the offer',
  'privateplacement.offer.closed.rule': 'The offer is not open today',
  'privateplacement.side.rule': 'Only side 1, buy, is accepted',
  'privateplacement.state.rule': 'The state can not follow the current one',
});

/** Body of `POST …/privateplacementorders` ([subscription.created]). */
export interface SubscriptionTerms extends Pick<
  Subscription,
  'discretionary' | 'solicited' | 'privatePlacementOfferOid' | 'reasonForTrade' | 'side'
> {
  /** Must equal that of the path. */
  readonly accountNumber?: string;
  readonly requestedDollarAmount: Money;
}

/** The member of `X-Associated-Member-Id`, when it is one of the account's firm. */
export interface AssociatedMember {
  readonly loginId: string;
  /** Whether the member answers for the account: an owner, or the representative of the corporate firm that owns it. */
  readonly isOwner: boolean;
  /** Accredited by annual income or by net worth. */
  readonly isAccredited: boolean;
}

/** What a subscription is judged by beside its body, as the log has it. */
export interface SubscriptionFacts {
  readonly firmId: string;
  readonly member: AssociatedMember;
  readonly actingMember: string | null;
  readonly offer: OfferState;
  /** What the associated member has been given of that offer. */
  readonly fetched: FetchedDocuments;
  /** Why a restricted account refuses this; undefined when it does not. */
  readonly restriction: Problem | undefined;
  readonly sentAt: Timestamp | null;
  readonly receivedAt: Timestamp;
}

/** A client subscribes to an offer. */
export interface Subscribe extends SubscriptionIds {
  readonly type: 'Subscribe';
  readonly terms: SubscriptionTerms;
  readonly facts: SubscriptionFacts;
}

/** Back office: the state of a subscription ([back-office.privateplacementorders]). The same again changes nothing. */
export interface RecordSubscriptionState extends SubscriptionIds {
  readonly type: 'RecordSubscriptionState';
  readonly report: {
    readonly status: SubscriptionState;
    /** Must equal those of the path. */
    readonly accountNumber?: string;
    readonly privatePlacementOrderOid?: string;
  };
}

type SubscriptionCommand = Subscribe | RecordSubscriptionState;

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

/** What offer and member refuse. A firm that the offer is not for learns that, and nothing of its window, limits and documents. */
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

/** A subscription as it stands. */
export interface SubscriptionAsKnown extends Subscription {
  readonly status: SubscriptionState;
}

const NEXT: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  INITIAL: ['ORDER_CREATED', 'REJECTED', 'CANCELLED'],
  ORDER_CREATED: ['ACCEPTED', 'REJECTED', 'CANCELLED'],
  ACCEPTED: ['PROCESSING', 'REJECTED', 'CANCELLED'],
  PROCESSING: ['COMPLETE', 'REJECTED', 'CANCELLED'],
  COMPLETE: [],
  REJECTED: [],
  CANCELLED: [],
};

/** Whether a subscription in this state goes on. */
export function isActive(state: SubscriptionState): boolean {
  return NEXT[state].length > 0;
}

/** Whether a subscription may go from one state to another ([subscription.status]). */
export function mayFollow(from: SubscriptionState, to: SubscriptionState): boolean {
  return NEXT[from].includes(to);
}

/** A subscription as the GET shows it. Only the state is required, and only the state can be another one. */
export interface SubscriptionReport extends Partial<SubscriptionTerms> {
  readonly status: SubscriptionState;
  readonly privatePlacementOrderOid?: string;
  readonly associatedMemberId?: string;
  readonly sentTimestamp?: Timestamp;
  readonly receivedTimestamp?: Timestamp;
  readonly respondedTimestamp?: Timestamp;
}

/** What the back office may repeat and never change, where it is changed. */
export function changedFields(
  report: Partial<SubscriptionReport>,
  known: SubscriptionAsKnown,
): Problem[] {
  const fixed = {
    associatedMemberId: known.associatedMemberId,
    privatePlacementOfferOid: known.privatePlacementOfferOid,
    discretionary: known.discretionary,
    solicited: known.solicited,
    reasonForTrade: known.reasonForTrade,
    requestedDollarAmount: known.requestedDollarAmount,
    side: known.side,
    sentTimestamp: known.sentAt,
    receivedTimestamp: known.receivedAt,
    respondedTimestamp: known.respondedAt,
  };
  return Object.entries(fixed).flatMap(([field, value]) => {
    const told = report[field as keyof typeof fixed] ?? value;
    return String(told) === String(value) ? [] : [fieldProblem(field, FieldCode.NotUpdatable)];
  });
}

/** What the back office tells of the state of a subscription ([subscription.status], [back-office.privateplacementorders]). */
export function recordState(
  command: RecordSubscriptionState,
  known: SubscriptionAsKnown | undefined,
): Decision<SubscriptionEvent> {
  const { accountNumber, subscriptionOid, report } = command;
  if (known?.accountNumber !== accountNumber) return notFound();
  const ids = { accountNumber, privatePlacementOrderOid: subscriptionOid };
  const problems = pathMismatches(ids, report);
  const { status } = report;
  const isSame = status === known.status;
  if (!isSame && !mayFollow(known.status, status)) {
    const message = `A subscription in state ${known.status} can't become ${status}.`;
    problems.push(placementRules.broken('privateplacement.state.rule', message, 'status'));
  }
  if (problems.length > 0) return refuse(...problems);
  // nothing leads to INITIAL, so it is the present state there
  if (isSame || status === 'INITIAL') return [];
  return [{ type: EVENT_OF_STATE[status], data: { subscriptionOid, accountNumber } }];
}

/** The subscription after an event. Shared by state and document, so that the two can't disagree. */
export function evolveSubscription(
  before: SubscriptionAsKnown | undefined,
  event: SubscriptionEvent,
): SubscriptionAsKnown | undefined {
  const status = STATE_OF_EVENT[event.type];
  return event.type === 'placement.SubscriptionSubmitted'
    ? { ...event.data, status }
    : before && { ...before, status };
}

/** The rule book of one subscription, stream `subscription-{subscriptionOid}`. A subscription that does not exist is undefined. */
export const subscriptionDecider: Decider<
  SubscriptionAsKnown | undefined,
  SubscriptionCommand,
  SubscriptionEvent
> = {
  category: 'subscription',
  initial: undefined,
  decide: (command, state, context) =>
    command.type === 'Subscribe'
      ? subscribe(command, state !== undefined, context)
      : recordState(command, state),
  evolve: evolveSubscription,
};

import {
  conflict,
  decideBy,
  type Decider,
  FieldCode,
  fieldProblem,
  Money,
  notFound,
  OID_DIGITS,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  type Rule,
  RuleBook,
  type Timestamp,
} from '#libs/platform/kernel';
import type { SubscriptionState } from '#libs/contexts/codes';
import { type FetchedDocuments, hasFetched, isForFirm, isOpen, type OfferState } from './offer.js';
import type {
  Offer,
  Subscription,
  SubscriptionEvent,
  SubscriptionIds,
} from './placement.events.js';

export const placementRules = new RuleBook({
  'privateplacement.amount.rule': 'The amount is outside the minimum and maximum of the offer',
  'privateplacement.documents.rule':
    'Required documents have not been fetched; the message names them',
  'privateplacement.eligibility.rule': 'The investor is not eligible for the offer',
  'privateplacement.offer.closed.rule': 'The offer is not open today',
  'privateplacement.side.rule': 'Only side 1, buy, is accepted',
  'privateplacement.state.rule': 'The current state does not allow this transition',
});

/** Body of `POST …/privateplacementorders` ([subscription.created]). */
export interface SubscriptionTerms extends Pick<
  Subscription,
  'discretionary' | 'solicited' | 'privatePlacementOfferOid' | 'reasonForTrade' | 'side'
> {
  /** Must equal the one in the path. */
  readonly accountNumber?: string;
  readonly requestedDollarAmount: Money;
}

/** The member in `X-Associated-Member-Id`, if it belongs to the account's firm. */
export interface AssociatedMember {
  readonly loginId: string;
  /** An owner, or the representative of the corporate firm that owns the account. */
  readonly isOwner: boolean;
  /** By annual income or net worth. */
  readonly isAccredited: boolean;
}

/** Facts a subscription is checked against, from the log. */
export interface SubscriptionFacts extends Pick<
  Subscription,
  'firmId' | 'actingMember' | 'sentAt' | 'receivedAt'
> {
  readonly member: AssociatedMember;
  readonly offer: OfferState;
  /** Documents of the offer the associated member has fetched. */
  readonly fetched: FetchedDocuments;
  readonly restriction: Problem | undefined;
}

/** A client subscribes to an offer. */
export interface Subscribe extends SubscriptionIds {
  readonly type: 'Subscribe';
  readonly terms: SubscriptionTerms;
  readonly facts: SubscriptionFacts;
}

/** Back office: records the state of a subscription ([back-office.privateplacementorders]). Repeating it changes nothing. */
export interface RecordSubscriptionState extends SubscriptionIds {
  readonly type: 'RecordSubscriptionState';
  readonly report: {
    readonly status: SubscriptionState;
    /** Must equal the ones in the path. */
    readonly accountNumber?: string;
    readonly privatePlacementOrderOid?: string;
  };
}

/** What the subscription relies on is gone: rejects it, if it is still active. */
interface RejectSubscription {
  readonly type: 'RejectSubscription';
}

type SubscriptionCommand = Subscribe | RecordSubscriptionState | RejectSubscription;

type SubscriptionRule<Command> = Rule<KnownSubscription | undefined, Command, SubscriptionEvent>;

/**
 * What is wrong with the header of the associated member if it names none of the firm.
 * @param loginId undefined if the header is missing
 */
export function headerProblem(loginId: string | undefined): Problem {
  const [code, message] =
    loginId === undefined
      ? [FieldCode.Required, 'It is required: the login id of the client that an advisor acts for.']
      : [FieldCode.Value, 'The firm has no such member.'];
  return fieldProblem('X-Associated-Member-Id', code, message);
}

/** Checks the member. The offer is undefined if the firm must not learn about it. */
function memberProblems({ isOwner, isAccredited }: AssociatedMember, offer?: Offer): Problem[] {
  const forAccredited = offer?.eligibility === 'ACCREDITED';
  const ineligible = (message: string): Problem =>
    placementRules.broken('privateplacement.eligibility.rule', message);
  const accreditedOnly =
    'The offer is for accredited investors only: accreditedInvestorAnnualIncome or accreditedInvestorNetWorth of the member must be true.';
  return problemsOf(
    !isOwner && ineligible('The member does not own the account.'),
    forAccredited && !isAccredited && ineligible(accreditedOnly),
  );
}

/** Checks window and limits of the offer, and that its required documents were fetched. */
function offerProblems(
  { offer: { offer, documents }, fetched }: SubscriptionFacts,
  amount: Money,
  now: string,
): Problem[] {
  const { minimum, maximum } = offer;
  const isOutside = amount.lessThan(Money.of(minimum)) || amount.greaterThan(Money.of(maximum));
  const unfetched = documents
    .filter((one) => one.required && !hasFetched(fetched, one))
    .map(({ documentId }) => documentId);
  return problemsOf(
    !isOpen(offer, now) && offerClosed(offer),
    isOutside &&
      placementRules.broken(
        'privateplacement.amount.rule',
        `From ${minimum} to ${maximum} dollars.`,
        'requestedDollarAmount',
      ),
    unfetched.length > 0 &&
      placementRules.broken(
        'privateplacement.documents.rule',
        `Not fetched by the associated member: ${unfetched.join(', ')}.`,
      ),
  );
}

/** Checks offer and member. An ineligible firm learns nothing about the offer's window, limits and documents. */
function factProblems(facts: SubscriptionFacts, amount: Money, now: string): Problem[] {
  const { offer, firmId, member } = facts;
  if (isForFirm(offer.offer, firmId)) {
    return [...memberProblems(member, offer.offer), ...offerProblems(facts, amount, now)];
  }
  return [notForFirm(), ...memberProblems(member)];
}

function offerClosed({ openingDate, closingDate }: Offer): Problem {
  const message = `The offer is open from ${openingDate} to ${closingDate}.`;
  return placementRules.broken(
    'privateplacement.offer.closed.rule',
    message,
    'privatePlacementOfferOid',
  );
}

function notForFirm(): Problem {
  const message = 'The offer is not for the firm of the account.';
  return placementRules.broken(
    'privateplacement.eligibility.rule',
    message,
    'privatePlacementOfferOid',
  );
}

/** Why an offer takes no subscription of a firm at a time, whatever the subscription. */
export function availabilityProblems(offer: Offer, firmId: string, now: Timestamp) {
  if (!isForFirm(offer, firmId)) return [notForFirm()];
  return isOpen(offer, now) ? [] : [offerClosed(offer)];
}

/** A client subscribes ([subscription.rules]). Everything is judged as of the time of the request. */
const subscribe: SubscriptionRule<Subscribe> = (command, known, { now }) => {
  const { accountNumber, subscriptionOid, facts } = command;
  const { accountNumber: sent, requestedDollarAmount, ...terms } = command.terms;
  if (known) return conflict('The id of the subscription is taken; try again.');
  const problems = problemsOf(
    ...pathMismatches({ accountNumber }, { accountNumber: sent }),
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
};

export interface KnownSubscription extends Subscription {
  readonly status: SubscriptionState;
  /** Null as long as there is none; {@link OF_ACCEPTANCE} if an earlier version raised it. */
  readonly purchaseOrderOid: string | null;
}

/** The id of the purchase order is derived from the event of the acceptance. */
export const OF_ACCEPTANCE = 'of the acceptance';

/** The way of a subscription that is neither rejected nor cancelled. */
const WAY: readonly SubscriptionState[] = [
  'INITIAL',
  'ORDER_CREATED',
  'ACCEPTED',
  'PROCESSING',
  'COMPLETE',
];

/** Whether a subscription may still change; the final states are COMPLETE, REJECTED and CANCELLED. */
export function isActive(state: SubscriptionState): boolean {
  return state !== 'COMPLETE' && WAY.includes(state);
}

/** Whether a state may be reported after another: any later one, however many are skipped ([subscription.status]). */
export function mayFollow(from: SubscriptionState, to: SubscriptionState): boolean {
  return isActive(from) && (!WAY.includes(to) || WAY.indexOf(to) > WAY.indexOf(from));
}

/** A subscription as GET shows it. Only the state is required, and only the state may change. */
export interface SubscriptionReport extends Partial<SubscriptionTerms> {
  readonly status: SubscriptionState;
  readonly privatePlacementOrderOid?: string;
  readonly associatedMemberId?: string;
  readonly sentTimestamp?: Timestamp;
  readonly receivedTimestamp?: Timestamp;
  readonly respondedTimestamp?: Timestamp;
}

/** Reports changes to fields the back office may repeat but not change. */
export function changedFields(report: Partial<SubscriptionReport>, known: KnownSubscription) {
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
    const sent = report[field as keyof typeof fixed] ?? value;
    return String(sent) === String(value) ? [] : [fieldProblem(field, FieldCode.NotUpdatable)];
  });
}

function reportProblems(
  { accountNumber, subscriptionOid, report }: RecordSubscriptionState,
  known: KnownSubscription,
): Problem[] {
  const ids = { accountNumber, privatePlacementOrderOid: subscriptionOid };
  const problems = pathMismatches(ids, report);
  const { status } = report;
  if (status !== known.status && !mayFollow(known.status, status)) {
    const message = `A subscription in state ${known.status} can't become ${status}.`;
    problems.push(placementRules.broken('privateplacement.state.rule', message, 'status'));
  }
  return problems;
}

/** Whether a report completes a subscription. */
export function completes(command: RecordSubscriptionState, known: KnownSubscription): boolean {
  const { status } = command.report;
  const isNew = status === 'COMPLETE' && known.status !== status;
  return isNew && reportProblems(command, known).length === 0;
}

/** Records a state reported by the back office ([subscription.status], [back-office.privateplacementorders]). */
const recordState: SubscriptionRule<RecordSubscriptionState> = (command, known, { ids }) => {
  const { accountNumber, subscriptionOid, report } = command;
  if (known?.accountNumber !== accountNumber) return notFound();
  const problems = reportProblems(command, known);
  if (problems.length > 0) return refuse(...problems);
  const { status } = report;
  // no transition leads to INITIAL, so that is the current state here
  if (status === known.status || status === 'INITIAL') return [];
  const raises = known.purchaseOrderOid === null && WAY.includes(status);
  const data = {
    subscriptionOid,
    accountNumber,
    ...(raises && { purchaseOrderOid: ids.digits(OID_DIGITS) }),
  };
  return [{ type: EVENT_OF_STATE[status], data }];
};

const reject: SubscriptionRule<RejectSubscription> = (_command, known) => {
  if (!known || !isActive(known.status)) return [];
  const { subscriptionOid, accountNumber } = known;
  return [{ type: EVENT_OF_STATE.REJECTED, data: { subscriptionOid, accountNumber } }];
};

/** Applies one event. Shared by state and documents, so the two can't disagree. */
export function evolveSubscription(
  before: KnownSubscription | undefined,
  event: SubscriptionEvent,
): KnownSubscription | undefined {
  const status = STATE_OF_EVENT[event.type];
  if (event.type === 'placement.SubscriptionSubmitted') {
    return { ...event.data, status, purchaseOrderOid: null };
  }
  const accepted = event.type === 'placement.SubscriptionAccepted' ? OF_ACCEPTANCE : null;
  const purchaseOrderOid = event.data.purchaseOrderOid ?? before?.purchaseOrderOid ?? accepted;
  return before && { ...before, status, purchaseOrderOid };
}

/** Decider of a subscription, stream `subscription-{subscriptionOid}`. */
export const subscriptionDecider: Decider<
  KnownSubscription | undefined,
  SubscriptionCommand,
  SubscriptionEvent
> = {
  category: 'subscription',
  initial: undefined,
  decide: decideBy({
    Subscribe: subscribe,
    RecordSubscriptionState: recordState,
    RejectSubscription: reject,
  }),
  evolve: evolveSubscription,
};

/** The event for each state; the last three are final. */
export const EVENT_OF_STATE = {
  INITIAL: 'placement.SubscriptionSubmitted',
  ORDER_CREATED: 'placement.SubscriptionOrderCreated',
  ACCEPTED: 'placement.SubscriptionAccepted',
  PROCESSING: 'placement.SubscriptionProcessingBegun',
  COMPLETE: 'placement.SubscriptionCompleted',
  REJECTED: 'placement.SubscriptionRejected',
  CANCELLED: 'placement.SubscriptionCancelled',
} as const satisfies Record<SubscriptionState, string>;

const STATE_OF_EVENT = Object.fromEntries(
  Object.entries(EVENT_OF_STATE).map(([state, type]) => [type, state]),
) as Readonly<Record<SubscriptionEvent['type'], SubscriptionState>>;

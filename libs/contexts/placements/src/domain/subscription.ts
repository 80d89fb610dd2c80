import {
  type Decider,
  type Decision,
  FieldCode,
  fieldProblem,
  InputReader,
  Money,
  notFound,
  refuse,
  ruleProblem,
  type SubscriptionState,
} from '#libs/platform/kernel';
import { PlacementRule, subscribe } from './subscribing.js';
import type {
  RecordSubscriptionState,
  SubscriptionCommand,
  SubscriptionReport,
} from './subscription.commands.js';
import {
  EVENT_OF_STATE,
  STATE_OF_EVENT,
  type Subscription,
  type SubscriptionEvent,
} from './subscription.events.js';

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

/** Whether a subscription may go from one state to another (decisions §3). */
export function mayFollow(from: SubscriptionState, to: SubscriptionState): boolean {
  return NEXT[from].includes(to);
}

type Fixed = Omit<SubscriptionReport, 'status' | 'accountNumber' | 'privatePlacementOrderOid'>;

/** What the back office may repeat and never change. */
function fixedFields(known: SubscriptionAsKnown): { readonly [Key in keyof Fixed]-?: Fixed[Key] } {
  return {
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
}

/** What the back office tells of the state of a subscription (decisions §3, §10). */
export function recordState(
  command: RecordSubscriptionState,
  known: SubscriptionAsKnown | undefined,
): Decision<SubscriptionEvent> {
  const { accountNumber, subscriptionOid, input } = command;
  if (known?.accountNumber !== accountNumber) return notFound();
  const reader = new InputReader(command.problems);
  const { problems } = reader;
  reader.matches('accountNumber', input.accountNumber, accountNumber);
  reader.matches('privatePlacementOrderOid', input.privatePlacementOrderOid, subscriptionOid);
  const amount = Money.parse(input.requestedDollarAmount ?? '')?.toString();
  const sent = { ...input, ...(amount !== undefined && { requestedDollarAmount: amount }) };
  for (const [field, value] of Object.entries(fixedFields(known))) {
    if ((sent[field as keyof Fixed] ?? value) !== value) {
      problems.push(fieldProblem(field, FieldCode.NotUpdatable));
    }
  }
  const { status } = input;
  const hasStatus = reader.present('status', status);
  const isSame = status === known.status;
  if (hasStatus && !isSame && !mayFollow(known.status, status)) {
    const message = `A subscription in state ${known.status} can't become ${status}.`;
    problems.push(ruleProblem(PlacementRule.State, message, 'status'));
  }
  if (problems.length > 0 || !hasStatus) return refuse(...problems);
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

/**
 * The rule book of one subscription, stream `subscription-{subscriptionOid}` (specification, endpoint 13; decisions §3, §9,
 * §10). A subscription that does not exist is undefined.
 */
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

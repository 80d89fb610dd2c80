import {
  type Decider,
  type Decision,
  FieldCode,
  fieldProblem,
  notFound,
  pathMismatches,
  type Problem,
  refuse,
  type SubscriptionState,
  type Timestamp,
} from '#libs/platform/kernel';
import { subscribe } from './subscribing.js';
import type {
  RecordSubscriptionState,
  SubscriptionCommand,
  SubscriptionTerms,
} from './subscription.commands.js';
import {
  EVENT_OF_STATE,
  STATE_OF_EVENT,
  type Subscription,
  type SubscriptionEvent,
} from './subscription.events.js';
import { placementRules } from './placement-rules.js';

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

/**
 * The rule book of one subscription, stream `subscription-{subscriptionOid}`.
 * A subscription that does not exist is undefined.
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

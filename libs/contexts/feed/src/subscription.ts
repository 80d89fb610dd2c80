import {
  addMilliseconds,
  type Decider,
  type Decision,
  equalJson,
  notFound,
  omit,
  pick,
  refuse,
  RuleBook,
  type Timestamp,
} from '#libs/platform/kernel';
import type { FeedFilter } from './feed.events.js';
import type { ParkedEvent, SubscriptionEvent } from './subscription.events.js';

export const subscriptionRules = new RuleBook({
  'subscription.limit.rule': 'The firm has reached its limit of subscriptions',
  'subscription.parked.rule': 'The subscription has reached its limit of parked events',
});

/** Subscriptions of a firm. */
const MOST = 20;
const MOST_PARKED = 200;
/** Progress is recorded in the log at most so often: it is there in case that what is stored beside it is lost. */
const RECORD_MS = 60 * 60_000;

/** A subscription as the rules and its reader know it. */
export interface Subscription extends FeedFilter {
  readonly firmId: string;
  readonly name: string;
  /** Log position after which it began, in decimal digits. */
  readonly from: string;
  readonly createdAt: Timestamp;
  readonly replay: number;
  /** Progress in the log since the last replay; null: none. */
  readonly recorded: { readonly position: string; readonly at: string } | null;
  /** In the order in which they were parked. */
  readonly parked: readonly ParkedEvent[];
}

/** The commands of a firm's subscriptions. */
export type SubscriptionCommand = Readonly<{ firmId: string; name: string }> &
  (
    | ({ readonly type: 'Put'; readonly from: string } & FeedFilter)
    | { readonly type: 'Replay'; readonly from: string }
    | { readonly type: 'RecordProgress'; readonly position: string }
    | { readonly type: 'Park'; readonly event: Omit<ParkedEvent, 'parkedAt'> }
    | { readonly type: 'SettleParked'; readonly eventId: string }
    | { readonly type: 'Delete' }
  );

/** The subscriptions of a firm, by name. */
type Subscriptions = ReadonlyMap<string, Subscription>;

function decide(
  command: SubscriptionCommand,
  all: Subscriptions,
  { now }: { readonly now: string },
): Decision<SubscriptionEvent> {
  const known = all.get(command.name);
  const of = pick(command, 'firmId', 'name');
  if (command.type === 'Put') return put(command, known, all, now);
  if (known === undefined) return notFound();
  switch (command.type) {
    case 'Replay': {
      const data = { ...of, replay: known.replay + 1, from: command.from };
      return [{ type: 'subscription.SubscriptionReplayed', data }];
    }
    case 'RecordProgress': {
      const due = known.recorded === null || addMilliseconds(known.recorded.at, RECORD_MS) <= now;
      const data = { ...of, position: command.position, recordedAt: now };
      return due ? [{ type: 'subscription.ProgressRecorded', data }] : [];
    }
    case 'Park': {
      if (known.parked.some(({ eventId }) => eventId === command.event.eventId)) return [];
      if (known.parked.length === MOST_PARKED) {
        const message = `A subscription may have at most ${MOST_PARKED} parked events; settle one first.`;
        return refuse(subscriptionRules.broken('subscription.parked.rule', message));
      }
      const data = { ...of, ...command.event, parkedAt: now };
      return [{ type: 'subscription.EventParked', data }];
    }
    case 'SettleParked': {
      const { eventId } = command;
      if (!known.parked.some((parked) => parked.eventId === eventId)) return notFound();
      return [{ type: 'subscription.ParkedEventSettled', data: { ...of, eventId } }];
    }
    case 'Delete':
      return [{ type: 'subscription.SubscriptionDeleted', data: of }];
  }
}

function put(
  { type: _, from, ...data }: Extract<SubscriptionCommand, { type: 'Put' }>,
  known: Subscription | undefined,
  all: Subscriptions,
  now: string,
): Decision<SubscriptionEvent> {
  if (known !== undefined) {
    const { eventTypes, accounts } = known;
    const isSame = equalJson({ eventTypes, accounts }, pick(data, 'eventTypes', 'accounts'));
    return isSame ? [] : [{ type: 'subscription.SubscriptionChanged', data }];
  }
  if (all.size >= MOST) {
    const message = `A firm may have at most ${MOST} subscriptions; delete one first.`;
    return refuse(subscriptionRules.broken('subscription.limit.rule', message));
  }
  return [{ type: 'subscription.SubscriptionCreated', data: { ...data, from, createdAt: now } }];
}

/** A subscription after an event; undefined before it is created and after it is deleted. */
export function subscriptionAfter(
  known: Subscription | undefined,
  event: SubscriptionEvent,
): Subscription | undefined {
  if (event.type === 'subscription.SubscriptionCreated') {
    return { ...event.data, replay: 0, recorded: null, parked: [] };
  }
  if (known === undefined) return undefined;
  switch (event.type) {
    case 'subscription.SubscriptionChanged':
      return { ...known, ...pick(event.data, 'eventTypes', 'accounts') };
    case 'subscription.SubscriptionReplayed':
      return { ...known, ...pick(event.data, 'replay', 'from'), recorded: null };
    case 'subscription.ProgressRecorded': {
      const { position, recordedAt: at } = event.data;
      return { ...known, recorded: { position, at } };
    }
    case 'subscription.EventParked':
      return { ...known, parked: [...known.parked, omit(event.data, 'firmId', 'name')] };
    case 'subscription.ParkedEventSettled': {
      const parked = known.parked.filter(({ eventId }) => eventId !== event.data.eventId);
      return { ...known, parked };
    }
    case 'subscription.SubscriptionDeleted':
      return undefined;
  }
}

/** The subscriptions of a firm: stream `subscriptions-{firmId}`. */
export const subscriptions: Decider<Subscriptions, SubscriptionCommand, SubscriptionEvent> = {
  category: 'subscriptions',
  initial: new Map(),
  decide,
  evolve(all, event) {
    const next = new Map(all);
    const { name } = event.data;
    const after = subscriptionAfter(all.get(name), event);
    if (after === undefined) next.delete(name);
    else next.set(name, after);
    return next;
  },
};

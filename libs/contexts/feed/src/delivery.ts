import {
  addMilliseconds,
  type Decider,
  type DomainEvent,
  omit,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import type { DeliveryEvent, DeliveryFailed } from './webhook.events.js';
import { type Webhook, webhookRules } from './webhook.js';

/** How long a receiver may fail before the webhook is disabled, in milliseconds. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

const FIRST_PAUSE_MS = 5_000;

const LONGEST_PAUSE_MS = 4 * 60 * 60_000;

const GONE = 410;

/** The deliveries of one account as recorded in the log. */
export interface DeliveryState {
  /** Sequence up to which nothing is left to deliver, according to the log. */
  readonly settled?: number;
  readonly failing?: {
    readonly sequence: number;
    readonly attempt: number;
    /** First failure and next attempt (ISO-8601 UTC); undefined: retry at once. */
    readonly retry?: { readonly since: string; readonly dueAt: string };
  };
  /** Number of the account's replay that it belongs to; none: 0. */
  readonly accountReplay?: number;
}

/** Records the outcome of an attempt, or skips the event that fails. */
type DeliveryCommand =
  | { readonly event: DeliveryEvent }
  | {
      readonly skip: {
        readonly sequence: number;
        readonly eventType: string;
        readonly reason: string;
      };
    };

/** Deliveries of one account's events to one webhook, in order. */
export const deliveries: Decider<DeliveryState, DeliveryCommand, DeliveryEvent> = {
  category: 'webhookDelivery',
  initial: {},
  decide: (command, state) => {
    if ('skip' in command) {
      const { settled = 0, failing, accountReplay } = state;
      const { sequence } = command.skip;
      if (sequence <= settled) return [];
      if (failing?.sequence !== sequence) return refuse(webhookRules.broken('webhook.skip.rule'));
      const data = { ...command.skip, attempt: failing.attempt, ...ofReplay(accountReplay) };
      return [{ type: 'webhook.DeliverySkipped', data }];
    }
    const { event } = command;
    const { sequence, attempt, accountReplay = 0 } = event.data;
    if (accountReplay < (state.accountReplay ?? 0)) return [];
    const { settled = 0, failing } = sinceReplay(state, accountReplay);
    const known =
      sequence <= settled || (failing?.sequence === sequence && attempt <= failing.attempt);
    return known ? [] : [event];
  },
  evolve(state, { type, data }) {
    const { sequence, attempt, accountReplay } = data;
    if (type !== 'webhook.DeliveryFailed') return { ...ofReplay(accountReplay), settled: sequence };
    // it was this event's turn, so all before it were accepted
    const settled = Math.max(sinceReplay(state, accountReplay).settled ?? 0, sequence - 1);
    const retry = { since: data.failingSince, dueAt: data.nextAttemptAt };
    return { ...ofReplay(accountReplay), settled, failing: { sequence, attempt, retry } };
  },
};

/** The deliveries since a replay of the account: what the log has of those before does not count. */
export function sinceReplay(state: DeliveryState, accountReplay = 0): DeliveryState {
  return accountReplay > (state.accountReplay ?? 0) ? { accountReplay } : state;
}

/** The field `accountReplay`, left out without a replay of the account. */
export function ofReplay(accountReplay = 0): { readonly accountReplay?: number } {
  return accountReplay === 0 ? {} : { accountReplay };
}

/** Stream id of an account's deliveries to a webhook since a replay. */
export function deliveryId(webhookId: string, replay: number, accountNumber: string): string {
  return `${webhookId}-${replay}-${accountNumber}`;
}

/** Parses the name of a delivery stream. @throws if it isn't one */
export function deliveryStreamParts(
  stream: string,
): Readonly<Record<'id' | 'webhookId' | 'accountNumber', string>> & { readonly replay: number } {
  const [, id, webhookId, replay, accountNumber] =
    /^webhookDelivery-((.+)-(\d+)-([^-]+))$/.exec(stream) ?? [];
  if (id === undefined || webhookId === undefined || accountNumber === undefined) {
    throw new Error(`${stream} is not a delivery stream`);
  }
  return { id, webhookId, replay: Number(replay), accountNumber };
}

/** When a failing webhook is disabled: three days after the first failure. Both ISO-8601 UTC. */
export function givenUpAt(failingSince: string): string {
  return addMilliseconds(failingSince, GIVE_UP_MS);
}

/** Whether a failed attempt (`attemptedAt`, ISO-8601 UTC) disables the webhook, and why: receiver gone, or three days of failures. */
export function endedBy(
  { status, failingSince }: Pick<DeliveryFailed['data'], 'status' | 'failingSince'>,
  attemptedAt: string,
): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone';
  return attemptedAt >= givenUpAt(failingSince) ? 'failing' : undefined;
}

/**
 * The deliveries once the receiver counts as repaired, because the webhook was enabled again or given another URL: earlier
 * failures don't delay the next attempt, and the three days start over.
 */
export function afterRepair(state: DeliveryState, readySince: string): DeliveryState {
  const { failing } = state;
  if (failing?.retry === undefined || failing.retry.since >= readySince) return state;
  return { ...state, failing: omit(failing, 'retry') };
}

/**
 * When the next attempt is due, in milliseconds. Pauses double up to four hours, and are up to a fifth shorter, so that events
 * that failed together aren't retried together. The receiver's `Retry-After` is honored within the four hours.
 * @param failed time of the attempt, of the first failure, and the requested pause (0: none), in milliseconds
 * @param chance from 0 to 1
 */
export function nextAttempt(
  failed: Readonly<Record<'at' | 'failingSince' | 'retryAfter', number>>,
  chance: number,
): number {
  const { at, failingSince, retryAfter } = failed;
  // as long as all pauses so far plus the first one, hence twice the last one; a clock that was set back must not shorten it
  const failing = Math.max(0, at - failingSince);
  const pause = Math.min(FIRST_PAUSE_MS + failing, LONGEST_PAUSE_MS);
  const spread = Math.round(pause * (1 - chance / 5));
  return at + Math.max(spread, Math.min(retryAfter, LONGEST_PAUSE_MS));
}

/**
 * Milliseconds from `now` until an attempt is due. A due time beyond the longest pause means that the clock was ahead when it
 * was computed, so the attempt is due at once.
 */
export function untilDue(dueAt: number, now: number): number {
  const left = dueAt - now;
  return left > LONGEST_PAUSE_MS ? 0 : Math.max(0, left);
}

/** An account with undelivered events. */
export interface WaitingAccount {
  readonly accountNumber: string;
  /** Sequence of the newest event that needs no delivery any more. */
  readonly sequence: number;
  /** Number of the newest replay of this account alone; none: 0. */
  readonly accountReplay?: number;
}

/** How far a webhook has come: everything up to a log position was delivered, except for what waits. */
export interface Reached {
  /** Decimal digits. */
  readonly position: string;
  readonly waiting: readonly WaitingAccount[];
  /** Replays of single accounts up to this number are included; none: 0. */
  readonly accountReplays?: number;
}

/** A run of consecutive events of an account, accepted at the first attempt. All fields but `events` describe the last one. */
export interface TakenRow {
  readonly accountNumber: string;
  readonly sequence: number;
  readonly events: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: number;
  readonly at: Timestamp;
}

/** Events were delivered since the previous event of this type. */
export type EventsDelivered = DomainEvent<
  'webhook.EventsDelivered',
  Reached & { readonly taken: readonly TakenRow[] }
>;

/** The events of one account after a sequence are sent again. Replays of single accounts are numbered from 1. */
export type AccountReplayed = DomainEvent<'webhook.AccountReplayed', Required<WaitingAccount>>;

/** State of `webhookProgress-{webhookId}-{replay}`. */
interface ProgressState {
  readonly reached?: Reached;
  /** Replays of single accounts that `reached` does not include, in order. */
  readonly replayed?: readonly AccountReplayed['data'][];
}

/** Records deliveries, or replays one account. */
type ProgressCommand = EventsDelivered['data'] | { readonly replay: WaitingAccount };

/** Deliveries of a webhook since a replay of all accounts. */
export const webhookProgress: Decider<
  ProgressState,
  ProgressCommand,
  EventsDelivered | AccountReplayed
> = {
  category: 'webhookProgress',
  initial: {},
  decide(command, { reached, replayed = [] }) {
    if (!('replay' in command)) return [{ type: 'webhook.EventsDelivered', data: command }];
    const newest = replayed.at(-1)?.accountReplay ?? reached?.accountReplays ?? 0;
    const data = { ...command.replay, accountReplay: newest + 1 };
    return [{ type: 'webhook.AccountReplayed', data }];
  },
  evolve(state, { type, data }) {
    const { replayed = [] } = state;
    if (type === 'webhook.AccountReplayed') return { ...state, replayed: [...replayed, data] };
    const reached = omit(data, 'taken');
    return { reached, replayed: replayed.filter((one) => !includes(reached, one)) };
  },
};

function includes({ accountReplays = 0 }: Reached, { accountReplay }: AccountReplayed['data']) {
  return accountReplay <= accountReplays;
}

/** The waiting accounts once one of them is replayed. It stays where it is if that is further back. */
function goBack(
  waiting: readonly WaitingAccount[],
  replayed: AccountReplayed['data'],
): readonly WaitingAccount[] {
  const isOwn = ({ accountNumber }: WaitingAccount): boolean =>
    accountNumber === replayed.accountNumber;
  const sequences = [replayed, ...waiting.filter(isOwn)].map(({ sequence }) => sequence);
  return [
    ...waiting.filter((one) => !isOwn(one)),
    { ...replayed, sequence: Math.min(...sequences) },
  ];
}

/** How far a webhook has come, with the replays of single accounts that are not included yet. */
export function withReplays(
  reached: Reached,
  replayed: readonly AccountReplayed['data'][] = [],
): Reached {
  const missing = replayed.filter((one) => !includes(reached, one));
  const newest = missing.at(-1);
  if (newest === undefined) return reached;
  const waiting = missing.reduce(goBack, reached.waiting);
  return { ...reached, waiting, accountReplays: newest.accountReplay };
}

/** Stream id of a webhook's progress since a replay. */
export function progressId({ webhookId, replay }: Pick<Webhook, 'webhookId' | 'replay'>): string {
  return `${webhookId}-${replay}`;
}

/** The webhook id in the name of a progress stream. */
export function webhookOfProgress(stream: string): string {
  return stream.slice(`${webhookProgress.category}-`.length, stream.lastIndexOf('-'));
}

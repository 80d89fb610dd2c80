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
  decide: (command, { settled = 0, failing }) => {
    if ('skip' in command) {
      const { sequence } = command.skip;
      if (sequence <= settled) return [];
      if (failing?.sequence !== sequence) return refuse(webhookRules.broken('webhook.skip.rule'));
      const data = { ...command.skip, attempt: failing.attempt };
      return [{ type: 'webhook.DeliverySkipped', data }];
    }
    const { event } = command;
    const { sequence, attempt } = event.data;
    const known =
      sequence <= settled || (failing?.sequence === sequence && attempt <= failing.attempt);
    return known ? [] : [event];
  },
  evolve(state, { type, data }) {
    if (type !== 'webhook.DeliveryFailed') return { settled: data.sequence };
    const { sequence, attempt, failingSince: since, nextAttemptAt: dueAt } = data;
    // it was this event's turn, so all before it were accepted
    const settled = Math.max(state.settled ?? 0, sequence - 1);
    return { settled, failing: { sequence, attempt, retry: { since, dueAt } } };
  },
};

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
}

/** How far a webhook has come: everything up to a log position was delivered, except for what waits. */
export interface Reached {
  /** Decimal digits. */
  readonly position: string;
  readonly waiting: readonly WaitingAccount[];
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

/** State of `webhookProgress-{webhookId}-{replay}`. */
interface ProgressState {
  readonly reached?: Reached;
}

/** Deliveries of a webhook since a replay. */
export const webhookProgress: Decider<ProgressState, EventsDelivered['data'], EventsDelivered> = {
  category: 'webhookProgress',
  initial: {},
  decide: (data) => [{ type: 'webhook.EventsDelivered', data }],
  evolve: (_state, { data: { position, waiting } }) => ({ reached: { position, waiting } }),
};

/** Stream id of a webhook's progress since a replay. */
export function progressId({ webhookId, replay }: Pick<Webhook, 'webhookId' | 'replay'>): string {
  return `${webhookId}-${replay}`;
}

/** The webhook id in the name of a progress stream. */
export function webhookOfProgress(stream: string): string {
  return stream.slice(`${webhookProgress.category}-`.length, stream.lastIndexOf('-'));
}

import { addMilliseconds, type Decider, omit } from '#libs/platform/kernel';
import type { DeliveryEvent, DeliveryFailed } from './webhook.events.js';

/** From here on a receiver that has taken nothing is given up, in milliseconds. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 4 * 60 * 60_000;
const GONE = 410;

/** What the log says of the deliveries of one account: which event fails, and what came before and after failures. */
export interface DeliveryState {
  /** Sequence up to which the log says that nothing is left to deliver; undefined: it says nothing. */
  readonly settled?: number;
  /** The event that failed last, until it succeeds. */
  readonly failing?: {
    readonly sequence: number;
    readonly attempt: number;
    /** Since when it fails and when it is tried again; undefined: at once. */
    readonly retry?: { readonly since: string; readonly dueAt: string };
  };
}

/** Deliveries of the events of one account to one webhook, in order. A command keeps what became of an attempt. */
export const deliveries: Decider<DeliveryState, { readonly event: DeliveryEvent }, DeliveryEvent> =
  {
    category: 'webhookDelivery',
    initial: {},
    decide: ({ event }, { settled = 0, failing }) => {
      const { sequence, attempt } = event.data;
      const known =
        sequence <= settled || (failing?.sequence === sequence && attempt <= failing.attempt);
      return known ? [] : [event];
    },
    evolve(state, { type, data }) {
      if (type === 'webhook.DeliverySucceeded') return { settled: data.sequence };
      const { sequence, attempt, failingSince: since, nextAttemptAt: dueAt } = data;
      // it was its turn: those before it have been taken
      const settled = Math.max(state.settled ?? 0, sequence - 1);
      return { settled, failing: { sequence, attempt, retry: { since, dueAt } } };
    },
  };

/** Id of the deliveries of an account's events to a webhook since a replay. */
export function deliveryId(webhookId: string, replay: number, accountNumber: string): string {
  return `${webhookId}-${replay}-${accountNumber}`;
}

/** What the name of a stream of deliveries says. @throws for any other */
export function deliveryStreamParts(
  stream: string,
): Readonly<Record<'id' | 'webhookId' | 'accountNumber', string>> & { readonly replay: number } {
  const [, id, webhookId, replay, accountNumber] =
    /^webhookDelivery-((.+)-(\d+)-([^-]+))$/.exec(stream) ?? [];
  if (id === undefined || webhookId === undefined || accountNumber === undefined) {
    throw new Error(`${stream} holds no deliveries`);
  }
  return { id, webhookId, replay: Number(replay), accountNumber };
}

/** When a webhook is given up that goes on failing: after three days. Both ISO-8601 UTC. */
export function givenUpAt(failingSince: string): string {
  return addMilliseconds(failingSince, GIVE_UP_MS);
}

/**
 * Whether a failed attempt is the last one, and why: the receiver is gone, or has failed for three days.
 * @param attemptedAt ISO-8601 UTC, as is when the first attempt failed
 */
export function endedBy(
  { status, failingSince }: Pick<DeliveryFailed['data'], 'status' | 'failingSince'>,
  attemptedAt: string,
): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone';
  return attemptedAt >= givenUpAt(failingSince) ? 'failing' : undefined;
}

/**
 * Deliveries of a webhook whose receiver is taken for mended since a moment: it was enabled again, or given another URL. What
 * failed before does not delay the next attempt, and the three days begin anew.
 */
export function asMended(state: DeliveryState, readySince: string): DeliveryState {
  const { failing } = state;
  if (failing?.retry === undefined || failing.retry.since >= readySince) return state;
  return { ...state, failing: omit(failing, 'retry') };
}

/**
 * When the next attempt is due, in milliseconds. Pauses get twice as long each time, up to four hours, and are up to a fifth shorter
 * so that many that failed together don't come back together. None is shorter than what the receiver asks for within that.
 * @param failed when it was, since when the event fails, and what the receiver asked for (0: nothing), in milliseconds
 * @param chance from 0 to 1
 */
export function nextAttempt(
  failed: Readonly<Record<'at' | 'failingSince' | 'retryAfter', number>>,
  chance: number,
): number {
  const { at, failingSince, retryAfter } = failed;
  // all pauses before, and the first one once more, are as long as twice the last one; a clock that was set back makes none shorter
  const failing = Math.max(0, at - failingSince);
  const pause = Math.min(FIRST_PAUSE_MS + failing, LONGEST_PAUSE_MS);
  const spread = Math.round(pause * (1 - chance / 5));
  return at + Math.max(spread, Math.min(retryAfter, LONGEST_PAUSE_MS));
}

/**
 * Milliseconds from `now` until an attempt is due. None is due later than after the longest pause, unless the clock was ahead when that was
 * laid down: it must not hold up the next one for as long as it was wrong.
 */
export function untilDue(dueAt: number, now: number): number {
  const left = dueAt - now;
  return left > LONGEST_PAUSE_MS ? 0 : Math.max(0, left);
}

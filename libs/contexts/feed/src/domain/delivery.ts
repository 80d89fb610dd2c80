import { addMilliseconds, type Decider } from '#libs/platform/kernel';
import type { Webhook } from './webhook.js';
import type { DeliveryEvent } from './webhook.events.js';

/** From here on a receiver that has taken nothing is given up, in milliseconds. */
export const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 4 * 60 * 60_000;

/** How far the events of one account have been delivered. */
export interface DeliveryState {
  /** Sequence of the newest event the receiver took; undefined before the first. */
  readonly settled?: number;
  /** The event that failed last, until it succeeds. */
  readonly failing?: {
    readonly sequence: number;
    readonly attempt: number;
    readonly since: string;
    readonly nextAttemptAt: string;
  };
}

/** Keeps what became of an attempt. */
export interface RecordAttempt {
  readonly event: DeliveryEvent;
}

/** Deliveries of the events of one account to one webhook, in order. */
export const deliveries: Decider<DeliveryState, RecordAttempt, DeliveryEvent> = {
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
    const { sequence, attempt, failingSince: since, nextAttemptAt } = data;
    return { ...state, failing: { sequence, attempt, since, nextAttemptAt } };
  },
};

/** Id of the deliveries of an account's events to a webhook since a replay. */
export function deliveryId(webhookId: string, replay: number, accountNumber: string): string {
  return `${webhookId}-${replay}-${accountNumber}`;
}

/** Name of the checkpoint of a webhook since a replay. */
export function webhookCheckpoint({
  webhookId,
  replay,
}: Pick<Webhook, 'webhookId' | 'replay'>): string {
  return `webhook:${webhookId}:${replay}`;
}

/** What the name of a stream of deliveries says. @throws for any other */
export function deliveryStreamParts(stream: string): {
  readonly id: string;
  readonly replay: number;
} {
  const [, id, replay] = /^webhookDelivery-(.+-(\d+)-[^-]+)$/.exec(stream) ?? [];
  if (id === undefined) throw new Error(`${stream} holds no deliveries`);
  return { id, replay: Number(replay) };
}

/** When a webhook is given up that goes on failing: after three days. Both ISO-8601 UTC. */
export function givenUpAt(failingSince: string): string {
  return addMilliseconds(failingSince, GIVE_UP_MS);
}

/**
 * Pause after a failed attempt, in milliseconds: twice as long each time, up to four hours, and up to a fifth shorter so that
 * many that failed together don't come back together.
 * @param attempt from 1
 * @param chance from 0 to 1
 */
export function pauseAfter(attempt: number, chance: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return Math.round(pause * (1 - chance / 5));
}

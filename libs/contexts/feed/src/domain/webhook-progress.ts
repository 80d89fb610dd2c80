import type { Decider, DomainEvent, Timestamp } from '#libs/platform/kernel';
import type { Webhook } from './webhook.js';

/** An account with events that have not been taken. */
export interface WaitingAccount {
  readonly accountNumber: string;
  /** Of the newest event that needs nothing more; those after it are still to be delivered. */
  readonly sequence: number;
}

/** How far a webhook has come: everything up to a position of the log has been taken, or waits. */
export interface Reached {
  /** Decimal digits. */
  readonly position: string;
  readonly waiting: readonly WaitingAccount[];
}

/** Events of an account that were taken at the first attempt, one after the other: what is said is said of the last one. */
export interface TakenRow {
  readonly accountNumber: string;
  readonly sequence: number;
  readonly events: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: number;
  readonly at: Timestamp;
}

/** Events have been taken since the last one of these. */
export type EventsDelivered = DomainEvent<
  'webhook.EventsDelivered',
  Reached & { readonly taken: readonly TakenRow[] }
>;

/** State of `webhookProgress-{webhookId}-{replay}`; nothing before the first event was taken. */
interface ProgressState {
  readonly reached?: Reached;
}

/** What was taken by a webhook since a replay. */
export const webhookProgress: Decider<ProgressState, EventsDelivered['data'], EventsDelivered> = {
  category: 'webhookProgress',
  initial: {},
  decide: (data) => [{ type: 'webhook.EventsDelivered', data }],
  evolve: (_state, { data: { position, waiting } }) => ({ reached: { position, waiting } }),
};

/** Id of the progress of a webhook since a replay. */
export function progressId({ webhookId, replay }: Pick<Webhook, 'webhookId' | 'replay'>): string {
  return `${webhookId}-${replay}`;
}

/** The webhook that a stream of progress is about. */
export function webhookOfProgress(stream: string): string {
  return stream.slice(`${webhookProgress.category}-`.length, stream.lastIndexOf('-'));
}

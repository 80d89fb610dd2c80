import type { Decider, DomainEvent, Timestamp } from '#libs/platform/kernel';
import type { Webhook } from './webhook.js';

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

import { addMilliseconds, type Decider, type DomainEvent, refuse } from '#libs/platform/kernel';
import { webhookRules } from './webhook.js';

/** A webhook that is not there so long after its place was taken was never made, in milliseconds. */
const UNMADE_AFTER_MS = 60_000;

/** A firm took a place for a webhook. Those of webhooks that are gone are free from then on. Stream `firmWebhooks-{firmId}`. */
export type PlaceTaken = DomainEvent<
  'firmWebhooks.PlaceTaken',
  {
    readonly firmId: string;
    readonly webhookId: string;
    readonly takenAt: string;
    readonly freed: readonly string[];
  }
>;

/** Takes a place for a new webhook. */
export interface TakePlace {
  readonly firmId: string;
  readonly webhookId: string;
  /** Webhooks, enabled or disabled, that the firm may have. */
  readonly most: number;
  /** Of the webhooks that have places, those that were deleted, and those that are not there. */
  readonly deleted: readonly string[];
  readonly missing: readonly string[];
  /** Webhooks that were made before there were places. */
  readonly others: number;
}

/** Ids of webhooks that have a place, with the time they got it. */
export type Places = ReadonlyMap<string, string>;

/** The places for webhooks that a firm has: requests at the same time make no more webhooks than there are. */
export const webhookPlaces: Decider<Places, TakePlace, PlaceTaken> = {
  category: 'firmWebhooks',
  initial: new Map(),

  decide({ firmId, webhookId, most, deleted, missing, others }, places, { now }) {
    if (places.has(webhookId)) return [];
    const unmade = missing.filter(
      (id) => addMilliseconds(places.get(id) ?? now, UNMADE_AFTER_MS) < now,
    );
    const freed = [...deleted, ...unmade].filter((id) => places.has(id));
    if (places.size - freed.length + others >= most) {
      const message = `A firm has ${most} webhooks at most; delete one first.`;
      return refuse(webhookRules.broken('webhook.limit.rule', message));
    }
    return [{ type: 'firmWebhooks.PlaceTaken', data: { firmId, webhookId, takenAt: now, freed } }];
  },

  evolve(places, { data: { webhookId, takenAt, freed } }) {
    const next = new Map(places);
    for (const id of freed) next.delete(id);
    return next.set(webhookId, takenAt);
  },
};

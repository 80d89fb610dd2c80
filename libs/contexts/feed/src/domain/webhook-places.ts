import { addMilliseconds, type Decider, type DomainEvent, refuse } from '#libs/platform/kernel';
import { webhookRules } from './webhook.js';

/** Grace period, in milliseconds, after which a place whose webhook doesn't exist is free again: creating it failed. */
const UNMADE_AFTER_MS = 60_000;

/** A firm took a place for a webhook; the places in `freed` are free again. Stream `firmWebhooks-{firmId}`. */
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
  /** Maximum number of webhooks of the firm, enabled or disabled. */
  readonly limit: number;
  /** Webhooks with a place that were deleted. */
  readonly deleted: readonly string[];
  /** Webhooks with a place that don't exist (yet). */
  readonly missing: readonly string[];
  /** Number of webhooks older than places. */
  readonly others: number;
}

/** Webhook ids with a place, and when they took it (ISO-8601 UTC). */
export type Places = ReadonlyMap<string, string>;

/** The places for webhooks of a firm: they enforce the limit under concurrent requests. */
export const webhookPlaces: Decider<Places, TakePlace, PlaceTaken> = {
  category: 'firmWebhooks',
  initial: new Map(),

  decide({ firmId, webhookId, limit, deleted, missing, others }, places, { now }) {
    if (places.has(webhookId)) return [];
    const unmade = missing.filter(
      (id) => addMilliseconds(places.get(id) ?? now, UNMADE_AFTER_MS) < now,
    );
    const freed = [...deleted, ...unmade].filter((id) => places.has(id));
    if (places.size - freed.length + others >= limit) {
      const message = `A firm may have at most ${limit} webhooks; delete one first.`;
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

import {
  addMilliseconds,
  type Decider,
  type Decision,
  type DomainEvent,
  equalJson,
  notFound,
  omit,
  pick,
  refuse,
  RuleBook,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import type {
  DisablingCause,
  WebhookCreated,
  WebhookDeleted,
  WebhookEvent,
  WebhookTarget,
} from './webhook.events.js';

export const webhookRules = new RuleBook({
  'webhook.limit.rule': 'The firm has reached its limit of webhooks',
  'webhook.skip.rule': 'Only the event that the receiver does not accept can be skipped',
  'webhook.url.private.rule': 'The URL leads to a private or loopback address',
});

/** How long the previous secret signs after a rotation, in milliseconds. */
const ROTATION_MS = 24 * 60 * 60_000;

/** A webhook as the rules and the sender know it. */
export type Webhook = WebhookCreated['data'] & {
  readonly disabledBecause?: DisablingCause | null;
  readonly previousSecret?: Secret;
  readonly previousSecretUntil?: Timestamp;
  readonly replay: number;
};

/** State of `webhook-{webhookId}`; empty before the webhook is created and after it is deleted. */
interface WebhookState {
  readonly webhook?: Webhook;
}

export type WebhookCommand =
  | ({ readonly type: 'Create' } & WebhookCreated['data'])
  | {
      readonly type: 'Change';
      /** Firm of the caller. Webhooks of other firms don't exist for it. */
      readonly firmId: string;
      readonly target: Partial<WebhookTarget>;
      readonly enabled?: boolean;
    }
  | { readonly type: 'Disable'; readonly cause: DisablingCause }
  | {
      readonly type: 'RotateSecret';
      readonly firmId: string;
      readonly secret: Secret;
      /** The real time, ISO-8601 UTC: both secrets sign until a day later. */
      readonly at: Timestamp;
    }
  | { readonly type: 'Replay'; readonly firmId: string; readonly from: string }
  | { readonly type: 'Delete'; readonly firmId: string };

function decide(command: WebhookCommand, { webhook }: WebhookState): Decision<WebhookEvent> {
  if (command.type === 'Create') {
    return [{ type: 'webhook.WebhookCreated', data: omit(command, 'type') }];
  }
  if (!webhook || ('firmId' in command && command.firmId !== webhook.firmId)) return notFound();
  const { webhookId } = webhook;
  switch (command.type) {
    case 'Change':
      return change(command, webhook);
    case 'Disable':
      return webhook.enabled
        ? [{ type: 'webhook.WebhookDisabled', data: { webhookId, cause: command.cause } }]
        : [];
    case 'RotateSecret': {
      const { secret } = command;
      const previousUntil = addMilliseconds(command.at, ROTATION_MS);
      return [{ type: 'webhook.WebhookSecretRotated', data: { webhookId, secret, previousUntil } }];
    }
    case 'Replay': {
      const data = { webhookId, replay: webhook.replay + 1, from: command.from };
      return [{ type: 'webhook.WebhookReplayed', data }];
    }
    case 'Delete':
      return [{ type: 'webhook.WebhookDeleted', data: { webhookId } }];
  }
}

function change(
  { target, enabled }: Extract<WebhookCommand, { type: 'Change' }>,
  webhook: Webhook,
): readonly WebhookEvent[] {
  const { webhookId, url, eventTypes } = webhook;
  const events: WebhookEvent[] = [];
  const after = { url: target.url ?? url, eventTypes: target.eventTypes ?? eventTypes };
  if (!equalJson(after, { url, eventTypes })) {
    events.push({ type: 'webhook.WebhookChanged', data: { webhookId, ...after } });
  }
  if (enabled === true && !webhook.enabled) {
    events.push({ type: 'webhook.WebhookEnabled', data: { webhookId } });
  }
  if (enabled === false && webhook.enabled) {
    events.push({ type: 'webhook.WebhookDisabled', data: { webhookId, cause: 'request' } });
  }
  return events;
}

function evolve({ webhook }: WebhookState, event: WebhookEvent): WebhookState {
  if (event.type === 'webhook.WebhookCreated') return { webhook: { ...event.data, replay: 0 } };
  if (!webhook || event.type === 'webhook.WebhookDeleted') return {};
  const next = { ...webhook, ...changesOf(event) };
  if (event.type !== 'webhook.WebhookSecretRotated') return { webhook: next };
  return { webhook: { ...next, secret: event.data.secret, previousSecret: webhook.secret } };
}

/** The fields of state and document that an event changes. */
export function changesOf(event: Exclude<WebhookEvent, WebhookCreated | WebhookDeleted>) {
  switch (event.type) {
    case 'webhook.WebhookChanged':
      return pick(event.data, 'url', 'eventTypes');
    case 'webhook.WebhookEnabled':
      return { enabled: true, disabledBecause: null };
    case 'webhook.WebhookDisabled':
      return { enabled: false, disabledBecause: event.data.cause };
    case 'webhook.WebhookSecretRotated':
      return { previousSecretUntil: event.data.previousUntil };
    case 'webhook.WebhookReplayed':
      return pick(event.data, 'replay', 'from');
  }
}

/** The rules of a webhook. */
export const webhooks: Decider<WebhookState, WebhookCommand, WebhookEvent> = {
  category: 'webhook',
  initial: {},
  decide,
  evolve,
};

/** Whether a webhook receives events of a type. */
export function wants({ eventTypes }: WebhookTarget, type: string): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}

/** The secrets that sign at a moment (ISO-8601 UTC), newest first. */
export function signingSecrets(webhook: Webhook, now: string): readonly Secret[] {
  const { secret, previousSecret, previousSecretUntil = '' } = webhook;
  return previousSecret && now < previousSecretUntil ? [secret, previousSecret] : [secret];
}

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
type Places = ReadonlyMap<string, string>;

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

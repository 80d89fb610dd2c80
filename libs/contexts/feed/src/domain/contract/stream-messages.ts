import type { ObjectSchema } from './schemas.js';

/** Why a caller may read no further. */
export const RIGHTS_LOST = ['credentials-expired', 'credentials-revoked', 'rights-lost'] as const;
export type RightsLost = (typeof RIGHTS_LOST)[number];

/** Why a stream ends. */
export const END_REASONS = [...RIGHTS_LOST, 'stopping', 'slow-consumer', 'unavailable'] as const;
export type EndReason = (typeof END_REASONS)[number];

const string = (description: string): object => ({ type: 'string', description });

function object(properties: Readonly<Record<string, object>>): ObjectSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Data of the server-sent event `heartbeat` of an account's feed. */
export const accountHeartbeat = object({
  sequence: string('Sequence of the newest event that has been shown; 0 before the first'),
});

/** Data of the server-sent event `heartbeat` of a firm's feed. */
export const firmHeartbeat = object({
  cursor: string('Place up to which everything has been shown'),
});

/** Data of the server-sent event `end`, the last of a stream. */
export const streamEnd = object({
  reason: { type: 'string', description: 'Why the stream ends', enum: END_REASONS },
});

/** Headers of everything that is sent to a webhook, as Standard Webhooks name them. */
export const webhookHeaders = object({
  'webhook-id': string('Id of the event, the same each time it is sent'),
  'webhook-timestamp': string('When it is sent, in seconds since 1970'),
  'webhook-signature': string(
    'v1, and Base64 of HMAC-SHA256 over id.timestamp.body; one for each secret in force, a space between them',
  ),
});

import { inside, MOMENT, type Writes } from './write.js';

/** Disabled, so that nothing is sent anywhere. */
export const webhookBody = {
  url: 'https://www.example.com/hook',
  eventTypes: [],
  state: 'disabled',
};
const fields = { url: 'text 2048', eventTypes: 'texts', state: 'code' } as const;
const skip = { accountNumber: '!id 64', sequence: '!int', reason: '!text 64' } as const;
const replay = {
  accountNumber: 'id 64',
  sequence: 'int',
  cursor: 'text 512',
  from: 'text 64',
} as const;

/** Fields that only a GET shows. */
const shown = {
  disabledBecause: 'request',
  stateSince: MOMENT,
  previousSecretUntil: MOMENT,
  creationDate: MOMENT,
  failing: {
    accountNumber: 'RA1B2C3D4E',
    sequence: '1',
    eventType: 'brokerage.account.opened.v1',
    since: MOMENT,
    attempts: 1,
    attemptedAt: MOMENT,
    status: 500,
    reason: 'status',
    nextAttemptAt: MOMENT,
    disabledFrom: MOMENT,
  },
};

export const webhookWrites: Writes = {
  'POST /restapi/webhooks': () => ({
    method: 'POST',
    path: '/restapi/webhooks',
    body: () => webhookBody,
    fields: { ...fields, url: '!text 2048' },
  }),
  'PUT /restapi/webhooks/{id}': ({ webhook }) => ({
    method: 'PUT',
    path: `/restapi/webhooks/${webhook}`,
    body: () => ({ ...webhookBody, id: webhook, ...shown }),
    fields: {
      ...fields,
      id: 'same',
      disabledBecause: 'code',
      stateSince: 'date',
      previousSecretUntil: 'date',
      creationDate: 'date',
      failing: 'object',
      ...inside('failing', {
        accountNumber: '!id 255',
        sequence: '!text 255',
        eventType: '!text 255',
        since: '!date',
        attempts: '!int',
        attemptedAt: '!date',
        status: 'int',
        reason: '!text 255',
        nextAttemptAt: 'date',
        disabledFrom: 'date',
      }),
    },
  }),
  'POST /restapi/webhooks/{id}/replay': ({ webhook, account }) => ({
    method: 'POST',
    path: `/restapi/webhooks/${webhook}/replay`,
    body: () => ({ accountNumber: account, sequence: 1, cursor: null, from: null }),
    fields: replay,
  }),
  'POST /operator/webhooks/{id}/replay': ({ webhook, account }) => ({
    role: 'operator',
    method: 'POST',
    path: `/operator/webhooks/${webhook}/replay`,
    body: () => ({ accountNumber: account, sequence: 1, cursor: null, from: null }),
    fields: replay,
  }),
  // the webhook is disabled, so nothing fails
  'POST /restapi/webhooks/{id}/skip': ({ webhook, account }) => ({
    method: 'POST',
    path: `/restapi/webhooks/${webhook}/skip`,
    body: () => ({ accountNumber: account, sequence: 1, reason: 'test' }),
    fields: skip,
    refused: 'webhook.skip.rule',
  }),
  'POST /operator/webhooks/{id}/skip': ({ webhook, account }) => ({
    role: 'operator',
    method: 'POST',
    path: `/operator/webhooks/${webhook}/skip`,
    body: () => ({ accountNumber: account, sequence: 1, reason: 'test' }),
    fields: skip,
    refused: 'webhook.skip.rule',
  }),
};

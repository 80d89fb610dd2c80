import type { Writes } from './write.js';

/** Disabled, so that nothing is sent anywhere. */
export const webhookBody = {
  url: 'https://www.example.com/hook',
  eventTypes: [],
  state: 'disabled',
};
const fields = { url: 'text 2048', eventTypes: 'texts', state: 'code' } as const;

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
    body: () => webhookBody,
    fields,
  }),
  'POST /restapi/webhooks/{id}/replay': ({ webhook, account }) => ({
    method: 'POST',
    path: `/restapi/webhooks/${webhook}/replay`,
    body: () => ({ accountNumber: account, sequence: 1, cursor: null }),
    fields: { accountNumber: '!id 64', sequence: '!int', cursor: 'text 512' },
  }),
};

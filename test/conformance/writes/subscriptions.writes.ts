import type { Writes } from './write.js';

const SUBSCRIPTION = '/restapi/subscriptions/name';
const filter = { eventTypes: 'texts', accounts: 'texts' } as const;

export const subscriptionWrites: Writes = {
  'PUT /restapi/subscriptions/{name}': ({ account }) => ({
    method: 'PUT',
    path: SUBSCRIPTION,
    body: () => ({ eventTypes: [], accounts: [account], from: '2026-01-02' }),
    fields: { ...filter, from: 'text 64' },
  }),
  'POST /restapi/subscriptions/{name}/acknowledgements': () => ({
    method: 'POST',
    path: `${SUBSCRIPTION}/acknowledgements`,
    // the beginning of the log
    body: () => ({ cursor: 'cDA' }),
    fields: { cursor: '!text 64' },
  }),
  'POST /restapi/subscriptions/{name}/replay': () => ({
    method: 'POST',
    path: `${SUBSCRIPTION}/replay`,
    body: () => ({ from: '2026-01-02', cursor: null }),
    fields: { from: 'text 64', cursor: 'text 512' },
  }),
  'POST /restapi/subscriptions/{name}/parked': ({ account }) => ({
    method: 'POST',
    path: `${SUBSCRIPTION}/parked`,
    body: () => ({ accountNumber: account, sequence: 1, reason: 'test' }),
    fields: { accountNumber: '!id 64', sequence: '!int', reason: 'text 64' },
  }),
};

// A reader whose place the service keeps: it prints the accounts that are opened, and parks what it can't handle. A second one, or one that
// was killed, goes on from there. Environment: BASE_URL, API_KEY, SHARED_SECRET.
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type FeedEvent } from 'brokerage-client';

const { BASE_URL = '', API_KEY = '', SHARED_SECRET = '' } = process.env;
const api = connect(BASE_URL, { apiKey: API_KEY, sharedSecret: SHARED_SECRET });
const params = { path: { name: 'openings' } };

/** An event may come again: after a crash before its page was acknowledged. */
function handle({ data }: FeedEvent): void {
  process.stdout.write(`${data.accountNumber}\n`);
}

async function park({ data: { accountNumber }, sequence }: FeedEvent): Promise<void> {
  const body = { accountNumber, sequence: Number(sequence), reason: 'not-handled' };
  await api.feedSubscriptions.park({ params, body });
}

// where it begins counts only the first time
const body = { eventTypes: ['brokerage.account.opened.v1' as const], from: '2000-01-01' };
await api.feedSubscriptions.put({ params, body });
for (;;) {
  const page = await api.feedSubscriptions.events({ params });
  const events = page.data ?? [];
  for (const event of events) {
    try {
      handle(event);
    } catch {
      await park(event);
    }
  }
  const cursor = page.response.headers.get('x-feed-cursor') ?? '';
  await api.feedSubscriptions.acknowledge({ params, body: { cursor } });
  if (events.length === 0) await delay(1_000);
}

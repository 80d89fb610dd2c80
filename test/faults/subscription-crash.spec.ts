import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { eventually } from '../support/condition.js';
import { crashRounds } from '../support/crash-rounds.js';
import { expectStatus, memberBody, uniqueName } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

const PATH = '/restapi/subscriptions/reporting';
const OPENED = 'brokerage.account.opened.v1';

let dataDir: string;
let victim: ServiceProcess;
beforeAll(async () => {
  dataDir = await ServiceProcess.freshDirectory();
  victim = await ServiceProcess.start(dataDir);
});
afterAll(async () => {
  await victim.stop();
  await victim.remove();
});

/** What a reader has dealt with, in order, and the newest cursor whose acknowledgement was answered. */
const read: string[] = [];
let answered = '';

async function client(): Promise<BrokerageClient> {
  return new BrokerageClient(victim.url, await victim.credentials());
}

async function openAccounts(count: number): Promise<string[]> {
  const caller = await client();
  const { billingPlans } = await victim.credentials();
  const opened: string[] = [];
  for (let n = 0; n < count; n++) {
    const member = memberBody();
    expectStatus(await caller.post('/restapi/members', member), 201);
    const body = {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: billingPlans.A,
      primaryAccountOwner: member['loginId'],
    };
    const answer = await caller.post('/restapi/accounts', body);
    expectStatus(answer, 201);
    opened.push(answer.location?.split('/').at(-1) ?? '');
  }
  return opened;
}

/** Reads one event at a time and acknowledges it, until the process is gone or everything has been read. */
async function follow(): Promise<boolean> {
  const caller = await client();
  try {
    for (;;) {
      const page = await caller.get(`${PATH}/events?limit=1`);
      if (page.status === 503) continue;
      expectStatus(page, 200);
      const [event] = page.body as { data: { accountNumber: string } }[];
      if (event === undefined) return true;
      const cursor = page.headers.get('x-feed-cursor') ?? '';
      if (read.at(-1) !== event.data.accountNumber) read.push(event.data.accountNumber);
      const { status } = await caller.post(`${PATH}/acknowledgements`, { cursor });
      if (status === 200) answered = cursor;
    }
  } catch {
    return false;
  }
}

it('goes on where it was, after kill -9 between an acknowledgement and its answer [subscription.place]', async () => {
  expectStatus(await (await client()).put(PATH, { eventTypes: [OPENED] }), 200);
  const opened: string[] = [];
  for (let round = 0; round < crashRounds(3); round++) {
    opened.push(...(await openAccounts(6)));
    const following = follow();
    // some acknowledgements are under way by then, whatever the machine's speed
    const before = answered;
    await eventually(() => (answered === before ? undefined : true));
    await victim.kill();
    await following;
    victim = await ServiceProcess.start(dataDir);
    const answer = await eventually(async () => {
      const found = await (await client()).get(PATH);
      return found.status === 200 ? found : undefined;
    });
    const { cursor } = answer.body as { cursor: string };
    const at = (text: string): bigint =>
      BigInt(Buffer.from(text, 'base64url').toString('latin1').slice(1));
    expect(at(cursor)).toBeGreaterThanOrEqual(at(answered));
  }
  while (!(await follow()));
  // each once, in order: an event comes again only if its acknowledgement was not answered
  expect(read).toEqual(opened);
});

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { directBody } from '../conformance/orders.fixture.js';
import { crashRounds } from '../support/crash-rounds.js';
import { expectStatus, memberBody, signatureBody, uniqueName } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** Requests of each kind that are under way when the service is killed. */
const REQUESTS = 40;

let victim: ServiceProcess;
beforeEach(async () => {
  victim = await ServiceProcess.start(await ServiceProcess.freshDirectory());
});
afterEach(async () => {
  await victim.kill();
  await victim.remove();
});

const meaning = ({ status, body, location }: ClientAnswer): unknown => ({ status, body, location });

it.each(Array.from({ length: crashRounds(2) }, (_, round) => round))(
  'kill -9 between decision and answer: what was answered with a key is answered again, and nothing happens twice, round %i',
  async (round) => {
    const credentials = await victim.credentials();
    let client = new BrokerageClient(victim.url, credentials);
    const member = memberBody();
    const owner = String(member['loginId']);
    expectStatus(await client.post('/restapi/members', member), 201);
    const made = await client.post('/restapi/accounts', {
      accountName: uniqueName().slice(-16),
      accountType: 'I',
      billingPlanOid: credentials.billingPlans.A,
      primaryAccountOwner: owner,
    });
    expectStatus(made, 201);
    const accountNumber = made.location?.split('/').at(-1) ?? '';
    const account = `/restapi/accounts/${accountNumber}`;
    // the account is not signed: orders are refused by a rule
    const sent = Array.from({ length: 2 * REQUESTS }, (_, n) => ({
      key: { 'idempotency-key': `${round}-${n}` },
      path: n % 2 ? `${account}/folios` : `${account}/folios/${accountNumber}02/orders`,
      body: n % 2 ? { folioName: `f${n}`, accountNumber, dividendReinvest: true } : directBody(),
      answer: undefined as ClientAnswer | undefined,
    }));
    let answered = 0;
    let killed: Promise<void> | undefined;
    await Promise.all(
      sent.map(async (one) => {
        try {
          one.answer = await client.post(one.path, one.body, one.key);
        } catch {
          return;
        }
        answered += 1;
        if (answered === REQUESTS) killed = victim.kill();
      }),
    );
    await killed;
    victim = await ServiceProcess.start(victim.dataDir);
    client = new BrokerageClient(victim.url, credentials);
    expectStatus(await client.post(`${account}/customeragreement`, signatureBody(owner)), 200);
    for (const one of sent) {
      const again = await client.post(one.path, one.body, one.key);
      if (one.answer) {
        expect(meaning(again)).toEqual(meaning(one.answer));
        expect(again.headers.get('idempotent-replayed')).toBe('true');
      }
      expect(meaning(await client.post(one.path, one.body, one.key))).toEqual(meaning(again));
    }
    const folios = (await client.get(`${account}/folios`)).body as { folioName: string }[];
    const names = folios.map(({ folioName }) => folioName).filter((name) => /^f\d+$/.test(name));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(REQUESTS);
  },
);

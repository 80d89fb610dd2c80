import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer, connect, createdId, type Schemas } from '#libs/client';
import { fillWithHistory } from '../../apps/ops/src/demo-history.js';
import { recordedAt } from '#libs/platform/event-store';
import { businessDate } from '#libs/platform/kernel';
import { SandboxClocks } from '#libs/contexts/sandbox';
import { eventually } from '../support/condition.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { WebhookTarget } from '../support/webhook-target.js';
import { linkBody } from './bank-links.fixture.js';
import { directBody, newFolio, orderBody, ordersPath } from './orders.fixture.js';

type Fields = Readonly<Record<string, unknown>>;

const DAY_MS = 24 * 60 * 60_000;
/** Sandboxes need embedded stores, whichever stores are under test. */
const EMBEDDED = { EVENTSTORE_URL: '', MONGODB_URL: '' };

let service: ServiceUnderTest;
let firm: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { ...EMBEDDED, WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => service.stop());

async function newSandbox(fields: Fields = {}): Promise<typeof firm> {
  return service.otherFirm(['ownerVerification'], 'account', { sandbox: true, ...fields });
}

async function timeOf(client: BrokerageClient): Promise<number> {
  const answer = await client.get('/sandbox/clock');
  expectStatus(answer, 200);
  return Date.parse((answer.body as { time: string }).time);
}

const move = (body: Fields, client = firm.client): Promise<ClientAnswer> =>
  client.post('/sandbox/clock', body);

/** Opens an unrestricted account. Returns its number and owner. */
async function openAccount({ client, planOid } = firm): Promise<{ number: string; owner: string }> {
  const owner = await service.member({}, client);
  const fields = { primaryAccountOwner: owner, billingPlanOid: planOid };
  const number = await service.account(fields, client);
  const path = `/restapi/accounts/${number}/customeragreement`;
  expectStatus(await client.post(path, signatureBody(owner)), 200);
  return { number, owner };
}

/** How many requests, rows and reports were refused because something does not exist. */
async function notFoundRefusals(): Promise<number> {
  const text = await (await fetch(new URL('/metrics', service.service.url))).text();
  const [, count = '0'] = /^brokerage_refusals_total\{code="not.found"\} (\d+)/m.exec(text) ?? [];
  return Number(count);
}

async function created(answer: Promise<ClientAnswer>): Promise<string> {
  expectStatus(await answer, 201);
  return (await answer).location?.split('/').at(-1) ?? '';
}

/** Creates a bank link, verified by the owner. */
async function verifiedLink({ number, owner }: { number: string; owner: string }): Promise<string> {
  const links = `/restapi/accounts/${number}/achbanklinks`;
  const oid = await created(firm.client.post(links, linkBody(owner)));
  const path = `/sandbox/accounts/${number}/achbanklinks/${oid}/microdeposits`;
  const [md1, md2] = ((await firm.client.get(path)).body as { amounts: string[] }).amounts;
  const verify = `/restapi/accounts/${number}/verify/microdeposits/${oid}`;
  const body = { bankLinkOid: oid, md1, md2, op: 'verify_md', ownerLoginId: owner };
  expectStatus(await firm.client.put(verify, body), 200);
  return oid;
}

describe('Sandbox', () => {
  beforeAll(async () => {
    firm = await newSandbox();
  });

  describe('sandbox firms [sandbox.firms]', () => {
    it('a firm that was made as one, as its reads say, and the demonstration firm', async () => {
      const { body } = await firm.client.get(`/restapi/firms/${firm.firmId}`);
      expect(body).toMatchObject({ sandbox: true });
      expectStatus(await service.client.get('/sandbox/clock'), 200);
    });

    it('for everybody else nothing of it is there', async () => {
      const real = await service.otherFirm();
      const requests = (client: BrokerageClient): Promise<ClientAnswer>[] => [
        client.get('/sandbox/clock'),
        client.post('/sandbox/clock', { by: 'P1D' }),
        client.post('/sandbox/accounts/RA00000000/fund', { amount: '1' }),
        client.post('/sandbox/backoffice', [{ path: '/rtgs/1', body: {} }]),
      ];
      for (const client of [real.client, service.operator, service.backoffice, service.auditor]) {
        for (const answer of await Promise.all(requests(client))) expectStatus(answer, 404);
      }
      const fault = { 'Sandbox-Fault': '503' };
      expectStatus(await real.client.get('/restapi/accounts', fault), 200);
    });

    it('its API client, and none of its people', async () => {
      const token = service.credentials.tokens.client;
      const itself = new BrokerageClient(service.service.url, { token });
      expectStatus(await itself.get('/sandbox/clock'), 200);
      const person = await service.person(await service.member());
      expectStatus(await person.post('/sandbox/clock', { by: 'P1D' }), 403);
    });

    it('from the beginning or never', async () => {
      const path = `/backoffice/firms/${firm.firmId}`;
      const known = { name: 'Another firm', entitlements: ['ownerVerification'] };
      expectStatus(await service.operator.put(path, known), 200);
      const leaves = await service.operator.put(path, { ...known, sandbox: false });
      const notUpdatable = { errorCode: 'not.updatable', field: 'sandbox' };
      expectExactly(leaves, [notUpdatable]);
      const real = await service.otherFirm();
      const enters = { name: 'Another firm', sandbox: true };
      const entered = await service.operator.put(`/backoffice/firms/${real.firmId}`, enters);
      expectExactly(entered, [notUpdatable]);
      const id = String(5_000_000_000 + Math.floor(Math.random() * 4_000_000_000));
      const start = { name: 'No sandbox', sandboxStart: '2024-01-02T15:00:00Z' };
      const clockless = await service.operator.put(`/backoffice/firms/${id}`, start);
      expectExactly(clockless, [{ field: 'sandboxStart' }]);
    });
  });

  describe('the clock', () => {
    it('moves forward only, for that firm only [sandbox.clock]', async () => {
      const other = await newSandbox();
      const before = await timeOf(firm.client);
      expectStatus(await move({ by: 'P10D' }), 200);
      expect((await timeOf(firm.client)) - before).toBeGreaterThanOrEqual(10 * DAY_MS);
      const to = new Date(before + 11 * DAY_MS).toISOString();
      expectStatus(await move({ to }), 200);
      expect(Math.abs((await timeOf(other.client)) - Date.now())).toBeLessThan(60_000);

      const refused: [Fields, string][] = [
        [{ to: new Date(before).toISOString() }, 'to'],
        [{ to: '2300-01-01T00:00:00Z' }, 'to'],
        [{}, 'to'],
        [{ to, by: 'P1D' }, 'by'],
        [{ by: '10 days' }, 'by'],
        [{ by: 'P' }, 'by'],
        [{ by: 'P999Y9999M' }, 'to'],
        [{ by: 'P5Y1D' }, 'to'],
        [{ to: new Date(before + 1_900 * DAY_MS).toISOString() }, 'to'],
        [{ to: 'tomorrow' }, 'to'],
      ];
      for (const [body, field] of refused) {
        const answer = await expectUnchanged(service, () => move(body));
        expect(answer).toMatchObject({ status: 400, body: [expect.objectContaining({ field })] });
      }
    });

    it('no clock begins or goes beyond 2200 [sandbox.clock]', async () => {
      const late = { name: 'Late', firmType: 'L', sandbox: true };
      for (const sandboxStart of ['9999-12-31T23:59:58Z', '2200-01-01T00:00:00.001Z']) {
        const path = `/backoffice/firms/${String(Date.now()).slice(-9)}`;
        const answer = await expectUnchanged(service, () =>
          service.operator.put(path, { ...late, sandboxStart }),
        );
        expect(answer).toMatchObject({ status: 400, body: [{ field: 'sandboxStart' }] });
      }
      const { client } = await newSandbox({ sandboxStart: '2198-06-01T00:00:00Z' });
      const by = (duration: string) => client.post('/sandbox/clock', { by: duration });
      expectStatus(await by('P1Y'), 200);
      expect((await by('P1Y')).body).toMatchObject([{ field: 'to' }]);
    });

    it('begins where the firm was made to begin [sandbox.clock]', async () => {
      const { client } = await newSandbox({ sandboxStart: '2024-01-02T15:00:00Z' });
      const time = await timeOf(client);
      expect(time - Date.parse('2024-01-02T15:00:00Z')).toBeGreaterThanOrEqual(0);
      expect(time - Date.parse('2024-01-02T15:00:00Z')).toBeLessThan(60_000);
    });

    it('moves only once with the same idempotency key [sandbox.clock request.idempotency]', async () => {
      const headers = { 'Idempotency-Key': uniqueName('clock') };
      const before = await timeOf(firm.client);
      const once = (): Promise<ClientAnswer> =>
        firm.client.post('/sandbox/clock', { by: 'P1D' }, headers);
      expectStatus(await once(), 200);
      expectStatus(await once(), 200);
      expect((await timeOf(firm.client)) - before).toBeLessThan(2 * DAY_MS);
    });

    it('is used by rules and events; the log also records the real time [sandbox.time]', async () => {
      expectStatus(await move({ by: 'P1M' }), 200);
      const time = await timeOf(firm.client);
      const { number } = await openAccount();
      const read = `/restapi/accounts/${number}/history?limit=200`;
      const { body } = await firm.client.get(read);
      for (const entry of body as { time: string }[]) {
        expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(time);
      }
      const events = (await service.log()).filter(({ stream }) => stream.includes(number));
      expect(events.length).toBeGreaterThan(2);
      for (const event of events) {
        expect(Math.abs(Date.parse(recordedAt(event)) - Date.now())).toBeLessThan(60_000);
        expect(Date.parse(event.metadata['at'] as string)).toBeGreaterThanOrEqual(time);
      }
    });

    it.each([
      ['ahead', '2100-01-02T15:00:00Z'],
      ['behind', '2020-01-02T15:00:00Z'],
    ])(
      'webhooks and lags have the real time, of a clock that is %s too [sandbox.time]',
      async (_, start) => {
        const { client, planOid, firmId } = await newSandbox({ sandboxStart: start });
        const receiver = await WebhookTarget.start();
        receiver.answer = () => 503;
        const { location: path = '' } = await client.post('/restapi/webhooks', {
          url: receiver.url,
        });
        expectStatus(await client.post(`${path}/secret`), 200);
        expectStatus(await client.put('/restapi/subscriptions/late', {}), 200);
        await openAccount({ client, planOid } as typeof firm);
        const webhook = await eventually(async () => {
          const read = (await client.get(path)).body as Schemas['Webhook'];
          return read.failing === null ? undefined : read;
        });
        const { creationDate, stateSince, previousSecretUntil, failing } = webhook;
        const { since, attemptedAt, nextAttemptAt, disabledFrom } = failing!;
        const times = [creationDate, stateSince, since, attemptedAt, nextAttemptAt];
        for (const time of [...times, previousSecretUntil, disabledFrom]) {
          expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(4 * DAY_MS);
        }
        expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.parse(attemptedAt));
        const lags = async (kind: string): Promise<readonly unknown[]> => {
          const { body } = await service.operator.get(`/operator/${kind}?firmId=${firmId}`);
          return (body as { lagSeconds: string }[]).map(({ lagSeconds }) => Number(lagSeconds));
        };
        for (const kind of ['webhooks', 'subscriptions']) {
          const [lag = 0] = await eventually(async () => {
            const found = await lags(kind);
            return Number(found[0]) > 0 ? found : undefined;
          });
          expect(lag).toBeLessThan(DAY_MS / 1_000);
        }
        await receiver.stop();
      },
    );

    it('is the same after a restart [sandbox.clock]', async () => {
      const { aggregates, clock } = service.service.platform;
      const restarted = new SandboxClocks(clock);
      await restarted.load(aggregates);
      expect(restarted.leadMs(firm.firmId)).toBe(clock.firms?.leadMs(firm.firmId));
      expect(restarted.leadMs(firm.firmId)).toBeGreaterThan(0);
    });

    it('asOf is of its time [sandbox.time request.as-of]', async () => {
      const playing = await newSandbox({ sandboxStart: '2024-01-02T15:00:00Z' });
      const { number } = await openAccount(playing);
      expectStatus(await move({ to: '2024-06-03T15:00:00Z' }, playing.client), 200);
      await newFolio(service, number, playing.client);
      const folios = async (asOf: string): Promise<unknown> =>
        (await playing.client.get(`/restapi/accounts/${number}/folios?asOf=${asOf}`)).body;
      expect(await folios('2024-03-01')).toHaveLength(2);
      expect(await folios('2024-06-02')).toHaveLength(2);
      expect(await folios('2024-06-03')).toHaveLength(3);
      // the same for callers without a firm
      const read = `/restapi/accounts/${number}`;
      expectStatus(await service.auditor.get(`${read}?asOf=2024-01-01`), 404);
      expectStatus(await service.auditor.get(`${read}?asOf=2024-03-01`), 200);
      // the time in the message is by the same clock, and can be used as asOf [request.as-of.before]
      for (const client of [playing.client, service.auditor]) {
        const { status, body } = await client.get(`${read}?asOf=2023-12-31`);
        const said = /existed since (2024-01-02T[^ ]+)\.$/;
        expect({ status, body }).toMatchObject({
          status: 404,
          body: [{ message: expect.stringMatching(said) }],
        });
        const since = said.exec((body as { message: string }[])[0]!.message)![1]!;
        expectStatus(await client.get(`${read}?asOf=${encodeURIComponent(since)}`), 200);
      }
      const future = `/restapi/accounts/${number}/folios?asOf=2024-06-05`;
      expectExactly(await playing.client.get(future), [{ field: 'asOf' }]);
    });

    it('due work is done once the clock has moved: micro-deposits expire [sandbox.due bank-link.expiry]', async () => {
      const account = await openAccount();
      const links = `/restapi/accounts/${account.number}/achbanklinks`;
      const oid = await created(firm.client.post(links, linkBody(account.owner)));
      const read = async (): Promise<unknown> => (await firm.client.get(`${links}/${oid}`)).body;
      expectStatus(await move({ by: 'P13D' }), 200);
      expect(await read()).toMatchObject({ status: 'A' });
      expectStatus(await move({ by: 'P1DT1M' }), 200);
      expect(await read()).toMatchObject({ status: 'D' });
      const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${oid}`);
      expect(events.at(-1)).toMatchObject({ data: { cause: 'expired' } });
    });

    it('due work is done once the clock has moved: transactions recur [sandbox.due sandbox.deposits]', async () => {
      const account = await openAccount();
      const link = await verifiedLink(account);
      const tomorrow = new Date((await timeOf(firm.client)) + DAY_MS).toISOString();
      const processDate = businessDate(tomorrow);
      const path = `/restapi/accounts/${account.number}/cashtransactions`;
      const series = {
        transactionType: 'AHD',
        sourceId: link,
        amount: '100',
        processDate,
        repeatType: 'W',
        repeatInterval: '1',
        endDateChoice: 'transfersInfinite',
      };
      expectStatus(await firm.client.post(path, series), 201);
      expectStatus(await move({ by: 'P29D' }), 200);
      const { body } = await firm.client.get(path);
      expect(body).toHaveLength(6);
    });
  });

  describe('the world outside', () => {
    it('cash arrives as the back office reports a deposit [sandbox.fund]', async () => {
      const { number } = await openAccount();
      const fund = `/sandbox/accounts/${number}/fund`;
      const answer = await firm.client.post(fund, { amount: '10000.00' });
      const oid = await created(Promise.resolve(answer));
      const path = `/restapi/accounts/${number}/cashtransactions/${oid}`;
      const deposit = { transactionType: 'AHD', amount: '10000.00', status: 'CL' };
      expect((await firm.client.get(path)).body).toMatchObject(deposit);
      const bad = await expectUnchanged(service, () => firm.client.post(fund, { amount: '0' }));
      expectExactly(bad, [{ field: 'amount' }]);
      const headers = { 'Idempotency-Key': uniqueName('fund') };
      const again = async (): Promise<string> =>
        created(firm.client.post(fund, { amount: '1' }, headers));
      expect(await again()).toBe(await again());
    });

    it('transfers stay pending beyond their day, until they are completed or rejected, once [sandbox.transfers sandbox.due]', async () => {
      const { number, owner } = await openAccount();
      const account = `/restapi/accounts/${number}`;
      const bankLinkOid = await created(
        firm.client.post(`${account}/achbanklinks`, linkBody(owner)),
      );
      const verified = { bankLinkOid, op: 'verify_own', ownerLoginId: owner };
      const verification = `${account}/verify/${bankLinkOid}/ownerverification`;
      expectStatus(await firm.client.post(verification, verified), 200);
      const processDate = businessDate(new Date(await timeOf(firm.client)).toISOString());
      const transfer = async (): Promise<[string, () => Promise<unknown>]> => {
        const body = { transactionType: 'AHD', sourceId: bankLinkOid, amount: '5.00', processDate };
        const oid = await created(firm.client.post(`${account}/cashtransactions`, body));
        const path = `${account}/cashtransactions/${oid}`;
        const status = async () =>
          ((await firm.client.get(path)).body as Schemas['CashTransaction']).status;
        return [path.replace('/restapi', '/sandbox'), status];
      };
      const [[one, oneIs], [other, otherIs]] = [await transfer(), await transfer()];
      expectStatus(await move({ by: 'P3D' }), 200);
      expect([await oneIs(), await otherIs()]).toEqual(['PD', 'PD']);
      const headers = { 'Idempotency-Key': uniqueName('transfer') };
      const complete = () => firm.client.post(`${one}/complete`, undefined, headers);
      expectStatus(await complete(), 200);
      expectStatus(await complete(), 200);
      const report = { path: other.replace('/sandbox', ''), body: { status: 'PR' } };
      expectStatus(await firm.client.post('/sandbox/backoffice', [report]), 200);
      expectStatus(await firm.client.post(`${other}/reject`), 200);
      expect([await oneIs(), await otherIs()]).toEqual(['CL', 'RJ']);
      for (const path of [one, other]) {
        for (const act of ['complete', 'reject']) {
          const answer = await expectUnchanged(service, () => firm.client.post(`${path}/${act}`));
          expectExactly(answer, [{ errorCode: 'cash.transaction.status.rule' }]);
        }
      }
      const unknown = `/sandbox/accounts/${number}/cashtransactions/4711/complete`;
      expectStatus(await firm.client.post(unknown), 404);
      expectStatus(await service.client.post(`${one}/complete`), 404);
    });

    it('a subscription to a placement is received by the clock of the firm [sandbox.time subscription.times]', async () => {
      expectStatus(await move({ by: 'P20D' }), 200);
      const { number, owner } = await openAccount();
      const offer = {
        ...{ name: 'Fund', openingDate: '2020-01-01', closingDate: '2099-12-31' },
        ...{ eligibleFirms: [firm.firmId], eligibility: 'ALL', minimum: '1.00', maximum: '9.00' },
      };
      const oid = `${Date.now()}`.slice(-9);
      const offered = `/backoffice/privateplacementoffers/${oid}`;
      expectStatus(await service.backoffice.put(offered, offer), 200);
      const body = {
        ...{ discretionary: false, solicited: true, privatePlacementOfferOid: oid },
        ...{ reasonForTrade: 'NS', requestedDollarAmount: '5.00', side: '1' },
      };
      const from = await timeOf(firm.client);
      const path = `/restapi/accounts/${number}/privateplacementorders`;
      const subscription = await created(
        firm.client.post(path, body, { 'X-Associated-Member-Id': owner }),
      );
      const to = await timeOf(firm.client);
      const shown = (await firm.client.get(`${path}/${subscription}`)).body as Fields;
      for (const field of ['receivedTimestamp', 'respondedTimestamp']) {
        const at = Date.parse(String(shown[field]));
        expect([field, at >= from && at <= to]).toEqual([field, true]);
      }
      // the time of sending is what the signature says
      expect(Date.parse(String(shown['sentTimestamp']))).toBeLessThan(from - 10 * DAY_MS);
    });

    it('orders are filled, with the positions, and rejected [sandbox.orders]', async () => {
      const { number } = await openAccount();
      const folio = await newFolio(service, number, firm.client);
      const orders = ordersPath(folio);
      const play = (oid: string, what: string, body: Fields = {}): Promise<ClientAnswer> =>
        firm.client.post(`${orders.replace('/restapi', '/sandbox')}/${oid}/${what}`, body);
      const bought = await created(firm.client.post(orders, orderBody()));
      const prices = [{ ticker: 'IBM', price: '125' }];
      expectStatus(await play(bought, 'fill', { prices }), 200);
      const filled = { state: 'F', filledBuyDollarAmount: '500.00' };
      expect((await firm.client.get(`${orders}/${bought}`)).body).toMatchObject(filled);
      const positions = `/restapi/accounts/${number}/folios/${folio}/positions`;
      const held = async (): Promise<unknown> => (await firm.client.get(positions)).body;
      expect(await held()).toMatchObject([{ ticker: 'IBM', shareQuantity: '4' }]);
      const again = await expectUnchanged(service, () => play(bought, 'fill', { prices }));
      expectExactly(again, [{ errorCode: 'order.not.open.rule' }]);

      const sale = directBody({ side: '2', requestedShareAmount: '1' });
      const sold = await created(firm.client.post(orders, sale));
      expectStatus(await play(sold, 'fill'), 200);
      expect(await held()).toMatchObject([{ ticker: 'IBM', shareQuantity: '3' }]);
      const refused = await created(firm.client.post(orders, orderBody()));
      expectStatus(await play(refused, 'reject', { stateReasonCode: '300' }), 200);
      const rejected = { state: 'R', stateReasonCode: '300' };
      expect((await firm.client.get(`${orders}/${refused}`)).body).toMatchObject(rejected);
      const late = await expectUnchanged(service, () => play(bought, 'reject'));
      expectExactly(late, [{ errorCode: 'order.not.open.rule' }]);
      expectStatus(await play('4711', 'fill'), 404);
    });

    it('an account is not closed in the middle of a fill [sandbox.orders account.closing]', async () => {
      const { number } = await openAccount();
      const folio = await newFolio(service, number, firm.client);
      const orders = ordersPath(folio);
      const bought = await created(firm.client.post(orders, orderBody()));
      const { eventStore } = service.service.platform;
      const append = eventStore.append.bind(eventStore);
      const closings: number[] = [];
      eventStore.append = async (stream, ...rest) => {
        if (stream === `folioOrder-${bought}` || stream === `folios-${number}`) {
          const close = { accountStatus: 'CLOSED' };
          closings.push((await firm.client.put(`/restapi/accounts/${number}`, close)).status);
        }
        return append(stream, ...rest);
      };
      try {
        const path = `${orders.replace('/restapi', '/sandbox')}/${bought}/fill`;
        expectStatus(await firm.client.post(path, {}), 200);
      } finally {
        eventStore.append = append;
      }
      expect(closings).toEqual([400, 400]);
      const closed = await firm.client.put(`/restapi/accounts/${number}`, {
        accountStatus: 'CLOSED',
      });
      expectExactly(closed, [{ errorCode: 'account.closing.rule' }]);
    });

    it('orders are filled and rejected with what they have and what is known [sandbox.orders]', async () => {
      const { number } = await openAccount();
      const orders = ordersPath(await newFolio(service, number, firm.client));
      const oid = await created(firm.client.post(orders, orderBody()));
      const path = `${orders.replace('/restapi', '/sandbox')}/${oid}`;
      for (const [tickers, message] of [
        [['IBM', 'IBM'], 'prices[1]: It is there twice.'],
        [['IBM', 'GE'], 'prices[1]: It must be one of IBM.'],
      ] as const) {
        const prices = tickers.map((ticker) => ({ ticker, price: '125' }));
        const filled = () => firm.client.post(`${path}/fill`, { prices });
        const answer = await expectUnchanged(service, filled);
        expectExactly(answer, [{ field: 'ticker', errorCode: 'invalid.value', message }]);
      }
      const rejected = () => firm.client.post(`${path}/reject`, { stateReasonCode: '4711' });
      expectExactly(await expectUnchanged(service, rejected), [
        { field: 'stateReasonCode', errorCode: 'invalid.choice' },
      ]);
      expectStatus(await firm.client.post(`${path}/reject`, {}), 200);
    });

    it.each([
      ['9999', 400, undefined],
      ['9998', 201, 'PENDING_NEW'],
      ['1234', 201, 'PASSED'],
    ])('a tax id that ends in %s [sandbox.identity]', async (serial, status, cipStatus) => {
      const body = memberBody({});
      const tid = `${String(body['tid']).slice(0, 5)}${serial}`;
      expectStatus(await firm.client.post('/restapi/members', { ...body, tid }), status);
      if (cipStatus === undefined) return;
      const path = `/restapi/members/${String(body['loginId'])}/verifications`;
      expect((await firm.client.get(path)).body).toBe(cipStatus);
      if (cipStatus === 'PASSED') return;
      const answer = `/sandbox/members/${String(body['loginId'])}/verification`;
      expectStatus(await firm.client.post(answer, { cipStatus: 'FAILED' }), 200);
      expect((await firm.client.get(path)).body).toBe('FAILED');
    });

    it('the back office reports on request, for the firm’s own resources only [sandbox.back-office]', async () => {
      const { number } = await openAccount();
      const folio = await newFolio(service, number, firm.client);
      const path = `/accounts/${number}/folios/${folio}/performance/unitvalues`;
      const date = businessDate(new Date(await timeOf(firm.client)).toISOString());
      const body = { values: [{ date, gross: '101.5', net: '101.2' }] };
      const foreign = await service.account();
      const reports = [
        { path, body },
        { path, body: { values: [{ date }] } },
        { path: `/accounts/${foreign}/folios/${foreign}01/positions`, body: [] },
        { path: `/rtgs/${service.credentials.rtgOid}`, body: {} },
        { path: `/firms/${service.credentials.firmId}/billingplans/1`, body: {} },
        { path: '/nothing/there', body: {} },
        { path: `/firms/${firm.firmId}`, body: { name: 'Mine', sandbox: true } },
      ];
      const before = await notFoundRefusals();
      const answer = await firm.client.post('/sandbox/backoffice', reports);
      expectStatus(answer, 200);
      expect(await notFoundRefusals()).toBe(before + 4);
      const answers = answer.body as { path: string; status: number; errors?: unknown }[];
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 404, 404, 404, 403]);
      expect(answers[1]).toMatchObject({ path, errors: [{ field: 'gross' }, { field: 'net' }] });
    });
  });

  it('is filled with people, accounts and two years of history [sandbox.time]', async () => {
    const { url } = service.service;
    const { tokens } = service.credentials;
    const now = Date.now();
    let [done, total] = [0, 0];
    const progress = (...months: [number, number]): void => void ([done, total] = months);
    const options = { baseUrl: url, tokens, accounts: 3, now, progress };
    const [filled] = await fillWithHistory(options);
    expect(done).toBe(total);
    const client = new BrokerageClient(url, filled!);
    expect((await client.get('/restapi/accounts')).body).toHaveLength(3);
    const shown = await timeOf(client);
    expect(shown).toBeGreaterThanOrEqual(now);
    expect(shown).toBeLessThanOrEqual(Date.now());
    const [first = ''] = filled!.accountNumbers;
    const history = await service.auditor.get(`/restapi/accounts/${first}/history?limit=500`);
    const times = (history.body as { time: string }[]).map(({ time }) => Date.parse(time));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(600 * DAY_MS);
    // the pages of the console have something to show
    const paths = filled!.accountNumbers.map((number) => `/restapi/accounts/${number}`);
    const cash = await client.get(`${paths[0]}/cashtransactions`);
    expect((cash.body as unknown[]).length).toBeGreaterThan(24);
    const links = await Promise.all(paths.map((path) => client.get(`${path}/achbanklinks`)));
    expect(links.flatMap(({ body }) => body as unknown[]).length).toBeGreaterThan(0);
    expect((await client.get('/restapi/webhooks')).body).toHaveLength(1);
    await eventually(async () => {
      const mails = await service.operator.get('/operator/mails?status=sent');
      return JSON.stringify(mails.body).includes(filled!.apiKey.slice('demo-'.length)) || undefined;
    });
    // nobody is erased before the time
    expect(filled!.erased).toBeUndefined();
  });

  describe('faults on request [sandbox.faults]', () => {
    const withFault = (fault: string): Promise<ClientAnswer> =>
      firm.client.post('/restapi/members', memberBody({}), { 'Sandbox-Fault': fault });

    it.each([
      ['429', 429],
      ['503', 503],
    ])('%s is answered, and nothing done', async (fault, status) => {
      const answer = await expectUnchanged(service, () => withFault(fault));
      expectStatus(answer, status);
      expect(answer.headers.get('retry-after')).toBe('1');
    });

    it('timeout-after-commit commits without a response; repeated with its key, the request gets it', async () => {
      const body = memberBody({});
      const key = { 'Idempotency-Key': uniqueName('f') };
      const headers = { ...key, 'Sandbox-Fault': 'timeout-after-commit' };
      await expect(firm.client.post('/restapi/members', body, headers)).rejects.toThrow();
      expectStatus(await firm.client.get(`/restapi/members/${String(body['loginId'])}`), 200);
      const again = await firm.client.post('/restapi/members', body, key);
      expectStatus(again, 201);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it.each(['earthquake', '503;times=0', '503;times=10', '503; seconds=2', '503;times=2;times=3'])(
      '%s is told what there is',
      async (fault) => {
        expectExactly(await withFault(fault), [{ field: 'Sandbox-Fault' }]);
      },
    );

    const statuses = async (
      count: number,
      send: () => Promise<ClientAnswer>,
    ): Promise<readonly number[]> => {
      const all: number[] = [];
      while (all.length < count) all.push((await send()).status);
      return all;
    };

    it('a key fails once, whatever the body; another key fails again', async () => {
      const send = (key: string) => () =>
        firm.client.post('/restapi/members', body, {
          'Idempotency-Key': key,
          'Sandbox-Fault': '503',
        });
      const [body, key] = [memberBody({}), uniqueName('f')];
      expect(await statuses(3, send(key))).toEqual([503, 201, 201]);
      const other = memberBody({});
      Object.assign(body, other);
      expect(await statuses(2, send(uniqueName('f')))).toEqual([503, 201]);
    });

    it('without a key the same request fails once: a read, a write, as often as `times` says', async () => {
      const path = `/restapi/accounts?accountName=${uniqueName('n')}`;
      const read = (fault: string) => () => firm.client.get(path, { 'Sandbox-Fault': fault });
      expect(await statuses(3, read('503'))).toEqual([503, 200, 200]);
      expect(await statuses(4, read('429;times=2'))).toEqual([429, 429, 200, 200]);
      expectStatus(await firm.client.get(`${path}x`, { 'Sandbox-Fault': '503' }), 503);
      const body = { accountName: uniqueName('n').slice(0, 16) };
      const { number } = await openAccount();
      const write = () =>
        firm.client.put(`/restapi/accounts/${number}`, body, { 'Sandbox-Fault': '503; times=2' });
      expect(await statuses(3, write)).toEqual([503, 503, 200]);
    });

    it.each(['timeout-after-commit', '503', '429;times=2'])(
      'the packaged client recovers from %s: one member',
      async (fault) => {
        const api = connect(service.service.url, service.credentials, { retries: { base: 1 } });
        const body = memberBody({}) as unknown as Schemas['CreateMember'];
        const headers = { 'Sandbox-Fault': fault };
        const id = await createdId(api['/restapi/members'].POST({ body, headers }));
        expectStatus(await service.client.get(`/restapi/members/${id}`), 200);
      },
    );
  });
});

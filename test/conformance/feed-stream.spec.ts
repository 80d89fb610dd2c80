import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { LocalIssuer } from '#libs/platform/identity';
import { eventually } from '../support/condition.js';
import { StreamReader } from '../support/feed-reader.js';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { ShiftedClock } from '../support/shifted-clock.js';
import { withToken } from './webhooks.fixture.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

const open: StreamReader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});
async function stream(
  client: BrokerageClient,
  path: string,
  headers?: Record<string, string>,
): Promise<StreamReader> {
  const reader = await StreamReader.open(client, path, headers);
  open.push(reader);
  expect(reader.response.status).toBe(200);
  expect(reader.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  return reader;
}
const pathOf = (accountNumber: string): string => `/restapi/accounts/${accountNumber}/events`;
async function folio(accountNumber: string, client = service.client): Promise<void> {
  const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  expectStatus(await client.post(`/restapi/accounts/${accountNumber}/folios`, body), 201);
}

describe('GET …/events as text/event-stream [feed.stream]', () => {
  it('sends past events, then new ones, and heartbeats with the newest sequence', async () => {
    const accountNumber = await service.account();
    await service.head();
    const reader = await stream(service.client, pathOf(accountNumber));
    const first = await reader.event();
    expect(first?.event).toMatchObject({ sequence: '1', type: 'brokerage.account.opened.v1' });
    const beat = await reader.named('heartbeat');
    const newest = Number(beat?.data['sequence']);
    expect(newest).toBeGreaterThan(1);
    await folio(accountNumber);
    const live = await reader.event();
    expect(live?.event).toMatchObject({
      sequence: String(newest + 1),
      type: 'brokerage.folio.created.v1',
    });
  });

  it('sends only what a filter selects [feed.filter]', async () => {
    const [accountNumber, other] = [await service.account(), await service.account()];
    await service.head();
    const type = 'brokerage.folio.created.v1';
    const path = `/restapi/events?cursor=newest&eventTypes=${type}&accounts=${accountNumber}`;
    const reader = await stream(service.client, path);
    await reader.named('heartbeat');
    for (const account of [other, accountNumber]) await folio(account);
    expect((await reader.event())?.event).toMatchObject({ type, data: { accountNumber } });
  });

  it('resumes after Last-Event-ID, after a cursor, and begins with what comes after newest', async () => {
    const accountNumber = await service.account();
    await service.head();
    const reader = await stream(service.client, pathOf(accountNumber));
    const [first, second] = [await reader.event(), await reader.event()];
    const again = await stream(service.client, pathOf(accountNumber), {
      'last-event-id': first?.id ?? '',
    });
    expect(await again.event()).toEqual(second);
    const byCursor = await stream(
      service.client,
      `${pathOf(accountNumber)}?cursor=${first?.id ?? ''}`,
    );
    expect(await byCursor.event()).toEqual(second);
    const tail = await stream(service.client, `${pathOf(accountNumber)}?cursor=newest`);
    await tail.named('heartbeat');
    await folio(accountNumber);
    expect((await tail.event())?.event['type']).toBe('brokerage.folio.created.v1');
  });

  it('resumes after an event in the middle of a page, and after each of more than a page', async () => {
    const accountNumber = await service.account();
    // more than a page of the log
    for (let count = 0; count < 120; count++) {
      const body = { accountName: `Name ${count}` };
      expectStatus(await service.client.put(`/restapi/accounts/${accountNumber}`, body), 200);
    }
    await service.head();
    const path = pathOf(accountNumber);
    const page = await service.client.get(`${path}?limit=5`);
    const all = (await service.client.get(path)).body as { sequence: string }[];
    const whole = await stream(service.client, path);
    const ids: string[] = [];
    for (const { sequence } of all) {
      const event = await whole.event();
      expect(event?.event).toMatchObject({ sequence });
      ids.push(event?.id ?? '');
    }
    // the cursor after the page is that of its last event, however it was read
    expect(page.headers.get('x-feed-cursor')).toBe(ids[4]);
    for (const place of [2, 57, 98, 99, 100, 119]) {
      const resumed = await stream(service.client, path, { 'last-event-id': ids[place] ?? '' });
      for (const { sequence } of all.slice(place + 1, place + 4)) {
        expect((await resumed.event())?.event).toMatchObject({ sequence });
      }
      const next = await service.client.get(`${path}?limit=2&cursor=${ids[place] ?? ''}`);
      expect(next.body).toEqual(all.slice(place + 1, place + 3));
    }
  });

  it('shows a firm all its accounts and no other’s', async () => {
    const firm = await service.otherFirm();
    const reader = await stream(firm.client, '/restapi/events');
    await reader.named('heartbeat');
    await service.account();
    const own = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    const { event, id } = (await reader.event()) ?? {};
    expect(event).toMatchObject({ data: { accountNumber: own }, sequence: '1' });
    const resumed = await stream(firm.client, '/restapi/events', { 'last-event-id': id ?? '' });
    expect((await resumed.event())?.event).toMatchObject({
      data: { accountNumber: own },
      sequence: '2',
    });
  });

  it('cuts off who loses the right, before anything that came later', async () => {
    const accountNumber = await service.account();
    const guest = await service.member();
    const permissions = `/restapi/accounts/${accountNumber}/permissions`;
    const permission = {
      loginId: guest,
      permission: 'DV',
      alertLevel: 'none',
      listOnReport: false,
    };
    expectStatus(await service.client.post(permissions, permission), 201);
    // earlier events have been published
    await service.head();
    const reader = await stream(service.as(guest), pathOf(accountNumber));
    await reader.named('heartbeat');
    const { status } = await service.client.request('DELETE', `${permissions}/${guest}`);
    expect(status).toBeLessThan(300);
    await folio(accountNumber);
    let message = await reader.next();
    while (message?.event === 'heartbeat') message = await reader.next();
    expect(message).toMatchObject({ event: 'end', data: '{"reason":"rights-lost"}' });
    expect(await reader.next()).toBeUndefined();
  });

  it('stops showing a member of the firm’s feed an account it lost the right to', async () => {
    const firm = await service.otherFirm();
    const plan = { billingPlanOid: firm.planOid };
    const guest = await service.member({}, firm.client);
    const shared = await service.account(plan, firm.client);
    const permissions = `/restapi/accounts/${shared}/permissions`;
    const permission = {
      loginId: guest,
      permission: 'DV',
      alertLevel: 'none',
      listOnReport: false,
    };
    expectStatus(await firm.client.post(permissions, permission), 201);
    const reader = await stream(firm.as(guest), '/restapi/events?cursor=newest');
    await reader.named('heartbeat');
    await folio(shared, firm.client);
    expect((await reader.event())?.event['subject']).toMatch(/\/folios\//);
    await firm.client.request('DELETE', `${permissions}/${guest}`);
    await folio(shared, firm.client);
    const own = await service.account({ ...plan, primaryAccountOwner: guest }, firm.client);
    expect((await reader.event())?.event).toMatchObject({ data: { accountNumber: own } });
  });

  it('ends when the API client is revoked', async () => {
    const firm = await service.otherFirm();
    const accountNumber = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    const withBearer = await withToken(service, firm, new ShiftedClock());
    const open = (client: BrokerageClient): Promise<StreamReader[]> =>
      Promise.all(['/restapi/events', pathOf(accountNumber)].map((path) => stream(client, path)));
    const [signed, bearer] = [await open(firm.client), await open(withBearer)];
    for (const reader of [...signed, ...bearer]) await reader.named('heartbeat');
    const path = `/backoffice/firms/${firm.firmId}/clients/${firm.apiKey}`;
    expectStatus(await service.operator.request('DELETE', path), 200);
    for (const reader of signed) {
      expect(await reader.named('end')).toMatchObject({ data: { reason: 'credentials-revoked' } });
    }
    for (const reader of bearer) {
      expect(await reader.named('end')).toMatchObject({ data: { reason: 'rights-lost' } });
    }
    expect((await withBearer.get(pathOf(accountNumber))).status).toBe(403);
  });

  it('ends when the secret that opened it is replaced, unless both are valid for a while [auth.revoking]', async () => {
    const firm = await service.otherFirm();
    const path = `/backoffice/firms/${firm.firmId}/clients/${firm.apiKey}/secret`;
    const reader = await stream(firm.client, '/restapi/events');
    await reader.named('heartbeat');
    const replaced = await service.operator.post(path, { overlapHours: 1 });
    expectStatus(replaced, 200);
    const number = await service.account(
      { billingPlanOid: firm.planOid },
      new BrokerageClient(service.service.url, {
        apiKey: firm.apiKey,
        ...(replaced.body as { sharedSecret: string }),
      }),
    );
    await eventually(async () => {
      const shown = await reader.event();
      return JSON.stringify(shown?.event).includes(number) || undefined;
    });
    expectStatus(await service.operator.post(path), 200);
    expect(await reader.named('end')).toMatchObject({ data: { reason: 'credentials-revoked' } });
  });

  it('ends with a reason when the service stops', async () => {
    const other = await ServiceUnderTest.start();
    const reader = await StreamReader.open(other.client, '/restapi/events');
    await reader.named('heartbeat');
    const stopped = other.stop();
    expect(await reader.named('end')).toMatchObject({ data: { reason: 'stopping' } });
    await stopped;
  });

  it('refuses like the pages do', async () => {
    const accountNumber = await service.account();
    const other = await service.otherFirm();
    const refused = await StreamReader.open(other.client, pathOf(accountNumber));
    expect(refused.response.status).toBe(404);
    const bad = await StreamReader.open(service.client, '/restapi/events', {
      'last-event-id': 'nonsense',
    });
    expect(bad.response.status).toBe(400);
    const type = await StreamReader.open(service.client, '/restapi/accounts');
    expect(type.response.status).toBe(406);
    const neither = await service.client.get('/restapi/events', { accept: 'application/xml' });
    expect([neither.status, neither.body]).toEqual([
      406,
      [expect.objectContaining({ message: expect.stringContaining('or text/event-stream') })],
    ]);
  });
});

describe('while nothing happens [feed.stream]', () => {
  const clock = new ShiftedClock();
  let quiet: ServiceUnderTest;
  beforeAll(async () => {
    quiet = await ServiceUnderTest.start({ clock }, { STREAM_HEARTBEAT_SECONDS: '1' });
  });
  afterAll(() => quiet.stop());

  it('a stream beats again and again, each time with the newest sequence or cursor', async () => {
    const accountNumber = await quiet.account();
    await quiet.head();
    const reader = await stream(quiet.client, `${pathOf(accountNumber)}?cursor=newest`);
    const ofFirm = await stream(quiet.client, '/restapi/events?cursor=newest');
    const beats = [await reader.named('heartbeat'), await reader.named('heartbeat')];
    expect(beats[1]).toEqual(beats[0]);
    await ofFirm.named('heartbeat');
    await folio(accountNumber, quiet.client);
    await reader.event();
    const newest = String(Number(beats[0]?.data['sequence']) + 1);
    const { id, data } = (await reader.named('heartbeat')) ?? {};
    expect(data).toEqual({ sequence: newest });
    // a reader that resumes from the id of a heartbeat misses nothing
    await folio(accountNumber, quiet.client);
    const again = await stream(quiet.client, pathOf(accountNumber), { 'last-event-id': id ?? '' });
    expect((await again.event())?.event).toMatchObject({ sequence: String(Number(newest) + 1) });
    await ofFirm.event();
    const beat = await ofFirm.named('heartbeat');
    expect(beat?.data).toEqual({ cursor: beat?.id });
  });

  it('a stream ends when the token has expired', async () => {
    const firm = await quiet.otherFirm();
    const accountNumber = await quiet.account({ billingPlanOid: firm.planOid }, firm.client);
    const client = await withToken(quiet, firm, clock);
    const streams = [
      await stream(client, pathOf(accountNumber)),
      await stream(client, '/restapi/events'),
    ];
    for (const reader of streams) await reader.named('heartbeat');
    clock.shift += 31 * 86_400_000;
    for (const reader of streams) {
      expect(await reader.named('end')).toMatchObject({ data: { reason: 'credentials-expired' } });
      expect(await reader.next()).toBeUndefined();
    }
    expect((await client.get('/restapi/events')).status).toBe(401);
    clock.shift = 0;
  });

  it('a stream ends at the very end of the token, without waiting for a heartbeat', async () => {
    const issuer = await LocalIssuer.over(service.service.platform.keys);
    for (const path of ['/restapi/events?cursor=newest', '/operator/projections']) {
      const reader = await eventually(async () => {
        const token = await issuer.issue({ subject: 'a', roles: ['auditor'], days: 2 / 86_400 });
        const client = new BrokerageClient(service.service.url, { token });
        const opened = await StreamReader.open(client, path);
        // on a busy machine a token may expire before it is checked
        if (opened.response.status === 401) return undefined;
        open.push(opened);
        return opened;
      });
      // heartbeats of this service are 15 seconds apart
      expect(await reader.named('end')).toMatchObject({ data: { reason: 'credentials-expired' } });
    }
  });
});

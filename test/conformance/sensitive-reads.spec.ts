import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStore, StoreUnavailableError } from '#libs/platform/event-store';
import {
  expectProblems,
  expectStatus,
  memberBody,
  ServiceUnderTest,
  validSsn,
} from '../support/running-service.js';

interface Read {
  readonly kind: string;
  readonly subjects: readonly string[];
  readonly requestId: string;
  readonly reads: number;
}

type Firm = Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;

let service: ServiceUnderTest;
let firm: Firm;
let loginId: string;
let tid: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  firm = await service.otherFirm(['fullTid']);
  const body = memberBody();
  loginId = String(body['loginId']);
  tid = String(body['tid']);
  expectStatus(await firm.client.post('/restapi/members', body), 201);
});
afterAll(() => service.stop());

async function reads(query: string): Promise<readonly Read[]> {
  const answer = await service.auditor.get(`/operator/audit/sensitivereads${query}`);
  expectStatus(answer, 200);
  return answer.body as Read[];
}

describe('Ledger of sensitive reads [audit.sensitive-reads]', () => {
  it('records who was shown the full tax id of a member, without the id itself', async () => {
    const headers = { 'x-request-id': 'shows-a-tax-id' };
    const answer = await firm.client.get(`/restapi/members/${loginId}`, headers);
    expect(answer.body).toMatchObject({ tid });
    const found = await reads(`?member=${loginId}`);
    expect(found).toEqual([
      expect.objectContaining({
        kind: 'fullTid',
        subjects: [`member:${loginId}`],
        firmId: firm.firmId,
        actingMember: firm.loginId,
        route: '/restapi/members/:loginid',
        requestId: 'shows-a-tax-id',
      }),
    ]);
    expect(
      JSON.stringify(await service.log(), (_, v: unknown) => (typeof v === 'bigint' ? '' : v)),
    ).not.toContain(tid);
  });

  it('has no entry for a mask', async () => {
    const member = await service.member();
    expectStatus(await service.client.get(`/restapi/members/${member}`), 200);
    expect(await reads(`?member=${member}`)).toEqual([]);
  });

  it('records whose accounts a list has shown', async () => {
    const primaryBeneficiaries = [
      {
        ...{ firstName: 'Ann', lastName: 'Lee', ssn: validSsn(), sharePct: '100.00' },
        ...{ dateOfBirth: '1990-01-01', relationship: 'S' },
      },
    ];
    const plain = await service.account(
      { primaryAccountOwner: loginId, billingPlanOid: firm.planOid },
      firm.client,
    );
    const shown = await service.account(
      {
        ...{ primaryAccountOwner: loginId, billingPlanOid: firm.planOid, accountType: 'R' },
        primaryBeneficiaries,
      },
      firm.client,
    );
    expectStatus(await firm.client.get('/restapi/accounts'), 200);
    expect(await reads(`?account=${plain}`)).toEqual([]);
    expect(await reads(`?account=${shown}`)).toEqual([
      expect.objectContaining({ kind: 'fullTid', route: '/restapi/accounts' }),
    ]);
  });

  it('records who was shown a past state, and of which moment', async () => {
    const account = await service.account();
    const asOf = new Date().toISOString();
    for (const path of [`/restapi/accounts/${account}`, `/restapi/accounts/${account}/folios`]) {
      expectStatus(await service.client.get(`${path}?asOf=${asOf}`), 200);
    }
    expect(await reads(`?account=${account}`)).toEqual([
      expect.objectContaining({
        ...{ kind: 'asOf', route: '/restapi/accounts/:accountnumber/folios' },
        ...{ subjects: [`account:${account}`], asOf: asOf.replace('Z', '+00:00') },
      }),
      expect.objectContaining({ kind: 'asOf', route: '/restapi/accounts/:accountnumber' }),
    ]);
    expectStatus(await service.client.get(`/restapi/rtgs?asOf=${asOf}`), 200);
    const { firmId } = service.credentials;
    expect(await reads(`?firm=${firmId}`)).toContainEqual(
      expect.objectContaining({ kind: 'asOf', route: '/restapi/rtgs' }),
    );
    const refused = await service.client.get(`/restapi/accounts/RZ99999999?asOf=${asOf}`);
    expectStatus(refused, 404);
    expect(await reads('?account=RZ99999999')).toEqual([]);
  });

  it('records whose past billing plans an auditor was shown', async () => {
    const { firmId, planOid } = await service.otherFirm();
    const plans = `/restapi/firms/${firmId}/billingplans`;
    const asOf = new Date().toISOString();
    for (const path of [`/restapi/firms/${firmId}`, plans, `${plans}/${planOid}`]) {
      expectStatus(await service.auditor.get(`${path}?asOf=${asOf}`), 200);
    }
    expect((await reads(`?firm=${firmId}`)).map((one) => one.subjects)).toEqual(
      Array(3).fill([`firm:${firmId}`]),
    );
  });

  it('includes for an account and a member what was shown of their firm and of the whole log', async () => {
    const other = await service.otherFirm();
    const primaryAccountOwner = await service.member({}, other.client);
    const owned = { primaryAccountOwner, billingPlanOid: other.planOid };
    const account = await service.account(owned, other.client);
    const asOf = new Date().toISOString();
    const shown = async (query: string): Promise<void> => {
      const answer = await service.auditor.get(`/operator/audit/export${query}`);
      expectStatus(answer, 200);
    };
    await shown(`?account=${account}`);
    await shown(`?firm=${other.firmId}`);
    expectStatus(await other.client.get(`/restapi/accounts?asOf=${asOf}`), 200);
    await shown('?to=2000-01-01T00:00:00Z');
    await shown(`?member=${primaryAccountOwner}`);
    await shown(`?firm=${service.credentials.firmId}`);
    const ofFirm = [['log'], [`firm:${other.firmId}`], [`firm:${other.firmId}`]];
    const subjectsOf = async (query: string) => (await reads(query)).map((one) => one.subjects);
    expect(await subjectsOf(`?firm=${other.firmId}`)).toEqual(ofFirm);
    const ofAccount = [...ofFirm, [`account:${account}`]];
    expect(await subjectsOf(`?account=${account}`)).toEqual(ofAccount);
    const ofMember = [[`member:${primaryAccountOwner}`], ...ofFirm];
    expect(await subjectsOf(`?member=${primaryAccountOwner}`)).toEqual(ofMember);
    const paged: unknown[] = [];
    let next: string | undefined = `/operator/audit/sensitivereads?account=${account}&limit=1`;
    while (next !== undefined) {
      const page = await service.auditor.get(next);
      paged.push(...(page.body as Read[]).map((one) => one.subjects));
      next = /^<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(ofAccount);
  });

  it('says once a minute how many reads of one resource there were, a 304 too', async () => {
    const path = `/restapi/members/${loginId}`;
    const { headers } = await firm.client.get(path);
    const before = await reads(`?member=${loginId}`);
    const sent = { 'if-none-match': headers.get('etag') ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => firm.client.get(path, i % 2 === 0 ? {} : sent)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 304]));
    expect(await reads(`?member=${loginId}`)).toEqual(before);
    expect(before.at(-1)).toMatchObject({ reads: 1 });
  });

  it('comes in pages and by time', async () => {
    const asOf = new Date().toISOString();
    for (const path of ['', '/verifications', '/ifas', '/history']) {
      const read = `/restapi/members/${loginId}${path}?asOf=${asOf}`;
      expectStatus(await service.auditor.get(read), 200);
    }
    const query = `?member=${loginId}&limit`;
    const all = await reads(`${query}=200`);
    expect(all.length).toBeGreaterThan(4);
    const first = await service.auditor.get(`/operator/audit/sensitivereads${query}=2`);
    const next = /^<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await service.auditor.get(next);
    expect([...(first.body as Read[]), ...(second.body as Read[])]).toEqual(all.slice(0, 4));
    expect(await reads(`?member=${loginId}&from=2999-01-01T00:00:00Z`)).toEqual([]);
    expect(await reads(`?member=${loginId}&to=2000-01-01T00:00:00Z`)).toEqual([]);
  });

  it('without the log nothing sensitive is shown: 503', async () => {
    const other = await service.member({}, firm.client);
    const store = service.service.platform.eventStore;
    const append = store.append.bind(store);
    store.append = (): ReturnType<EventStore['append']> =>
      Promise.reject(new StoreUnavailableError('away'));
    try {
      const answer = await firm.client.get(`/restapi/members/${other}`);
      expectStatus(answer, 503);
      expect(JSON.stringify(answer.body)).not.toMatch(/\d{9}/);
      expect(answer.headers.get('etag')).toBeNull();
      expectStatus(await service.client.get(`/restapi/rtgs`), 200);
    } finally {
      store.append = append;
    }
    expectStatus(await firm.client.get(`/restapi/members/${other}`), 200);
  });

  it('is for operators and auditors', async () => {
    expectStatus(await service.operator.get('/operator/audit/sensitivereads'), 200);
    expectStatus(await service.client.get('/operator/audit/sensitivereads'), 403);
    expectStatus(await service.backoffice.get('/operator/audit/sensitivereads'), 403);
    expectProblems(
      await service.auditor.get('/operator/audit/sensitivereads?account=RA12345678&member=x'),
      [{ type: 'VALIDATION_FIELD' }],
    );
    expectProblems(
      await service.auditor.get(
        '/operator/audit/sensitivereads?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      ),
      [{ type: 'VALIDATION_FIELD', field: 'to' }],
    );
    expectProblems(await service.auditor.get('/operator/audit/sensitivereads?from=yesterday'), [
      { field: 'from' },
    ]);
    expectProblems(await service.auditor.get('/operator/audit/sensitivereads?cursor=x'), [
      { field: 'cursor' },
    ]);
  });
});

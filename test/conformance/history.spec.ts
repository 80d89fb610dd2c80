import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  advisoryPlanBody,
  expectProblems,
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { holder, LinkUnderTest } from './bank-links.fixture.js';
import { CashUnderTest } from './cash.fixture.js';

interface Entry {
  readonly time: string;
  readonly type: string;
  readonly about: readonly { name: string; value: string }[];
  readonly actor: Readonly<Record<string, string | null>>;
  readonly changes: readonly { field: string; from: unknown; to: unknown }[];
  readonly reason: Readonly<Record<string, unknown>> | null;
  readonly position: string;
  readonly requestId: string;
}

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

async function history(
  path: string,
  query = '?order=oldest&limit=200',
  client: BrokerageClient = service.client,
): Promise<readonly Entry[]> {
  const answer = await client.get(`/restapi/${path}/history${query}`);
  expectStatus(answer, 200);
  return answer.body as Entry[];
}

const find = (entries: readonly Entry[], type: string): Entry | undefined =>
  entries.findLast((entry) => entry.type === type);

describe('History of an account [audit.history]', () => {
  let owner: string;
  let joint: string;
  let accountNumber: string;
  beforeAll(async () => {
    [owner, joint] = [await service.member(), await service.member()];
    const fields = { accountType: 'J', primaryAccountOwner: owner, jointOwners: [joint] };
    accountNumber = await service.account(fields);
    await service.sign(accountNumber, owner);
    const path = `/restapi/accounts/${accountNumber}/customeragreement`;
    const headers = { 'x-request-id': 'the-last-signature' };
    expectStatus(await service.as(joint).request('POST', path, signatureBody(joint), headers), 200);
  });

  it('shows whose signature lifted the restriction, in which request and by whom', async () => {
    const lifted = find(await history(`accounts/${accountNumber}`), 'account.RestrictionLifted');
    expect(lifted).toMatchObject({
      reason: { outcome: 'lifted', code: '020', cause: 'signatures', by: joint },
      actor: { caller: service.credentials.apiKey, actingMember: joint, associatedMember: null },
      requestId: 'the-last-signature',
      position: expect.any(String),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
    expect(lifted?.changes).toContainEqual({ field: 'reasonCode', from: '020', to: null });
  });

  it('shows previous values of fields; account names, which are personal, are masked', async () => {
    const path = `/restapi/accounts/${accountNumber}`;
    const accountName = uniqueName('x').slice(-16);
    expectStatus(
      await service.client.put(path, { accountName, defaultTaxLotSelection: 'FIFO' }),
      200,
    );
    const updated = find(await history(`accounts/${accountNumber}`), 'account.AccountUpdated');
    expect(updated?.changes).toEqual([
      { field: 'accountName', from: '****', to: '****' },
      { field: 'defaultTaxLotSelection', from: 'LGHL', to: 'FIFO' },
    ]);
  });

  it('has what carries its number in other contexts: folios, bank links, cash', async () => {
    const folios = `/restapi/accounts/${accountNumber}/folios`;
    const made = await service.client.post(folios, {
      ...{ folioName: 'Growth', accountNumber, dividendReinvest: true },
    });
    expectStatus(made, 201);
    const folioNumber = made.location?.split('/').at(-1) ?? '';
    const weights = (ticker: string): unknown => [{ ticker, targetWeight: '100.00' }];
    const target = `${folios}/${folioNumber}/targetweights`;
    expectStatus(await service.client.put(target, weights('VTI')), 200);
    expectStatus(await service.client.put(target, weights('BND')), 200);
    const ofFolio = await history(`accounts/${accountNumber}/folios/${folioNumber}`);
    expect(ofFolio.map(({ type }) => type)).toEqual([
      'folio.FolioCreated',
      'folio.TargetWeightsSet',
      'folio.TargetWeightsSet',
    ]);
    expect(ofFolio.at(-1)?.changes).toEqual([
      { field: 'targetWeights', from: weights('VTI'), to: weights('BND') },
    ]);
    await LinkUnderTest.create(service, { accountNumber, owner });
    const types = (await history(`accounts/${accountNumber}`)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['folio.FolioCreated', 'bankLink.BankLinkCreated']),
    );
    expect(types[0]).toBe('account.AccountOpened');
  });

  it('names the folio or the permission holder that an event concerns', async () => {
    const account = await service.openAccount();
    const loginId = await service.member();
    const path = `/restapi/accounts/${account}`;
    const folio = { folioName: 'Growth', accountNumber: account, dividendReinvest: true };
    for (let number = 3; number <= 4; number++) {
      expectStatus(await service.client.post(`${path}/folios`, folio), 201);
    }
    const permission = { loginId, permission: 'DV' };
    expectStatus(await service.client.post(`${path}/permissions`, permission), 201);
    const change = { permission: 'TR' };
    expectStatus(await service.client.put(`${path}/permissions/${loginId}`, change), 200);
    const closing = { folioStatus: 'C' };
    expectStatus(await service.client.put(`${path}/folios/${account}04`, closing), 200);
    const entries = await history(`accounts/${account}`);
    const created = entries.filter(({ type }) => type === 'folio.FolioCreated');
    expect(created.map(({ about }) => about)).toEqual([
      [{ name: 'folioNumber', value: `${account}03` }],
      [{ name: 'folioNumber', value: `${account}04` }],
    ]);
    expect(find(entries, 'account.PermissionChanged')).toMatchObject({
      about: [{ name: 'loginId', value: loginId }],
      changes: [{ field: 'permission', from: 'DV', to: 'TR' }],
    });
    expect(find(entries, 'folio.FolioClosed')?.changes).toEqual([
      { field: 'folioStatus', from: 'O', to: 'C' },
    ]);
  });

  it('shows what an identity check changed', async () => {
    const body = memberBody();
    const loginId = String(body['loginId']);
    const create = '/restapi/members?asynchronousSSNValidation=true';
    expectStatus(await service.client.post(create, body), 201);
    const put = `/backoffice/members/${loginId}/verification`;
    expectStatus(await service.backoffice.put(put, { cipStatus: 'FAILED' }), 200);
    const entries = await history(`members/${loginId}`);
    expect(find(entries, 'member.IdentityCheckCompleted')?.changes).toEqual([
      { field: 'cipStatus', from: 'PENDING_NEW', to: 'FAILED' },
    ]);
  });

  it('covers items for attention about it and its bank links, and their outcome [audit.history.items]', async () => {
    const link = await LinkUnderTest.create(service);
    expectStatus(await service.client.put(link.verifyPath, link.verifyBody()), 200);
    const id = `${Date.now()}`;
    const item = { ifaType: 'NO', targetOid: link.accountNumber, targetOidType: 'A' };
    const given = `/backoffice/members/${link.owner}/ifas/${id}`;
    expectStatus(await service.backoffice.put(given, item), 200);
    const own = `/restapi/members/${link.owner}/ifas/${id}`;
    expectStatus(await service.client.put(own, { action: 'A' }), 200);
    // from here on, its events concern the member alone
    const without = { ...item, targetOid: null, targetOidType: null, priority: '1' };
    expectStatus(await service.backoffice.put(given, without), 200);
    const query = '?order=oldest&limit=200&type=attention';
    const types = async (path: string): Promise<string[]> =>
      (await history(path, query)).map(({ type }) => type);
    const ofLink = ['attention.ItemRaised', 'attention.ItemAgreed'];
    expect(await types(`accounts/${link.accountNumber}`)).toEqual([
      'attention.ItemRaised',
      ...ofLink,
      'attention.ItemRecorded',
      'attention.ItemAgreed',
    ]);
    const path = `accounts/${link.accountNumber}/achbanklinks/${link.oid}`;
    expect(await types(path)).toEqual(ofLink);
    expect((await types(`members/${link.owner}`)).at(-1)).toBe('attention.ItemRecorded');
  });

  it('tells the transactions of a series apart', async () => {
    const one = await CashUnderTest.create(service);
    const repeating = { repeatType: 'W', endDateChoice: 'transfersInfinite' };
    const first = await one.make(one.deposit(repeating));
    const second = first.replace(/1$/, '2');
    const alone = { cancelReasonCode: '8', cancelSeriesFlag: false };
    expectStatus(await one.cancel(first, alone), 200);
    expectStatus(await one.cancel(second, { ...alone, cancelSeriesFlag: true }), 200);
    const entries = await history(`accounts/${one.accountNumber}`);
    const cancelled = entries.filter(({ type }) => type === 'cash.TransactionCancelled');
    const oids = cancelled.map(
      ({ about }) => about.find(({ name }) => name === 'cashTransactionOid')?.value,
    );
    expect(oids).toEqual([first, second]);
    for (const { changes } of cancelled) {
      expect(changes).toContainEqual({ field: 'status', from: 'PD', to: 'CC' });
    }
  });

  it('comes in pages, newest or oldest first, each event once', async () => {
    const all = await history(`accounts/${accountNumber}`);
    const seen: Entry[] = [];
    let path = `/restapi/accounts/${accountNumber}/history?limit=3&order=newest`;
    for (;;) {
      const answer = await service.client.get(path);
      expectStatus(answer, 200);
      seen.push(...(answer.body as Entry[]));
      const next = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      if (next === undefined) break;
      path = next;
    }
    expect(seen.reverse()).toEqual(all);
  });

  it('is for those who may read details, and for auditors', async () => {
    const path = `/restapi/accounts/${accountNumber}/history`;
    const summary = await holder(service, accountNumber, 'SV');
    expectStatus(await summary.get(path), 403);
    const other = await service.otherFirm();
    expectStatus(await other.client.get(path), 404);
    expectStatus(await service.auditor.get(path), 200);
    expectStatus(await service.backoffice.get(path), 403);
  });

  it.each(['?limit=0', '?limit=1001', '?order=up', '?cursor=x', '?limit=x'])(
    'refuses %s',
    async (query) => {
      const answer = await service.client.get(`/restapi/accounts/${accountNumber}/history${query}`);
      expectProblems(answer, [{ type: 'VALIDATION_FIELD' }]);
    },
  );
});

describe('History of a bank link [audit.history]', () => {
  it('shows the codes of refused verifications, and why the link was cancelled', async () => {
    const link = await LinkUnderTest.create(service);
    for (let attempt = 0; attempt < 3; attempt++) expectStatus(await link.verify(link.wrong), 400);
    const path = `accounts/${link.accountNumber}/achbanklinks/${link.oid}`;
    const all = await history(path);
    const entries = all.filter(({ type }) => type.startsWith('bankLink.'));
    const wrong =
      'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';
    expect(entries.slice(-4).map(({ type, reason }) => [type, reason])).toEqual([
      [
        'bankLink.MicroDepositsMismatched',
        { outcome: 'refused', code: wrong, cause: 'amounts', remainingAttempts: 2 },
      ],
      [
        'bankLink.MicroDepositsMismatched',
        { outcome: 'refused', code: wrong, cause: 'amounts', remainingAttempts: 1 },
      ],
      [
        'bankLink.MicroDepositsMismatched',
        {
          outcome: 'refused',
          code: 'banklink.final.verification.failure.no.more.attempts',
          cause: 'amounts',
          remainingAttempts: 0,
        },
      ],
      ['bankLink.BankLinkCancelled', expect.objectContaining({ cause: 'attempts' })],
    ]);
    expect(JSON.stringify(entries)).not.toContain('Jane Doe');
    expectStatus(
      await service.client.get(
        `/restapi/accounts/${await service.account()}/achbanklinks/${link.oid}/history`,
      ),
      404,
    );
  });
});

describe('History of a member [audit.history]', () => {
  it('shows what changed and no personal data', async () => {
    const body = memberBody();
    const loginId = String(body['loginId']);
    expectStatus(await service.client.post('/restapi/members', body), 201);
    expectStatus(
      await service.client.put(`/restapi/members/${loginId}`, { email1: 'other@example.com' }),
      200,
    );
    const entries = await history(`members/${loginId}`);
    expect(find(entries, 'member.MemberUpdated')?.changes).toEqual([
      { field: 'email1', from: '****', to: '****' },
    ]);
    const shown = JSON.stringify(entries);
    for (const personal of [
      'Jane',
      'Doe',
      'example.com',
      '1980-05',
      'Fifth',
      String(body['tid']),
    ]) {
      expect(shown).not.toContain(personal);
    }
    const other = await service.otherFirm();
    expectStatus(await other.client.get(`/restapi/members/${loginId}/history`), 404);
    expectStatus(await service.client.get('/restapi/members/nobody.at.all/history'), 404);
  });

  it('is for those who may read the member', async () => {
    const advisor = service.as(await service.member());
    const loginId = await service.member({}, advisor);
    const path = `/restapi/members/${loginId}/history`;
    for (const caller of [service.as(loginId), advisor, service.client]) {
      expectStatus(await caller.get(path), 200);
    }
    expectStatus(await service.as(await service.member()).get(path), 403);
  });
});

describe('what a report leaves without a value [audit.history]', () => {
  const cleared = (entry: unknown): unknown => {
    const { changes } = entry as { changes: { field: string; to: unknown }[] };
    return changes.filter(({ to }) => to === null);
  };

  it('is a change of a cash transaction', async () => {
    const accountNumber = await service.account();
    const path = `/backoffice/accounts/${accountNumber}/cashtransactions/c1`;
    const report = { transactionType: 'AHD', amount: '1', iraContributionYear: '2025' };
    const described = { ...report, sourceDescription: 'Bank of Jane', sourceId: 'x' };
    const reasons = { cancelReason: 'Late', cancelReasonCode: '100' };
    expectStatus(await service.backoffice.put(path, described), 200);
    const nothing = { iraContributionYear: null, sourceDescription: '', sourceId: null };
    expectStatus(await service.backoffice.put(path, nothing), 200);
    const [newest] = await history(`accounts/${accountNumber}`, '?type=cash&limit=1');
    expect(cleared(newest)).toEqual([
      { field: 'sourceId', from: 'x', to: null },
      { field: 'sourceDescription', from: '****', to: null },
      { field: 'iraContributionYear', from: '2025', to: null },
    ]);
    expectStatus(await service.backoffice.put(path, { status: 'CC', ...reasons }), 200);
    expectStatus(await service.backoffice.put(path, { cancelReason: null }), 200);
    const [last] = await history(`accounts/${accountNumber}`, '?type=cash&limit=1');
    expect(cleared(last)).toEqual([{ field: 'cancelReason', from: '****', to: null }]);
  });

  it('is a change of a firm and of its billing plans', async () => {
    const { firmId, client } = await service.otherFirm([], 'account', { payableTo: 'Acme' });
    const firm = { name: 'Another firm', firmType: 'L', billingLevel: 'account', payableTo: null };
    expectStatus(await service.operator.put(`/backoffice/firms/${firmId}`, firm), 200);
    const answer = await client.get(`/restapi/firms/${firmId}/history?type=firm&limit=1`);
    expectStatus(answer, 200);
    expect(cleared((answer.body as unknown[])[0])).toEqual([
      { field: 'payableTo', from: 'Acme', to: null },
    ]);
    const path = `/backoffice/firms/${firmId}/billingplans/c1`;
    const plan = advisoryPlanBody('Plan');
    expectStatus(await service.backoffice.put(path, plan), 200);
    expectStatus(await service.backoffice.put(path, { ...plan, assetFees: null }), 200);
    const changed = await client.get(`/restapi/firms/${firmId}/history?type=billing&limit=1`);
    expect(cleared((changed.body as unknown[])[0])).toMatchObject([{ field: 'assetFees' }]);
  });
});

describe('A part of a history [audit.history.filters]', () => {
  it('is of a time, of some types, or of somebody, and leads through its pages', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const opened = await history(`accounts/${accountNumber}`);
    const middle = new Date().toISOString();
    await service.sign(accountNumber, owner);
    const path = `accounts/${accountNumber}`;
    const all = await history(path);
    const part = (query: string): Promise<readonly Entry[]> =>
      history(path, `?order=oldest&limit=200&${query}`);
    const of = (keep: (entry: Entry) => boolean): readonly Entry[] => all.filter(keep);
    expect(await part(`to=${middle}`)).toEqual(opened);
    expect(await part(`from=${middle}`)).toEqual(all.slice(opened.length));
    expect(await part(`from=${middle}&to=${middle}`)).toEqual([]);
    expect(await part('type=account.RestrictionLifted')).toEqual(
      of(({ type }) => type === 'account.RestrictionLifted'),
    );
    expect(await part('type=attention,account.AccountOpened')).toEqual(
      of(({ type }) => type === 'account.AccountOpened' || type.startsWith('attention.')),
    );
    const { apiKey } = service.credentials;
    const own = of(({ actor }) => actor['caller'] === apiKey);
    expect(own.length).toBeLessThan(all.length);
    expect(await part(`actor=${apiKey}`)).toEqual(own);
    expect(await part('actor=nobody')).toEqual([]);
    const newest = await history(path, `?type=account&actor=${apiKey}&limit=1`);
    const last = own.findLast(({ type }) => type.startsWith('account.'));
    expect(newest).toEqual([last]);
    expectProblems(await service.client.get(`/restapi/${path}/history?type=nothing`), [
      { field: 'type', errorCode: 'invalid.choice' },
    ]);
  });

  it('is of somebody whose login id has a plus, percent-encoded or not [request.query]', async () => {
    const loginId = `${uniqueName('p')}+q+`;
    await service.member({ loginId });
    const path = `accounts/${await service.account()}`;
    const permission = { loginId, permission: 'AM', alertLevel: 'all', listOnReport: false };
    expectStatus(await service.client.post(`/restapi/${path}/permissions`, permission), 201);
    expectStatus(await service.as(loginId).put(`/restapi/${path}`, { accountName: 'Plus' }), 200);
    for (const actor of [loginId, encodeURIComponent(loginId)]) {
      const own = await history(path, `?actor=${actor}`);
      expect(own.map((entry) => entry.actor['actingMember'])).toEqual([loginId]);
    }
  });
});

describe('History of a firm [audit.history]', () => {
  it('covers its clients and billing plans, for the firm itself and auditors only', async () => {
    const { firmId, client, apiKey, as } = await service.otherFirm();
    const path = `/restapi/firms/${firmId}/history`;
    const types = (await history(`firms/${firmId}`, '?order=oldest', client)).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['firm.FirmDefined', 'client.ClientDefined', 'billing.PlanDefined']);
    const [made] = await history(`firms/${firmId}`, '?type=client', service.auditor);
    expect(made).toMatchObject({ type: 'client.ClientDefined' });
    expect(JSON.stringify(made)).not.toMatch(/"sharedSecret","from":null,"to":"[^*]/);
    expect(apiKey).not.toBe('');
    expectStatus(await service.client.get(path), 404);
    expectStatus(await as(await service.member({}, client)).get(path), 403);
    expectStatus(await service.client.get('/restapi/firms/none/history'), 404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { ManualClock } from '../support/manual-clock.js';
import { expectStatus, ServiceUnderTest, uniqueName } from '../support/running-service.js';
import { reportBody } from './orders.fixture.js';
import { lotBody } from './reported-lot.fixture.js';

type Body = Readonly<Record<string, unknown>>;

/** An account with one of each kind of thing that a report can name. */
interface Things {
  readonly owner: string;
  readonly account: string;
  readonly folio: string;
  readonly link: string;
  readonly order: string;
}

/** A report about `mine` that names something of `theirs`. */
type Report = (mine: Things, theirs: Things) => readonly [path: string, body: unknown];

const deposit = { transactionType: 'AHD', amount: '10.00', status: 'PR' };
const withdrawal = { ...deposit, transactionType: 'AHW' };
const NOT_THEIRS = 'ifa.target.rule';
const NO_LINK = 'banklink.not.owned.by.account';
const item = (mine: Things): string => `/members/${mine.owner}/ifas/${uniqueName('i')}`;
const cash = (mine: Things): string =>
  `/accounts/${mine.account}/cashtransactions/${uniqueName('9')}`;
const folio = ({ account }: Things, theirs: Things): string =>
  `/accounts/${account}/folios/${theirs.folio}`;

/** By what it names: the report, and the code of its refusal (404 without). */
const REPORTS: Readonly<Record<string, readonly [Report, string?]>> = {
  'item › account': [
    (mine, { account }) => [item(mine), { ifaType: 'NO', targetOid: account, targetOidType: 'A' }],
    NOT_THEIRS,
  ],
  'item › bank link': [
    (mine, { link }) => [item(mine), { ifaType: 'BV', targetOid: link, targetOidType: 'B' }],
    NOT_THEIRS,
  ],
  'cash › bank link of a deposit': [
    (mine, { link }) => [cash(mine), { ...deposit, sourceId: link }],
    NO_LINK,
  ],
  'cash › bank link of a withdrawal': [
    (mine, { link }) => [cash(mine), { ...withdrawal, targetId: link }],
    NO_LINK,
  ],
  'cash › account in the place of a bank link': [
    (mine, { account }) => [cash(mine), { ...deposit, sourceId: account }],
    NO_LINK,
  ],
  'cash › account': [
    (mine, { account }) => [cash(mine), { ...deposit, targetId: account }],
    'uri.matching.rule',
  ],
  'positions › folio': [(mine, theirs) => [`${folio(mine, theirs)}/positions`, []]],
  'transaction › folio': [
    (mine, theirs) => [
      `${folio(mine, theirs)}/transactions/1`,
      { categoryName: 'Trades', date: '2026-03-02T15:00:00Z' },
    ],
  ],
  'transaction › account': [
    (mine, { account }) => [
      `${folio(mine, mine)}/transactions/1`,
      { categoryName: 'Trades', date: '2026-03-02T15:00:00Z', accountId: account },
    ],
    'uri.matching.rule',
  ],
  'unit values › folio': [
    (mine, theirs) => [
      `${folio(mine, theirs)}/performance/unitvalues`,
      { values: [{ date: '2026-03-02', gross: '1', net: '1' }] },
    ],
  ],
  'order › folio': [(mine, theirs) => [`${folio(mine, theirs)}/orders/77`, reportBody()]],
  'order › order': [
    (mine, theirs) => [`${folio(mine, mine)}/orders/${theirs.order}`, { state: 'C' }],
  ],
  'order › account and folio in the body': [
    (mine, theirs) => [
      `${folio(mine, mine)}/orders/${mine.order}`,
      { state: 'O', accountNumber: theirs.account, folioNumber: theirs.folio },
    ],
    'uri.matching.rule',
  ],
  'order › id of a folio': [
    (mine, theirs) => [
      `${folio(mine, mine)}/orders/${uniqueName('8')}`,
      reportBody({ folioOid: theirs.folio }),
    ],
    'invalid.value',
  ],
  'corporate action › action in the body': [
    ({ account }) => [
      `/accounts/${account}/corporateactions/5`,
      { issuer: 'IBM', type: 'V', notifid: '6' },
    ],
    'uri.matching.rule',
  ],
  'tax lot › account': [
    (mine, { account }) => [
      `/accounts/${mine.account}/reportedtaxlots/1/2`,
      lotBody({ accountNumber: account }),
    ],
    'uri.matching.rule',
  ],
  'subscription › subscription': [
    ({ account }) => [`/accounts/${account}/privateplacementorders/1`, { status: 'ACCEPTED' }],
  ],
};

describe('A report names only things of its own account [back-office.references]', () => {
  const clock = new ManualClock(Date.now());
  let service: ServiceUnderTest;
  let mine: Things;
  let ofSameFirm: Things;
  let ofOtherFirm: Things;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({ clock });
    const { client } = service;
    mine = await things(client);
    ofSameFirm = await things(client);
    const other = await service.otherFirm();
    ofOtherFirm = await things(other.client, { billingPlanOid: other.planOid });
  });
  afterAll(() => service.stop());

  async function things(client: BrokerageClient, fields: Body = {}): Promise<Things> {
    const owner = await service.member({}, client);
    const account = await service.account({ primaryAccountOwner: owner, ...fields }, client);
    const path = `/restapi/accounts/${account}`;
    const made = await client.post(`${path}/folios`, {
      ...{ accountNumber: account, folioName: 'Growth', dividendReinvest: true },
    });
    expectStatus(made, 201);
    const linked = await client.post(`${path}/achbanklinks`, {
      ...{ accountType: 'C', bankAccountNumber: '1234567890', routingNumber: '021000021' },
      ...{ ownerLoginId: owner, nameOnAccount: 'Jane', bankName: 'First Bank' },
    });
    expectStatus(linked, 201);
    const last = ({ location }: ClientAnswer): string => location?.split('/').at(-1) ?? '';
    const folioNumber = last(made);
    const orderOid = `${Math.floor(Math.random() * 1e15)}`;
    const placed = `/backoffice/accounts/${account}/folios/${folioNumber}/orders/${orderOid}`;
    expectStatus(await service.backoffice.put(placed, reportBody()), 200);
    return { owner, account, folio: folioNumber, link: last(linked), order: orderOid };
  }

  for (const [named, [report, code]] of Object.entries(REPORTS)) {
    it.each([
      ['another account of the firm', () => ofSameFirm],
      ['another firm', () => ofOtherFirm],
    ])(`${named} › of %s`, async (_, theirs) => {
      const [path, body] = report(mine, theirs());
      const before = await service.requestHead();
      const reported = await service.backoffice.put(`/backoffice${path}`, body);
      const asSandbox = await service.client.post('/sandbox/backoffice', [{ path, body }]);
      const [played] = asSandbox.body as readonly { status: number; errors: unknown }[];
      for (const { status, body: problems } of [
        reported,
        { status: played?.status, body: played?.errors },
      ]) {
        expect([status, problems]).toEqual([
          code === undefined ? 404 : 400,
          code === undefined
            ? expect.any(Array)
            : expect.arrayContaining([expect.objectContaining({ errorCode: code })]),
        ]);
      }
      expect(await service.requestHead()).toBe(before);
    });
  }

  it.each([
    ['account', (own: Things) => ({ targetOid: own.account, targetOidType: 'A' })],
    ['bank link', (own: Things) => ({ targetOid: own.link, targetOidType: 'B' })],
    ['what the service does not know', () => ({ targetOid: '4711', targetOidType: 'B' })],
  ])('item › own %s, and what is not known, is taken', async (_, target) => {
    const body = { ifaType: 'NO', ...target(mine) };
    expectStatus(await service.backoffice.put(`/backoffice${item(mine)}`, body), 200);
  });

  it('item › an account on which the member has a permission is taken', async () => {
    const permission = {
      loginId: mine.owner,
      permission: 'DV',
      alertLevel: 'none',
      listOnReport: false,
    };
    const path = `/restapi/accounts/${ofSameFirm.account}/permissions`;
    expectStatus(await service.client.post(path, permission), 201);
    const body = { ifaType: 'NO', targetOid: ofSameFirm.account, targetOidType: 'A' };
    const at = item(mine);
    expectStatus(await service.backoffice.put(`/backoffice${at}`, body), 200);
    // what was taken stays, also once the permission is gone
    expectStatus(await service.client.request('DELETE', `${path}/${mine.owner}`), 200);
    const later = { ...body, priority: '1' };
    expectStatus(await service.backoffice.put(`/backoffice${at}`, later), 200);
    const again = await service.backoffice.put(`/backoffice${item(mine)}`, body);
    expect(again.status).toBe(400);
  });
});

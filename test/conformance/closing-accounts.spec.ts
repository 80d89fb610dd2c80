import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FIELD, RULE } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  type ServiceUnderTest,
} from '../support/running-service.js';
import { ACCOUNTS, AccountsUnderTest, type Body } from './accounts.fixture.js';
import { LinkUnderTest } from './bank-links.fixture.js';
import { PlacementsUnderTest } from './private-placements.fixture.js';

let accounts: AccountsUnderTest;
let service: ServiceUnderTest;

beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
  ({ service } = accounts);
});

afterAll(async () => {
  await accounts.stop();
});

/** The id at the end of a path. */
const numberOf = (path: string): string => path.split('/').at(-1) ?? '';

const CLOSED = { accountStatus: 'CLOSED' };
const CLOSING = { ...RULE, field: 'accountStatus', errorCode: 'account.closing.rule' };
const IS_CLOSED = { ...RULE, errorCode: 'account.closed.rule' };

const close = (number: string, client = service.client, body: Body = CLOSED) =>
  client.put(`${ACCOUNTS}/${number}`, body);

/** Expects a refusal with one problem for each obstacle named. */
async function refusedFor(number: string, ...things: string[]): Promise<void> {
  const answer = await expectUnchanged(service, () => close(number));
  expectExactly(
    answer,
    things.map((thing) => ({
      ...CLOSING,
      message: expect.stringContaining(thing) as unknown as string,
    })),
  );
}

describe('Closing an account', () => {
  it('by the firm: 200, shown as CLOSED; once more changes nothing [account.closing]', async () => {
    const number = await accounts.opened('I');
    const answer = await close(number, service.client, { ...CLOSED, accountName: 'Last name' });
    expectStatus(answer, 200);
    const shown = { accountStatus: 'CLOSED', accountName: 'Last name' };
    expect(await accounts.read(number)).toMatchObject(shown);
    expectStatus(await expectUnchanged(service, () => close(number)), 200);
  });

  it('C is CLOSED, before it and afterwards [account.closing]', async () => {
    const number = await accounts.opened('I');
    const short = () => close(number, service.client, { accountStatus: 'C' });
    expectStatus(await short(), 200);
    expect(await accounts.read(number)).toMatchObject(CLOSED);
    expectStatus(await expectUnchanged(service, short), 200);
  });

  it('by an owner who manages it, and by nobody else [account.closing]', async () => {
    const number = await accounts.opened('I');
    const manager = await service.member();
    const grant = { loginId: manager, permission: 'AM' };
    expectStatus(await service.client.post(`${ACCOUNTS}/${number}/permissions`, grant), 201);
    for (const login of [manager, await service.member()]) {
      expectStatus(await expectUnchanged(service, () => close(number, service.as(login))), 403);
    }
    expectStatus(await close(number, service.as(accounts.owner)), 200);
  });

  it('by the firm that holds no permission on it, with nothing else in the request [account.closing]', async () => {
    const owner = service.as(accounts.owner);
    const opened = await owner.post(ACCOUNTS, service.accountBody(accounts.owner));
    expectStatus(opened, 201);
    const number = numberOf(opened.location ?? '');
    const named = { accountName: 'Last name' };
    for (const body of [named, { ...CLOSED, ...named }, { accountStatus: 'RESTRICTED' }]) {
      const answer = await expectUnchanged(service, () => close(number, service.client, body));
      expectStatus(answer, 403);
    }
    expectStatus(await close(number), 200);
    expectStatus(await expectUnchanged(service, () => close(number)), 200);
  });

  it('the current status changes nothing; others cannot be requested [account.closing]', async () => {
    const number = await accounts.opened('I');
    const status = (accountStatus: unknown) =>
      expectUnchanged(service, () => close(number, service.client, { accountStatus }));
    expectStatus(await status('RESTRICTED'), 200);
    const field = { ...FIELD, field: 'accountStatus' };
    expectExactly(await status('OPEN'), [{ ...field, errorCode: 'not.updatable' }]);
    for (const wrong of ['closed', 'c', 'X', 5, {}]) {
      expectExactly(await status(wrong), [{ ...field, errorCode: 'invalid.choice' }]);
    }
  });

  it('not while something is held or under way: one problem for each thing [account.closing]', async () => {
    const number = await accounts.opened('I');
    const path = `${ACCOUNTS}/${number}`;
    const link = await LinkUnderTest.create(service, {
      accountNumber: number,
      owner: accounts.owner,
    });
    const folios = await Promise.all(
      ['One', 'Two'].map(async (folioName) => {
        const body = { folioName, accountNumber: number, dividendReinvest: true };
        return numberOf((await service.client.post(`${path}/folios`, body)).location ?? '');
      }),
    );
    const hold = async (shareQuantity: string | undefined): Promise<void> => {
      for (const folio of folios) {
        const positions = shareQuantity === undefined ? [] : [{ ticker: 'IBM', shareQuantity }];
        const put = await service.backoffice.put(
          `/backoffice/accounts/${number}/folios/${folio}/positions`,
          positions,
        );
        expectStatus(put, 200);
      }
    };
    await hold('5');
    await refusedFor(number, ...folios, link.oid);
    await hold(undefined);
    await refusedFor(number, link.oid);
    expectStatus(await link.verify(), 200);

    await service.sign(number, accounts.owner);
    const order = await service.client.post(`${path}/folios/${folios[0] ?? ''}/orders`, {
      orderType: 'W',
      dollarShareBasedIndicator: 'D',
      discretionary: false,
      solicited: false,
      securityOrders: [{ security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '100.00' }],
    });
    expectStatus(order, 201);
    const cash = await service.client.post(`${path}/cashtransactions`, {
      transactionType: 'AHD',
      sourceId: link.oid,
      targetId: number,
      amount: '10.00',
      repeatType: 'O',
      processDate: new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }),
    });
    expectStatus(cash, 201);
    const [orderOid, cashOid] = [order, cash].map(({ location }) => numberOf(location ?? ''));
    await refusedFor(number, orderOid ?? '', cashOid ?? '');
    expectStatus(await service.client.put(order.location ?? '', { state: 'C' }), 200);
    expectStatus(await service.client.put(cash.location ?? '', { cancelReasonCode: '8' }), 200);
    expectStatus(await close(number), 200);
  });

  it('not while shares that an order bought are still to be reported, nor its folio [account.closing folio.close]', async () => {
    const number = await service.openAccount();
    const path = `${ACCOUNTS}/${number}`;
    const named = { folioName: 'Growth', accountNumber: number, dividendReinvest: true };
    const created = await service.client.post(`${path}/folios`, named);
    const folio = numberOf(created.location ?? '');
    const put = async (below: string, body: unknown): Promise<void> => {
      const under = `/backoffice/accounts/${number}/folios/${folio}`;
      expectStatus(await service.backoffice.put(`${under}/${below}`, body), 200);
    };
    const filled = (oid: string, side: '1' | '2', filledShareAmount: string, state = 'F') =>
      put(`orders/${oid}`, {
        orderType: 'W',
        dollarShareBasedIndicator: 'S',
        state,
        securityOrders: [
          { security: { ticker: 'IBM' }, side, requestedShareAmount: '5', filledShareAmount },
        ],
      });
    const closeFolio = () => service.client.put(created.location ?? '', { folioStatus: 'C' });
    const refusedForOrder = async (oid: string): Promise<void> => {
      await refusedFor(number, `order ${oid} `);
      const message = expect.stringContaining(`order ${oid} `) as unknown as string;
      const problem = { ...RULE, field: 'folioStatus', errorCode: 'folio.orders.rule', message };
      expectExactly(await expectUnchanged(service, closeFolio), [problem]);
    };
    const oid = `${number}1`;
    await filled(oid, '1', '5');
    await refusedForOrder(oid);
    await put('positions', [{ ticker: 'IBM', shareQuantity: '5' }]);
    await refusedFor(number, `${folio} has positions`);
    await put('positions', []);
    // bought and sold again before the next report, which is then the last one unchanged; nothing was bought by the third
    await filled(`${number}2`, '1', '5');
    await filled(`${number}3`, '2', '3');
    await refusedForOrder(`${number}2`);
    await filled(`${number}4`, '2', '2', 'C');
    await filled(`${number}5`, '1', '0', 'R');
    expectStatus(await closeFolio(), 200);
    // of the past of a folio that is closed, whose positions nobody reports any more
    await filled(`${number}6`, '1', '5');
    expectStatus(await close(number), 200);
  });

  it('not while it subscribes to an offer, or a series of transfers goes on [account.closing]', async () => {
    const placements = await PlacementsUnderTest.create(service);
    const { accountNumber: number, owner: ownerLoginId } = placements;
    const subscription = await placements.subscribed(await placements.offer());
    const link = await LinkUnderTest.create(service, {
      accountNumber: number,
      owner: ownerLoginId,
    });
    expectStatus(await link.verify(), 200);
    const series = await service.client.post(`${ACCOUNTS}/${number}/cashtransactions`, {
      transactionType: 'AHD',
      sourceId: link.oid,
      targetId: number,
      amount: '10.00',
      processDate: new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }),
      repeatType: 'W',
      repeatOffset: '2',
    });
    expectStatus(series, 201);
    const first = numberOf(series.location ?? '');
    const goesOn = `${first.replace(/-1$/, '')} goes on`;
    await refusedFor(number, numberOf(subscription), first, goesOn);
    expectStatus(await placements.report(subscription, { status: 'REJECTED' }), 200);
    const whole = { cancelReasonCode: '8', cancelSeriesFlag: true };
    expectStatus(await service.client.put(series.location ?? '', whole), 200);
    expectStatus(await close(number), 200);
  });

  it('a closed account is readable and takes no command; the back office still reports [account.closing]', async () => {
    const number = await accounts.opened('I');
    const path = `${ACCOUNTS}/${number}`;
    expectStatus(await close(number), 200);
    for (const below of ['', '/restrictions', '/permissions', '/customeragreement', '/folios']) {
      expectStatus(await service.client.get(path + below), 200);
    }
    const requests = [
      () => service.client.put(path, { ...CLOSED, accountName: 'New' }),
      () => service.client.put(path, { trustedContacts: [] }),
      // whatever else is wrong with the request
      () => service.client.put(path, { accountName: 'x'.repeat(17), minor: {}, more: 1 }),
      () => service.client.put(path, { initContributionDate: '2020-01-01' }),
      () => service.client.post(`${path}/folios`, {}),
      () => service.client.post(`${path}/restrictions`, {}),
      () => service.client.post(`${path}/permissions`, {}),
      () => service.client.post(`${path}/achbanklinks`, {}),
      () => service.client.post(`${path}/cashtransactions`, {}),
      () => service.client.post(`${path}/customeragreement`, {}),
      () => service.client.put(`${path}/folios/${number}02/targetweights`, []),
    ];
    for (const request of requests) {
      expectExactly(await expectUnchanged(service, request), [IS_CLOSED]);
    }
    const taxData = `/backoffice/accounts/${number}/taxdata`;
    expectStatus(await service.backoffice.put(taxData, { available: false }), 200);
  });

  it('permissions on it may be revoked and reduced, not granted or raised [account.closed]', async () => {
    const number = await accounts.opened('I');
    const path = `${ACCOUNTS}/${number}/permissions`;
    const holders = [await service.member(), await service.member()];
    for (const loginId of holders) {
      expectStatus(await service.client.post(path, { loginId, permission: 'TM' }), 201);
    }
    expectStatus(await close(number), 200);
    const [first = '', second = ''] = holders;
    const put = (permission: string) => service.client.put(`${path}/${first}`, { permission });
    expectExactly(await expectUnchanged(service, () => put('AM')), [IS_CLOSED]);
    expectStatus(await put('SV'), 200);
    expectExactly(await expectUnchanged(service, () => put('DV')), [IS_CLOSED]);
    const revoke = (loginId: string) => service.client.request('DELETE', `${path}/${loginId}`);
    expectStatus(await revoke(first), 200);
    const owner = service.as(accounts.owner);
    expectStatus(await owner.request('DELETE', `${path}/${second}`), 200);
    expectStatus(await service.as(second).get(`${ACCOUNTS}/${number}`), 403);
  });

  it('it takes no new cash, orders and positions, from the back office or in a sandbox [account.closed sandbox.fund]', async () => {
    const number = await service.openAccount();
    const folio = numberOf(
      (
        await service.client.post(`${ACCOUNTS}/${number}/folios`, {
          folioName: 'Growth',
          accountNumber: number,
          dividendReinvest: true,
        })
      ).location ?? '',
    );
    const transaction = (date: string) => ({
      categoryName: 'Dividends',
      subCategoryName: 'Cash',
      transactionCode: 'DIV',
      transactionDesc: 'Dividend',
      date,
      net: '1.00',
    });
    const cash = { transactionType: 'AHD', amount: '10.00' };
    const order = {
      orderType: 'W',
      dollarShareBasedIndicator: 'D',
      securityOrders: [{ security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '1.00' }],
    };
    const below = `/backoffice/accounts/${number}`;
    const put = (path: string, body: unknown) => service.backoffice.put(`${below}/${path}`, body);
    expectStatus(await put('cashtransactions/known', { ...cash, status: 'CL' }), 200);
    expectStatus(await put('corporateactions/7', { issuer: 'IBM', type: 'V' }), 200);
    const over = { ...order, state: 'C' };
    expectStatus(await put(`folios/${folio}/orders/known`, over), 200);
    const filled = { security: { ticker: 'IBM' }, side: '1', filledShareAmount: '1' };
    const before = new Date(Date.now() - 1_000).toISOString();
    expectStatus(await close(number), 200);
    const after = new Date(Date.now() - 1).toISOString();
    const requests = [
      ...['PD', 'PR', 'CL'].map((status) => () => put('cashtransactions/new', { ...cash, status })),
      ...['O', 'F'].map((state) => () => put(`folios/${folio}/orders/new`, { ...order, state })),
      ...[folio, `${number}02`].map(
        (one) => () => put(`folios/${one}/positions`, [{ ticker: 'IBM', shareQuantity: '1' }]),
      ),
      () => put(`folios/${folio}/orders/known`, { state: 'C', securityOrders: [filled] }),
      () => put('cashtransactions/known', { amount: '10.01' }),
      () => put('corporateactions/8', { issuer: 'IBM', type: 'V' }),
      () => put(`folios/${folio}/transactions/new`, transaction(after)),
      () => service.client.post(`/sandbox/accounts/${number}/fund`, { amount: '10.00' }),
    ];
    for (const request of requests) {
      expectExactly(await expectUnchanged(service, request), [IS_CLOSED]);
    }
    // what was there before
    expectStatus(
      await put('corporateactions/7', { issuer: 'IBM', type: 'V', status: 'Over' }),
      200,
    );
    expectStatus(await put(`folios/${folio}/orders/known`, { ...over, stateReasonCode: '7' }), 200);
    expectStatus(await put('cashtransactions/known', { ...cash, accountFees: '1.00' }), 200);
    expectStatus(await put(`folios/${folio}/positions`, []), 200);
    expectStatus(await put(`folios/${folio}/transactions/late`, transaction(before)), 200);
  });
});

describe('The membership of a member', () => {
  const ENDED = { ...RULE, field: 'transState', errorCode: 'member.membership.rule' };
  const change = (login: string, transState: unknown, client = service.client, headers = {}) =>
    client.put(`/restapi/members/${login}/membership`, { transState }, headers);
  const stateOf = async (login: string): Promise<unknown> =>
    ((await service.client.get(`/restapi/members/${login}`)).body as Body)['transState'];

  it('expires with the last open account, of every owner, and lasts again with a new one [member.transState account.closing]', async () => {
    const [owner, partner] = [await service.member(), await service.member()];
    const own = { primaryAccountOwner: owner };
    const one = await service.account(own);
    const joint = { ...own, accountType: 'J', jointOwners: [partner], accountName: 'Ours' };
    const both = await service.account(joint);
    expectStatus(await close(both), 200);
    expect([await stateOf(owner), await stateOf(partner)]).toEqual(['RM', 'EM']);
    expectStatus(await close(one), 200);
    expect(await stateOf(owner)).toBe('EM');
    const { body } = await service.client.get(`/restapi/members/${owner}/history`);
    expect(body).toContainEqual(expect.objectContaining({ description: 'Membership changed' }));
    await service.account({ ...own, accountName: 'Again' });
    expect([await stateOf(owner), await stateOf(partner)]).toEqual(['RM', 'EM']);
  });

  it.each(['CM', 'TM'])(
    '%s: not with an open account, no new one afterwards, until RM [member.membership member.transState]',
    async (ended) => {
      const [owner, partner] = [await service.member(), await service.member()];
      const account = { primaryAccountOwner: owner, accountName: 'One' };
      const numbers = [await service.account(account)];
      numbers.push(await service.account({ ...account, accountName: 'Two' }));
      const refused = await expectUnchanged(service, () => change(owner, ended));
      expectExactly(refused, [ENDED, ENDED]);
      for (const number of numbers) expectStatus(await close(number), 200);
      expectStatus(await change(owner, ended), 200);
      expect(await stateOf(owner)).toBe(ended);
      expectStatus(await expectUnchanged(service, () => change(owner, ended)), 200);
      const body = { accountType: 'I', billingPlanOid: service.credentials.billingPlans.A };
      const third = { ...body, ...account, accountName: 'Three' };
      const joint = {
        ...third,
        accountType: 'J',
        primaryAccountOwner: partner,
        jointOwners: [owner],
      };
      for (const [sent, errorCode] of [
        [third, 'account.invalid.primary.owner'],
        [joint, 'account.invalid.joint.owner'],
      ] as const) {
        const open = await expectUnchanged(service, () => service.client.post(ACCOUNTS, sent));
        expect(open.body).toEqual([expect.objectContaining({ errorCode })]);
      }
      expectStatus(await change(owner, 'RM'), 200);
      expectStatus(await service.client.post(ACCOUNTS, third), 201);
      expect(await stateOf(owner)).toBe('RM');
    },
  );

  it('by the API client of the firm alone; EM is not asked for [member.membership]', async () => {
    const owner = await service.member();
    const { client: stranger } = await service.otherFirm();
    const who = [
      [403, service.as(owner)],
      [404, stranger],
      [403, service.auditor],
    ] as const;
    for (const [status, client] of who) {
      expectStatus(await expectUnchanged(service, () => change(owner, 'CM', client)), status);
    }
    expectStatus(await expectUnchanged(service, () => change('nobody.here', 'CM')), 404);
    const field = { ...FIELD, field: 'transState' };
    for (const [sent, errorCode] of [
      ['EM', 'not.updatable'],
      ['rm', 'invalid.choice'],
      [null, 'cannot.be.null'],
      [undefined, 'cannot.be.null'],
    ] as const) {
      const answer = await expectUnchanged(service, () => change(owner, sent));
      expectExactly(answer, [{ ...field, errorCode }]);
    }
    const stale = { 'if-match': '"7"' };
    const late = await expectUnchanged(service, () => change(owner, 'CM', service.client, stale));
    expectStatus(late, 412);
    expectStatus(await change(owner, 'RM'), 200);
  });
});

describe('Customer agreement', () => {
  it('w9Withhold true makes the account subject to backup withholding [signature.w9Withhold]', async () => {
    const number = await accounts.opened('I', { w9BackupWithholding: 'N' });
    const sign = (fields: Body) =>
      service.client.post(`${ACCOUNTS}/${number}/customeragreement`, {
        loginId: accounts.owner,
        signatureData: Buffer.from('%PDF-1.7\n').toString('base64'),
        signatureMethod: 'SIGNED_PDF',
        ...fields,
      });
    expectStatus(await sign({ w9Withhold: false }), 200);
    expect(await accounts.read(number)).toMatchObject({ w9BackupWithholding: 'N' });
    expectStatus(await sign({ w9Withhold: true }), 200);
    expect(await accounts.read(number)).toMatchObject({ w9BackupWithholding: 'C' });
  });
});

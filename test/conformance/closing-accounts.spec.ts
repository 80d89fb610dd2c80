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

/** Refused for things that the messages name, one each. */
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

  it('the status as read changes nothing; others are not asked for [account.closing]', async () => {
    const number = await accounts.opened('I');
    const status = (accountStatus: unknown) =>
      expectUnchanged(service, () => close(number, service.client, { accountStatus }));
    expectStatus(await status('RESTRICTED'), 200);
    const field = { ...FIELD, field: 'accountStatus' };
    expectExactly(await status('OPEN'), [{ ...field, errorCode: 'not.updatable' }]);
    for (const wrong of ['closed', 'X', '', 5, {}]) {
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

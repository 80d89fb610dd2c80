import { describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { RULE } from '../../support/problems.js';
import { expectStatus } from '../../support/running-service.js';
import { ACCOUNTS, type Expected } from '../accounts.fixture.js';
import { LinkUnderTest } from '../bank-links.fixture.js';
import { today } from '../cash.fixture.js';
import { newFolio, orderBody, ordersPath } from '../orders.fixture.js';
import { accounts, holder, permissionsOf, refused, remove, restrict } from './set-up.js';

describe('A restricted account', () => {
  interface Action {
    readonly what: string;
    readonly done: number;
    readonly request: (folio: string, client: BrokerageClient) => Promise<ClientAnswer>;
  }

  const numberOf = (folio: string): string => folio.slice(0, -2);

  const folioPath = (folio: string): string => `${ACCOUNTS}/${numberOf(folio)}/folios/${folio}`;

  const weights = [{ ticker: 'IBM', targetWeight: '100' }];

  const refusedActions: readonly Action[] = [
    {
      what: 'target weights',
      done: 200,
      request: (folio, client) => client.put(`${folioPath(folio)}/targetweights`, weights),
    },
    {
      what: 'RTG subscription',
      done: 200,
      request: (folio, client) =>
        client.put(`${folioPath(folio)}/rtgsubscription`, {
          folioNumber: folio,
          prePackagedFolioOid: accounts.service.credentials.rtgOid,
        }),
    },
    {
      what: 'orders',
      done: 201,
      request: (folio, client) => client.post(ordersPath(folio), orderBody()),
    },
    {
      what: 'cash transactions',
      done: 201,
      request: (folio, client) =>
        client.post(`${ACCOUNTS}/${numberOf(folio)}/cashtransactions`, {
          transactionType: 'CRW',
          amount: '10.00',
          processDate: today(),
        }),
    },
  ];

  it.each(refusedActions)(
    'Accounts › refuses › $what [restriction.refuses]',
    async ({ done, request }) => {
      const { client } = accounts.service;
      const number = await accounts.opened('I');
      const folio = await newFolio(accounts.service, number);
      const rule = { ...RULE, errorCode: 'account.restricted.rule' };
      const named = (code: string): Expected => ({
        ...rule,
        message: expect.stringContaining(code),
      });
      await refused(() => request(folio, client), [named('020')]);
      await refused(() => request(folio, accounts.service.as(accounts.owner)), [named('020')]);
      const path = await restrict(number);
      await refused(() => request(folio, client), [named('021')]);
      await accounts.service.sign(number, accounts.owner);
      await refused(() => request(folio, client), [named(path.split('/').at(-1) ?? '')]);
      const free = await newFolio(accounts.service, await accounts.opened('I'));
      await accounts.service.sign(numberOf(free), accounts.owner);
      expectStatus(await request(free, client), done);
    },
  );

  it('Accounts › refuses › along with every other problem [restriction.refuses]', async () => {
    const folio = await newFolio(accounts.service, await accounts.opened('I'));
    const body = [{ ticker: 'IBM', targetWeight: '99' }];
    await refused(
      () => accounts.service.client.put(`${folioPath(folio)}/targetweights`, body),
      [{ errorCode: 'account.restricted.rule' }, { errorCode: 'folio.target.weights.total.rule' }],
    );
  });

  it('Accounts › allows › reads, update, folios, permissions, banks, signing [restriction.allows]', async () => {
    const { service, owner } = accounts;
    const { client } = service;
    const number = await accounts.opened('I');
    await restrict(number);
    const folio = await newFolio(service, number);
    for (const below of [
      ...['', '/restrictions', '/permissions', '/customeragreement', '/folios', '/achbanklinks'],
      ...[`/folios/${folio}`, `/folios/${folio}/targetweights`, `/folios/${folio}/orders`],
      ...['/cashtransactions', '/cashtransfers/expresscheckinstructions', '/corporateactions'],
    ]) {
      expectStatus(await client.get(`${ACCOUNTS}/${number}${below}`), 200);
    }
    expectStatus(await accounts.update(number, { trustedContacts: [] }), 200);
    expectStatus(await client.put(folioPath(folio), { dividendReinvest: false }), 200);
    const viewer = await holder(number, 'SV');
    const path = `${permissionsOf(number)}/${viewer}`;
    expectStatus(await client.put(path, { permission: 'DV' }), 200);
    expectStatus(await remove(path), 200);
    const link = await LinkUnderTest.create(service, { accountNumber: number, owner });
    expectStatus(await link.verify(), 200);
    expectStatus(await link.cancel(), 200);
    await service.sign(number, owner);
    expect(await accounts.read(number)).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});

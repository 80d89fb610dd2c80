import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyOf, type BrokerageApi, connect, createdId, itemsOf, ProblemError } from '#libs/client';
import { ServiceUnderTest, uniqueName, validSsn } from '../support/running-service.js';

let service: ServiceUnderTest;
let api: BrokerageApi;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  api = connect(service.service.url, service.credentials);
});
afterAll(() => service.stop());

async function newMember(): Promise<string> {
  const loginId = uniqueName('t');
  return createdId(
    api.members.create({
      body: {
        loginId,
        firstName: 'Jane',
        lastName: 'Doe',
        dateOfBirth: '1980-05-17',
        tid: validSsn(),
        email1: 'jane@example.com',
        primaryAddress: {
          line1: '350 Fifth Avenue',
          city: 'New York',
          state: 'NY',
          zipcode: '10118',
        },
      },
    }),
  );
}

const openAccount = (primaryAccountOwner: string): Promise<string> =>
  createdId(
    api.accounts.open({
      body: {
        accountName: uniqueName('a').slice(-16),
        accountType: 'I',
        billingPlanOid: service.credentials.billingPlans.A,
        primaryAccountOwner,
      },
    }),
  );

describe('the typed client against the service', () => {
  it('calls by topic what stands at its path', async () => {
    const path = { accountnumber: 'RA000000000', banklinkoid: '7' };
    const body = { bankLinkOid: '7', ownerLoginId: 'jane', op: 'verify_md', md1: 1, md2: 2 };
    const sent = (error: unknown): unknown => (error as ProblemError).request;
    expect(await api.bankLinks.verify({ params: { path }, body }).catch(sent)).toMatchObject({
      method: 'PUT',
      path: '/restapi/accounts/RA000000000/verify/microdeposits/7',
    });
    expect(await api.operator.clients.list().catch(sent)).toMatchObject({
      method: 'GET',
      path: '/operator/clients',
    });
  });

  it('from a member to the weights of a folio: each read has the writes before it', async () => {
    const loginId = await newMember();
    const accountnumber = await openAccount(loginId);
    const account = { params: { path: { accountnumber } } };
    const read = await bodyOf(api.accounts.get(account));
    expect(read).toMatchObject({ accountStatus: 'RESTRICTED', primaryAccountOwner: loginId });

    const signatureData = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString(
      'base64',
    );
    await api.customerAgreements.sign({
      ...account,
      body: {
        loginId,
        signatureData,
        signatureMethod: 'SIGNATURE_IMAGE',
        signatureImageEncoding: 'SVG',
      },
    });
    const folionumber = await createdId(
      api.folios.create({
        ...account,
        body: { folioName: 'Growth', accountNumber: accountnumber, dividendReinvest: true },
      }),
    );
    expect(folionumber).toBe(`${accountnumber}03`);
    const weights = api['/restapi/accounts/{accountnumber}/folios/{folionumber}/targetweights'];
    const folio = { params: { path: { accountnumber, folionumber } } };
    await weights.PUT({ ...folio, body: [{ ticker: 'IBM', targetWeight: '100' }] });
    expect(await bodyOf(weights.GET(folio))).toEqual([{ ticker: 'IBM', targetWeight: '100.00' }]);
  });

  it('a refusal has every problem of its stage', async () => {
    const body = { accountName: 'First', accountType: 'I', billingPlanOid: '0' } as const;
    const answer = api.accounts.open({ body: { ...body, primaryAccountOwner: 'no' } });
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).status).toBe(400);
    expect((error as ProblemError).has('account.invalid.billing.plan')).toBe(true);
    expect((error as ProblemError).problems.length).toBeGreaterThan(1);
  });

  it('an answer that got lost on its way is asked for again, and nothing happens twice', async () => {
    let lost = 0;
    const unlucky = connect(service.service.url, service.credentials, {
      ports: {
        fetch: async (request) => {
          const response = await fetch(request);
          if (request.method !== 'POST' || lost++ > 0) return response;
          throw new TypeError('connection reset');
        },
        wait: () => Promise.resolve(),
      },
    });
    const accountnumber = await openAccount(await newMember());
    const path = { accountnumber };
    const body = { folioName: 'Once', accountNumber: accountnumber, dividendReinvest: true };
    const folios = '/restapi/accounts/{accountnumber}/folios' as const;
    expect(await createdId(unlucky[folios].POST({ params: { path }, body }))).toBe(
      `${accountnumber}03`,
    );
    expect(lost).toBe(2);
    const names = (await bodyOf(api[folios].GET({ params: { path } }))).map((one) => one.folioName);
    expect(names.filter((name) => name === 'Once')).toHaveLength(1);
  });

  it('a list that comes in pages is read to its end', async () => {
    const owner = await newMember();
    const opened = [await openAccount(owner), await openAccount(owner), await openAccount(owner)];
    const mine = connect(service.service.url, { ...service.credentials, memberId: owner });
    const found: string[] = [];
    const accounts = itemsOf((place) =>
      mine['/restapi/accounts'].GET({ params: { query: { ...place, limit: 1 } } }),
    );
    for await (const { accountNumber } of accounts) found.push(accountNumber);
    expect(found.sort()).toEqual(opened.sort());
  });
});

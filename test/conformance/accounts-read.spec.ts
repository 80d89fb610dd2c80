import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { expectProblems, expectStatus, uniqueName } from '../support/running-service.js';
import {
  ACCOUNT_NUMBER,
  ACCOUNTS,
  AccountsUnderTest,
  beneficiary,
  type Body,
  contact,
  isCorporate,
  isRetirement,
  minor,
  TIMESTAMP,
  trustee,
  type Type,
  TYPES,
} from './accounts.fixture.js';

let accounts: AccountsUnderTest;
beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
});
afterAll(() => accounts.stop());

const PERSON = {
  title: 'Mrs.',
  middleName: 'Q.',
  suffix: 'II',
  citizenship: 'R',
  dateOfBirth: '1999-02-03T00:00:00.000+00:00',
};
const heir = (sharePct: string): Body => beneficiary({ ...PERSON, sharePct });

/** Every field that an account of a type can be created with. */
async function everything(type: Type): Promise<Body> {
  return accounts.body(type, {
    branchCode: 'B1',
    repCode: 'R1',
    w9BackupWithholding: 'C',
    trustedContacts: [contact({ relationship: 'A' })],
    ...(isRetirement(type)
      ? {
          defaultTaxLotSelection: 'AVGC',
          primaryBeneficiaries: [heir('33.30'), heir('66.70')],
          contingentBeneficiaries: [heir('100.00')],
        }
      : { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '20', shortTermTaxRate: '37.5' }),
    ...(type === '9' && { initContributionDate: '2015-06-07' }),
    ...(type === 'U' && {
      minor: minor({ ...PERSON, dateOfBirth: '2019-02-03T00:00:00.000+00:00' }),
    }),
    ...(isCorporate(type) && {
      trustees: [accounts.trustee, await trustee(accounts.service.client)],
    }),
  });
}

const NOTHING = {
  branchCode: null,
  repCode: null,
  longTermTaxRate: null,
  shortTermTaxRate: null,
  jointOwners: [],
  initContributionDate: null,
  trustedContacts: [],
  primaryBeneficiaries: [],
  contingentBeneficiaries: [],
  minor: null,
  trustees: [],
  accountRegistrationInfo: null,
  taxClassification: null,
  securityExclusion: [],
  issueExclusion: [],
  sectorExclusion: [],
};
const READ_ONLY = {
  accountStatus: 'RESTRICTED',
  restrictions: [expect.stringMatching(/^\d+$/)],
  creationDate: expect.stringMatching(TIMESTAMP),
};

/** The same with masked tax numbers. */
function masked(body: Body): Body {
  const mask = (one: Body): Body => ({ ...one, ssn: `*****${String(one['ssn']).slice(-4)}` });
  const { primaryBeneficiaries: primary, contingentBeneficiaries: contingent } = body;
  return {
    ...body,
    ...(primary !== undefined && { primaryBeneficiaries: (primary as Body[]).map(mask) }),
    ...(contingent !== undefined && { contingentBeneficiaries: (contingent as Body[]).map(mask) }),
    ...(body['minor'] !== undefined && { minor: mask(body['minor'] as Body) }),
  };
}

describe('GET /restapi/accounts/{a}', () => {
  it.each(TYPES)(
    'Accounts › read › every field of type %s, as created [account.get]',
    async (type) => {
      const body = await everything(type);
      const accountNumber = await accounts.open(body);
      const before = Date.now();
      const account = await accounts.read(accountNumber);
      expect(accountNumber).toMatch(ACCOUNT_NUMBER);
      expect(account).toEqual({ ...NOTHING, ...masked(body), accountNumber, ...READ_ONLY });
      const created = Date.parse(String(account['creationDate']));
      expect(Math.abs(before - created)).toBeLessThan(60_000);
    },
  );

  it('Accounts › read › restrictions and status after signing [account.get restriction.lift]', async () => {
    const { owner, service } = accounts;
    const number = await accounts.opened('I');
    await service.sign(number, owner);
    const account = await accounts.read(number);
    expect(account['restrictions']).toEqual([]);
    expect(account['accountStatus']).not.toBe('RESTRICTED');
  });

  it('Wire › headers › JSON, ETag of the newest revision [request.json request.entity-tags]', async () => {
    const number = await accounts.opened('I');
    const answer = await accounts.service.client.get(`${ACCOUNTS}/${number}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const tag = answer.headers.get('etag') ?? '';
    const changed = await accounts.update(number, { accountName: uniqueName().slice(-16) });
    const again = await accounts.service.client.get(`${ACCOUNTS}/${number}`);
    expect(again.headers.get('etag')).toBe(changed.headers.get('etag'));
    expect(again.headers.get('etag')).not.toBe(tag);
  });

  it('Who may call › permissions › every holder reads, nobody else [permission.codes]', async () => {
    const { service, owner, partner } = accounts;
    const number = await accounts.opened('J');
    const path = `${ACCOUNTS}/${number}`;
    for (const permission of ['SV', 'DV', 'TR', 'MM', 'TM', 'AM']) {
      const loginId = await service.member();
      expectProblems(await service.as(loginId).get(path), [{ type: 'FORBIDDEN' }], 403);
      const granted = await service.client.post(`${path}/permissions`, { loginId, permission });
      expectStatus(granted, 201);
      const token = { 'x-consistency-token': granted.headers.get('x-consistency-token') ?? '' };
      expectStatus(await service.as(loginId).get(path, token), 200);
    }
    for (const login of [owner, partner]) expectStatus(await service.as(login).get(path), 200);
    for (const client of [service.backoffice, service.operator, service.as('nobody-at-all')]) {
      expectProblems(await client.get(path), [{ type: 'FORBIDDEN' }], 403);
    }
    expectStatus(await service.auditor.get(path), 200);
  });

  it("Wire › 404 › another firm's account and unknown ones [errors.404]", async () => {
    const { client } = await accounts.service.otherFirm(['fullTid']);
    const number = await accounts.opened('I');
    expectProblems(await client.get(`${ACCOUNTS}/${number}`), [{ type: 'NOT_FOUND' }], 404);
    for (const other of ['RZ00000000', number.toLowerCase(), 'x', '%00', `${number}0`]) {
      const answer = await accounts.service.client.get(`${ACCOUNTS}/${other}`);
      expectProblems(answer, [{ type: 'NOT_FOUND' }], 404);
    }
  });
});

describe('Tax numbers', () => {
  /** A client of a firm, with a Roth IRA and a custodial account. */
  async function firm(entitlements: readonly string[]): Promise<{
    client: BrokerageClient;
    numbers: readonly string[];
    firmId: string;
  }> {
    const { service } = accounts;
    const { client, planOid: billingPlanOid, firmId } = await service.otherFirm(entitlements);
    const primaryAccountOwner = await service.member({}, client);
    const open = (fields: Body): Promise<string> =>
      service.account({ primaryAccountOwner, billingPlanOid, ...fields }, client);
    const numbers = [
      await open({ accountType: 'S', primaryBeneficiaries: [beneficiary()] }),
      await open({ accountType: 'U', minor: minor() }),
    ];
    return { client, numbers, firmId };
  }
  const ssns = async (client: BrokerageClient, numbers: readonly string[]): Promise<unknown[]> => {
    const [ira, custodial] = await Promise.all(
      numbers.map((number) => accounts.read(number, client)),
    );
    const list = await client.get(ACCOUNTS);
    expectStatus(list, 200);
    const listed = (list.body as Body[]).filter(({ accountNumber }) =>
      numbers.includes(String(accountNumber)),
    );
    expect(listed).toEqual(expect.arrayContaining([ira, custodial]));
    const heir = (ira?.['primaryBeneficiaries'] as Body[])[0];
    return [heir?.['ssn'], (custodial?.['minor'] as Body)['ssn']];
  };

  it('Accounts › SSN › masked to the last four [account.get]', async () => {
    const { client, numbers } = await firm(['removeRestrictions']);
    const shown = ['*****6780', '*****6789'];
    expect(await ssns(client, numbers)).toEqual(shown);
    expect(await ssns(accounts.service.auditor, numbers)).toEqual(shown);
  });

  it('Accounts › SSN › full for an entitled firm, masked for its auditor [account.get]', async () => {
    const { client, numbers } = await firm(['fullTid']);
    expect(await ssns(client, numbers)).toEqual(['123456780', '123456789']);
    expect(await ssns(accounts.service.auditor, numbers)).toEqual(['*****6780', '*****6789']);
  });

  it("Accounts › SSN › a client's own entitlements narrow the firm's [account.get]", async () => {
    const { service } = accounts;
    const { firmId, numbers } = await firm(['fullTid', 'removeRestrictions']);
    const apiKey = uniqueName('key');
    const made = await service.operator.put(`/backoffice/firms/${firmId}/clients/${apiKey}`, {
      loginId: uniqueName('api'),
      entitlements: ['removeRestrictions'],
    });
    expectStatus(made, 200);
    const { sharedSecret } = made.body as { sharedSecret: string };
    const narrow = new BrokerageClient(service.service.url, { apiKey, sharedSecret });
    const list = await narrow.get(ACCOUNTS);
    expectStatus(list, 200);
    expect(list.body).toHaveLength(numbers.length);
    expect(JSON.stringify(list.body)).not.toMatch(/12345678[09]/);
  });

  it('Common › secrets › no tax number is readable in the log [account.get]', async () => {
    await firm(['fullTid']);
    const log = await accounts.service.log();
    const text = JSON.stringify(log, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toMatch(/12345678[09]/);
  });
});

describe('GET /restapi/accounts', () => {
  const numbersOf = (body: unknown): string[] =>
    (body as Body[]).map(({ accountNumber }) => String(accountNumber));

  it("Accounts › list › the caller's firm, and nothing of others [account.list auth.client]", async () => {
    const { service } = accounts;
    const { client, planOid: billingPlanOid } = await service.otherFirm();
    expect((await client.get(ACCOUNTS)).body).toEqual([]);
    const foreign = await service.account({ billingPlanOid }, client);
    const own = await accounts.opened('I');
    const [theirs, ours] = [await client.get(ACCOUNTS), await service.client.get(ACCOUNTS)];
    expectStatus(theirs, 200);
    expect(numbersOf(theirs.body)).toEqual([foreign]);
    expect(numbersOf(ours.body)).toContain(own);
    expect(numbersOf(ours.body)).not.toContain(foreign);
    expect(theirs.body).toEqual([await accounts.read(foreign, client)]);
    const all = numbersOf((await service.auditor.get(ACCOUNTS)).body);
    expect(all).toEqual(expect.arrayContaining([foreign, own]));
  });

  it('Accounts › list › an acting member sees the accounts held [account.list auth.acting-member]', async () => {
    const { service } = accounts;
    const primaryAccountOwner = await service.member();
    const number = await accounts.opened('I', { primaryAccountOwner });
    const own = await service.as(primaryAccountOwner).get(ACCOUNTS);
    expect(numbersOf(own.body)).toEqual([number]);
    expect((await service.as(await service.member()).get(ACCOUNTS)).body).toEqual([]);
  });

  it('Accounts › list › the API client sees the same accounts in the list and in single reads [account.list auth.client]', async () => {
    const { service } = accounts;
    const member = await service.member();
    const number = await service.account({ primaryAccountOwner: member }, service.as(member));
    const { client } = service;
    const listed = ((await client.get(ACCOUNTS)).body as Body[]).filter(
      ({ accountNumber }) => accountNumber === number,
    );
    expect(listed).toEqual([await accounts.read(number, client)]);
    for (const summary of ['/restrictions', '/folios', `/folios/${number}01`]) {
      expectStatus(await client.get(`${ACCOUNTS}/${number}${summary}`), 200);
    }
    // it may revoke what others were granted, so it sees that too
    expectStatus(await client.get(`${ACCOUNTS}/${number}/permissions`), 200);
    for (const details of ['/achbanklinks', '/history', '/corporateactions']) {
      expectStatus(await client.get(`${ACCOUNTS}/${number}${details}`), 403);
    }
    expectStatus(await client.put(`${ACCOUNTS}/${number}`, { accountName: 'Mine' }), 403);
    const stranger = (await service.otherFirm()).client;
    expectStatus(await stranger.get(`${ACCOUNTS}/${number}`), 404);
  });

  it('Accounts › list › in pages, each account once [account.list]', async () => {
    const { service } = accounts;
    const { client, planOid: billingPlanOid } = await service.otherFirm();
    const primaryAccountOwner = await service.member({}, client);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      made.push(await service.account({ billingPlanOid, primaryAccountOwner }, client));
    }
    const found: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined = `${ACCOUNTS}?limit=2`;
    while (next !== undefined) {
      const page = await client.get(next);
      expectStatus(page, 200);
      sizes.push(numbersOf(page.body).length);
      found.push(...numbersOf(page.body));
      next = /^<([^>]*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(found.sort()).toEqual(made.sort());
    expect((await client.get(ACCOUNTS)).headers.get('link')).toBeNull();
  });

  it.each<[string, string]>([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['cursor=x', 'cursor'],
  ])('Accounts › list › ?%s is refused [request.query]', async (query, field) => {
    const answer = await accounts.service.client.get(`${ACCOUNTS}?${query}`);
    expectProblems(answer, [{ type: 'VALIDATION_FIELD', field }]);
  });

  it('Wire › query names › in any case [request.query]', async () => {
    await accounts.opened('I');
    const answer = await accounts.service.client.get(`${ACCOUNTS}?LIMIT=1`);
    expectStatus(answer, 200);
    expect(answer.body).toHaveLength(1);
  });

  it('Who may call › roles › clients and auditors [auth.bearer]', async () => {
    for (const client of [accounts.service.backoffice, accounts.service.operator]) {
      expectProblems(await client.get(ACCOUNTS), [{ type: 'FORBIDDEN' }], 403);
    }
  });
});

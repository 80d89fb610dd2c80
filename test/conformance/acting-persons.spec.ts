import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  validSsn,
} from '../support/running-service.js';
import { corporateFirm, firmBody, trustee } from './accounts.fixture.js';

let service: ServiceUnderTest;
let member: string;

beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  member = await service.member();
});
afterAll(() => service.stop());

const path = (rest = ''): string => `/restapi/members/${member}${rest}`;

describe('Whoever acts as a person has to do with the own data only', () => {
  const people: readonly (readonly [string, () => Promise<string>])[] = [
    ['another member of the firm', () => service.member()],
    ['a trustee of the firm', () => trustee(service.client)],
  ];

  describe.each(people)('%s', (_, make) => {
    let other: BrokerageClient;
    beforeAll(async () => {
      other = service.as(await make());
    });

    it.each([[''], ['/verifications'], ['/ifas'], ['/orders']])(
      'GET /restapi/members/{loginid}%s: 403 [errors.403 auth.acting-member]',
      async (rest) => {
        const forbidden = { type: 'FORBIDDEN' } as const;
        expectExactly(await other.get(path(rest)), [forbidden], 403);
      },
    );

    it('changes nothing: 403, and nothing is stored [errors.403 auth.acting-member]', async () => {
      const [item] = (await itemsOf()) as readonly { readonly id: string }[];
      for (const send of [
        () => other.put(path(), { email1: 'mine@example.com' }),
        () => other.post(path('/verifications')),
        () => other.put(path(`/ifas/${item?.id ?? ''}`), { action: 'A' }),
      ]) {
        expectStatus(await expectUnchanged(service, send), 403);
      }
    });

    it('of another firm’s member: 404 [auth.client]', async () => {
      const theirs = await service.member({}, (await service.otherFirm()).client);
      expectStatus(await other.get(`/restapi/members/${theirs}`), 404);
      expectStatus(await other.put(`/restapi/members/${theirs}`, { netWorth: '2' }), 404);
    });
  });

  it('the member, the member’s advisor and the API client may [auth.acting-member member.advisorLoginId]', async () => {
    const advisor = service.as(await service.member());
    member = await service.member({}, advisor);
    for (const caller of [service.as(member), advisor, service.client]) {
      expectStatus(await caller.get(path()), 200);
      expectStatus(await caller.get(path('/verifications')), 200);
      expectStatus(await caller.put(path(), { netWorth: '2' }), 200);
    }
    expectStatus(await service.auditor.get(path()), 200);
  });
});

describe('Whoever acts as a person sees of trustees and corporate firms the own and those that person created', () => {
  const TRUSTEES = '/restapi/trustees';
  let creator: BrokerageClient;
  let other: BrokerageClient;
  beforeAll(async () => {
    creator = service.as(await service.member());
    other = service.as(await service.member());
  });

  it('trustees, in the list and one by one [auth.acting-member trustee.create]', async () => {
    const loginId = await trustee(creator);
    await trustee(service.client);
    const one = `${TRUSTEES}/${loginId}`;
    for (const caller of [creator, service.as(loginId), service.client, service.auditor]) {
      expectStatus(await caller.get(one), 200);
    }
    expectExactly(await other.get(one), [{ type: 'FORBIDDEN' }], 403);
    expectStatus(await service.as(await trustee(service.client)).get(one), 403);
    expect((await creator.get(TRUSTEES)).body).toEqual([expect.objectContaining({ loginId })]);
    expect((await other.get(TRUSTEES)).body).toEqual([]);
    for (const caller of [service.client, service.auditor]) {
      const { body } = await caller.get(TRUSTEES);
      expect(body).toContainEqual(expect.objectContaining({ loginId }));
    }
    expectStatus(await (await service.otherFirm()).client.get(one), 404);
  });

  it('a trustee the own, and of others on the same account no more than the login id [auth.acting-member trustee.create]', async () => {
    const { firmId } = await corporateFirm(service);
    const [one, another] = [await trustee(service.client), await trustee(service.client)];
    const account = await service.account({
      primaryAccountOwner: firmId,
      accountType: 'D',
      accountRegistrationInfo: 'The Doe Estate',
      trustees: [one, another],
    });
    const caller = service.as(one);
    expect((await caller.get(`/restapi/accounts/${account}`)).body).toMatchObject({
      trustees: [one, another],
    });
    expect((await caller.get(TRUSTEES)).body).toEqual([expect.objectContaining({ loginId: one })]);
    expectExactly(await caller.get(`${TRUSTEES}/${another}`), [{ type: 'FORBIDDEN' }], 403);
  });

  it('corporate firms, and everybody the own advisor firm [auth.acting-member firm.create]', async () => {
    const { firmId, firmRep } = await corporateFirm(service, creator);
    const one = `/restapi/firms/${firmId}`;
    for (const caller of [creator, service.as(firmRep), service.client, service.auditor]) {
      expectStatus(await caller.get(one), 200);
    }
    expectExactly(await other.get(one), [{ type: 'FORBIDDEN' }], 403);
    expectStatus(await other.get(`/restapi/firms/${service.credentials.firmId}`), 200);
  });
});

describe('Whoever acts as a trustee', () => {
  it('may not open accounts or create members: 403 before the body, nothing is stored [errors.403 auth.acting-member trustee.create]', async () => {
    const caller = service.as(await trustee(service.client));
    const bodies = [
      ['accounts', service.accountBody(member)],
      ['members', memberBody()],
      ['firms', {}],
      ['trustees', {}],
    ] as const;
    for (const [collection, body] of bodies) {
      const answer = await expectUnchanged(service, () =>
        caller.post(`/restapi/${collection}`, body),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });
});

describe('A person with a token', () => {
  const FORBIDDEN = { type: 'FORBIDDEN' } as const;
  const forbidden = async (send: () => Promise<ClientAnswer>): Promise<void> =>
    expectExactly(await expectUnchanged(service, send), [FORBIDDEN], 403);
  const trust = (firmId: string, ...trustees: readonly string[]) => ({
    ...service.accountBody(firmId),
    accountType: 'D',
    accountRegistrationInfo: 'The Doe Estate',
    trustees,
  });

  it('opens accounts as an owner, and for nobody else of the firm [auth.persons]', async () => {
    const [owner, other] = [await service.member(), await service.member()];
    const person = await service.person(owner);
    const open = (body: unknown) => person.post('/restapi/accounts', body);
    const jointly = (primary: string, joint: string) => ({
      ...service.accountBody(primary),
      accountType: 'J',
      jointOwners: [joint],
    });
    expectStatus(await open(service.accountBody(owner)), 201);
    expectStatus(await open(jointly(owner, other)), 201);
    expectStatus(await open(jointly(other, owner)), 201);
    await forbidden(() => open(service.accountBody(other)));
    await forbidden(() => open(jointly(other, member)));
    await forbidden(() => open({}));
    const advisor = await service.person(owner, 'advisor');
    await forbidden(() => advisor.post('/restapi/accounts', service.accountBody(other)));
    expectStatus(
      await service.as(owner).post('/restapi/accounts', service.accountBody(other)),
      201,
    );
  });

  it('opens accounts as a trustee and as the firm rep [auth.persons]', async () => {
    const [one, two] = [await corporateFirm(service), await corporateFirm(service)];
    const [named, another] = [await trustee(service.client), await trustee(service.client)];
    const open = async (login: string, body: unknown): Promise<ClientAnswer> =>
      (await service.person(login)).post('/restapi/accounts', body);
    await forbidden(() => open(another, trust(one.firmId, named)));
    await forbidden(() => open(two.firmRep, trust(one.firmId, named)));
    expectStatus(await open(one.firmRep, trust(one.firmId, named)), 201);
    expectStatus(await open(named, trust(two.firmId, named)), 201);
  });

  it('creates a firm only as its firm rep [auth.persons]', async () => {
    const [rep, other] = [await service.member(), await service.member()];
    const person = await service.person(rep);
    await forbidden(() => person.post('/restapi/firms', firmBody(other)));
    await forbidden(() => person.post('/restapi/firms', {}));
    expectStatus(await person.post('/restapi/firms', firmBody(rep)), 201);
    expectStatus(await service.as(rep).post('/restapi/firms', firmBody(other)), 201);
  });

  it('brings members and trustees with the role advisor only [auth.persons]', async () => {
    const login = await service.member();
    const person = await service.person(login);
    await forbidden(() => person.post('/restapi/members', memberBody()));
    await forbidden(() => person.post('/restapi/trustees', {}));
    const advisor = await service.person(login, 'advisor');
    const client = await service.member({}, advisor);
    expectStatus(await advisor.get(`/restapi/members/${client}`), 200);
    await trustee(advisor);
    expectStatus(await service.as(login).post('/restapi/members', memberBody()), 201);
  });
});

describe('The owners of an account', () => {
  const permissions = (account: string, login = ''): string =>
    `/restapi/accounts/${account}/permissions${login && `/${login}`}`;
  const CREATOR = {
    type: 'VALIDATION_RULE',
    errorCode: 'account.permission.for.account.creator.rule',
  } as const;
  const OWNER = { ...CREATOR, errorCode: 'account.permission.for.account.owner.rule' } as const;

  /** An account that an advisor opened for an owner with view permission only. */
  async function advised(): Promise<{ account: string; owner: string; advisor: string }> {
    const [owner, advisor] = [await service.member(), await service.member()];
    const account = await service.account({ primaryAccountOwner: owner }, service.as(advisor));
    const change = { permission: 'DV', alertLevel: 'none' };
    expectStatus(await service.as(advisor).put(permissions(account, owner), change), 200);
    return { account, owner, advisor };
  }

  it('keep at least DV, whoever opened the account [permission.owners]', async () => {
    const { account, owner, advisor } = await advised();
    for (const client of [service.as(advisor), service.client]) {
      const lower = () =>
        client.put(permissions(account, owner), { permission: 'SV', alertLevel: 'none' });
      expectExactly(await expectUnchanged(service, lower), [OWNER]);
      const revoke = () => client.request('DELETE', permissions(account, owner));
      expectExactly(await expectUnchanged(service, revoke), [OWNER]);
    }
  });

  it.each(['an owner', 'the firm’s API client'])(
    'and the firm’s API client: %s changes and revokes what others hold, AC of who opened it too [permission.owners permission.managing]',
    async (who) => {
      const { account, owner, advisor } = await advised();
      const client = who === 'an owner' ? await service.person(owner) : service.client;
      const viewer = await service.member();
      const grant = { loginId: viewer, permission: 'MM' };
      expectStatus(await service.as(advisor).post(permissions(account), grant), 201);

      expectStatus(await client.get(permissions(account)), 200);
      expectStatus(await client.put(permissions(account, viewer), { permission: 'DV' }), 200);
      expectStatus(await client.request('DELETE', permissions(account, viewer)), 200);
      const lower = { permission: 'DV', alertLevel: 'none' };
      expectStatus(await client.put(permissions(account, advisor), lower), 200);
      expectStatus(await service.as(advisor).post(permissions(account), grant), 403);
      expectStatus(await client.request('DELETE', permissions(account, advisor)), 200);
      expectStatus(await service.as(advisor).get(`/restapi/accounts/${account}`), 403);
      const post = () => client.post(permissions(account), grant);
      expectStatus(await expectUnchanged(service, post), 403);
    },
  );

  it('nobody else changes AC; another firm and another member do not see it [permission.owners]', async () => {
    const { account, owner, advisor } = await advised();
    const manager = await service.member();
    const grant = { loginId: manager, permission: 'AM' };
    expectStatus(await service.as(advisor).post(permissions(account), grant), 201);
    for (const login of [manager, advisor]) {
      const client = service.as(login);
      const revoke = () => client.request('DELETE', permissions(account, advisor));
      expectExactly(await expectUnchanged(service, revoke), [CREATOR]);
      const change = () => client.put(permissions(account, advisor), { permission: 'DV' });
      expectExactly(await expectUnchanged(service, change), [CREATOR]);
    }
    const stranger = await service.person(await service.member());
    for (const [client, status] of [
      [stranger, 403],
      [(await service.otherFirm()).client, 404],
    ] as const) {
      expectStatus(await client.get(permissions(account)), status);
      expectStatus(await client.request('DELETE', permissions(account, owner)), status);
    }
  });
});

describe('X-Associated-Member-Id, for whom an advisor acts', () => {
  const sent = (id: string) => ({ 'X-Associated-Member-Id': id });
  const problem = {
    type: 'VALIDATION_FIELD',
    field: 'X-Associated-Member-Id',
    errorCode: 'invalid.value',
  } as const;

  it('stands on every event of the request [auth.associated-member]', async () => {
    const number = await service.account({ primaryAccountOwner: member });
    const account = `/restapi/accounts/${number}`;
    expectStatus(await service.client.post(`${account}/restrictions`, {}, sent(member)), 201);
    const history = await service.client.get(`${account}/history?order=newest&limit=1`);
    expect(history.body).toMatchObject([
      { type: 'account.AccountRestricted', actor: { associatedMember: member } },
    ]);
  });

  it('a login id outside the firm: refused on reads and writes, and recorded nowhere [auth.associated-member auth.client]', async () => {
    const account = `/restapi/accounts/${await service.account({ primaryAccountOwner: member })}`;
    const theirs = await service.member({}, (await service.otherFirm()).client);
    for (const id of [theirs, 'nobody-at-all', 'Jane Doe, 078-05-1120', 'x'.repeat(300)]) {
      const answer = await expectUnchanged(service, () =>
        service.client.post(`${account}/restrictions`, {}, sent(id)),
      );
      expectExactly(answer, [problem]);
      expectExactly(await service.client.get(account, sent(id)), [problem]);
    }
    for (const id of ['', '  ']) expectStatus(await service.client.get(account, sent(id)), 200);
  });

  it('a person names themselves and the own clients, wherever a request goes; anybody else is 403 and recorded nowhere [auth.associated-member errors.403]', async () => {
    const advisor = await service.member();
    const own = await service.member({}, service.as(advisor));
    const number = await service.account({ primaryAccountOwner: own }, service.as(advisor));
    const account = `/restapi/accounts/${number}`;
    const person = await service.person(advisor);
    const client = await service.person(own);
    for (const [caller, id] of [
      [person, own],
      [person, advisor],
      [client, own],
    ] as const) {
      expectStatus(await caller.get(account, sent(id)), 200);
      expectStatus(await caller.post(`${account}/folios`, {}, sent(id)), 400);
    }
    const theirs = await service.member({}, (await service.otherFirm()).client);
    const { apiLoginId } = service.credentials;
    for (const [caller, id] of [
      [person, member],
      [person, apiLoginId],
      [person, theirs],
      [person, 'nobody-at-all'],
      [person, 'Jane Doe, 078-05-1120'],
      [client, advisor],
    ] as const) {
      for (const send of [
        () => caller.get(account, sent(id)),
        () => caller.get(`${account}?asOf=${new Date().toISOString()}`, sent(id)),
        () => caller.post(`${account}/folios`, { folioName: 'Mine' }, sent(id)),
        () => caller.put(account, { accountName: 'Mine' }, sent(id)),
        () => caller.post(`${account}/privateplacementorders`, {}, sent(id)),
        () => caller.get('/restapi/privateplacementoffers/1/documents/1', sent(id)),
      ]) {
        expectExactly(await expectUnchanged(service, send), [{ type: 'FORBIDDEN' }], 403);
      }
    }
  });
});

describe('Revoking', () => {
  /** Sends a request that waits for `meanwhile` after it was let in, and before it stores anything. */
  async function during(
    send: () => Promise<ClientAnswer>,
    meanwhile: () => Promise<unknown>,
  ): Promise<ClientAnswer> {
    const { eventStore } = service.service.platform;
    const readStream = eventStore.readStream.bind(eventStore);
    let letIn = (): void => undefined;
    let goOn = (): void => undefined;
    const isIn = new Promise<void>((resolve) => (letIn = resolve));
    const mayGo = new Promise<void>((resolve) => (goOn = resolve));
    eventStore.readStream = async function* (stream, options) {
      if (stream.startsWith('rtg-')) {
        letIn();
        await mayGo;
      }
      yield* readStream(stream, options);
    };
    try {
      const answer = send();
      await Promise.race([isIn, answer]);
      await meanwhile();
      goOn();
      return await answer;
    } finally {
      goOn();
      eventStore.readStream = readStream;
    }
  }

  it.each([
    'a client, and its signed requests',
    'a client, and its tokens',
    'the secret of a client',
    'a permission',
  ])('%s: a request that was let in before is refused [auth.revoking errors.403]', async (what) => {
    const firm = await service.otherFirm();
    const owner = await service.member({}, firm.client);
    const owned = { primaryAccountOwner: owner, billingPlanOid: firm.planOid };
    const number = await service.account(owned, firm.client);
    const bearer = await service.personOf(firm.firmId, firm.loginId);
    const sender = what.includes('tokens') ? bearer : firm.client;
    const ofClient = `/backoffice/firms/${firm.firmId}/clients/${firm.apiKey}`;
    const permissions = `/restapi/accounts/${number}/permissions`;
    const revoke = async (): Promise<void> => {
      if (what === 'a permission') {
        const holder = await service.personOf(firm.firmId, owner);
        expectStatus(await holder.request('DELETE', `${permissions}/${firm.loginId}`), 200);
      } else if (what === 'the secret of a client') {
        expectStatus(await service.operator.post(`${ofClient}/secret`), 200);
      } else expectStatus(await service.operator.request('DELETE', ofClient), 200);
    };
    const { rtgOid } = service.credentials;
    const folio = {
      ...{ folioName: 'Late', accountNumber: number, dividendReinvest: false },
      prepackagedFolioId: rtgOid,
    };
    const send = () => sender.post(`/restapi/accounts/${number}/folios`, folio);
    expectExactly(await during(send, revoke), [{ type: 'FORBIDDEN' }], 403);
    const { body } = await service.auditor.get(`/restapi/accounts/${number}/folios`);
    expect(body).not.toContainEqual(expect.objectContaining({ folioName: 'Late' }));
    const status = (await send()).status;
    expect([401, 403]).toContain(status);
  });
});

describe('Tax ids', () => {
  it('are shown whole to the firm itself alone, where it is entitled, in every form [member.tid account.get]', async () => {
    const [tid, ssn, minor, trustees] = [validSsn(), validSsn(), validSsn(), validSsn()];
    const firm = await service.otherFirm(['fullTid']);
    const owner = await service.member({ tid }, firm.client);
    const child = {
      ...{ firstName: 'Kim', lastName: 'Doe', dateOfBirth: '2020-01-31', ssn: minor },
      ...{ citizenship: 'C', state: 'NY' },
    };
    const beneficiary = {
      ...{ firstName: 'Ann', lastName: 'Doe', dateOfBirth: '1980-05-17', ssn },
      ...{ relationship: 'S', sharePct: '100' },
    };
    const owned = { primaryAccountOwner: owner, billingPlanOid: firm.planOid };
    const ira = { ...owned, accountType: 'R', primaryBeneficiaries: [beneficiary] };
    const custodial = { ...owned, accountName: 'Kim', accountType: 'U', minor: child };
    const accounts = [
      await service.account(ira, firm.client),
      await service.account(custodial, firm.client),
    ];
    const loginId = await trustee(firm.client, { tid: trustees });
    const viewer = await service.member({}, firm.client);
    for (const number of accounts) {
      const grant = { loginId: viewer, permission: 'SV' };
      const path = `/restapi/accounts/${number}/permissions`;
      expectStatus(await firm.client.post(path, grant), 201);
    }
    const asOf = new Date().toISOString();
    const reads = [
      ...accounts.map((number) => `/restapi/accounts/${number}`),
      '/restapi/accounts',
      '/restapi/members',
      '/restapi/trustees',
      `/restapi/members/${owner}`,
      `/restapi/trustees/${loginId}`,
    ];
    const whole = new RegExp([tid, ssn, minor, trustees].join('|'));
    const shown = async (client: BrokerageClient): Promise<readonly boolean[]> => {
      const found: boolean[] = [];
      for (const path of reads) {
        for (const [query, accept] of [
          ['', 'application/json'],
          ['', 'text/csv'],
          [`?asOf=${asOf}`, 'application/json'],
        ] as const) {
          const { status, body } = await client.get(`${path}${query}`, { accept });
          if (status === 200) found.push(whole.test(JSON.stringify(body)));
        }
      }
      return found;
    };
    const withToken = (login: string) => service.personOf(firm.firmId, login);
    for (const client of [firm.client, await withToken(firm.loginId)]) {
      const found = await shown(client);
      expect(found.length).toBeGreaterThan(15);
      expect(new Set(found)).toEqual(new Set([true]));
    }
    const persons = [viewer, owner, loginId];
    const tokens = await Promise.all(persons.map(withToken));
    for (const client of [...persons.map(firm.as), ...tokens, service.auditor]) {
      const found = await shown(client);
      expect(found.length).toBeGreaterThan(3);
      expect(new Set(found)).toEqual(new Set([false]));
    }
    const dry = { 'dry-run': 'true' };
    const put = { primaryBeneficiaries: [{ ...beneficiary, ssn: validSsn() }] };
    const { body } = await firm.client.put(`/restapi/accounts/${accounts[0]}`, put, dry);
    expect(JSON.stringify(body)).toContain('****');
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp(`${put.primaryBeneficiaries[0]?.ssn}|${ssn}`),
    );
  });
});

async function itemsOf(): Promise<unknown> {
  await service.account({ primaryAccountOwner: member });
  const answer = await service.client.get(path('/ifas'));
  expectStatus(answer, 200);
  return answer.body;
}

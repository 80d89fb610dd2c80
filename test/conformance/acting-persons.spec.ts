import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
} from '../support/running-service.js';
import { corporateFirm, trustee } from './accounts.fixture.js';

let service: ServiceUnderTest;
let member: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
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
      'GET /restapi/members/{loginid}%s: 403 [§1.403 §2.acting]',
      async (rest) => {
        const forbidden = { type: 'FORBIDDEN' } as const;
        expectExactly(await other.get(path(rest)), [forbidden], 403);
      },
    );

    it('changes nothing: 403, and nothing is stored [§1.403 §2.acting]', async () => {
      const [item] = (await itemsOf()) as readonly { readonly id: string }[];
      for (const send of [
        () => other.put(path(), { email1: 'mine@example.com' }),
        () => other.post(path('/verifications')),
        () => other.put(path(`/ifas/${item?.id ?? ''}`), { action: 'A' }),
      ]) {
        expectStatus(await expectUnchanged(service, send), 403);
      }
    });

    it('of another firm’s member: 404 [§2.client]', async () => {
      const theirs = await service.member({}, (await service.otherFirm()).client);
      expectStatus(await other.get(`/restapi/members/${theirs}`), 404);
      expectStatus(await other.put(`/restapi/members/${theirs}`, { netWorth: '2' }), 404);
    });
  });

  it('the member, the member’s advisor and the API client may [§2.acting member.advisorLoginId]', async () => {
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

  it('trustees, in the list and one by one [§2.acting §4.trustees]', async () => {
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

  it('a trustee the own, and of others on the same account no more than the login id [§2.acting §4.trustees]', async () => {
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

  it('corporate firms, and everybody the own advisor firm [§2.acting §4.firms]', async () => {
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
  it('opens no accounts and brings nobody to the firm: 403 before the body, nothing is stored [§1.403 §2.acting §4.trustees]', async () => {
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

describe('X-Associated-Member-Id, for whom an advisor acts', () => {
  const sent = (id: string) => ({ 'X-Associated-Member-Id': id });
  const problem = {
    type: 'VALIDATION_FIELD',
    field: 'X-Associated-Member-Id',
    errorCode: 'invalid.value',
  } as const;

  it('stands on every event of the request [§2.associated authentication.associated]', async () => {
    const number = await service.account({ primaryAccountOwner: member });
    const account = `/restapi/accounts/${number}`;
    expectStatus(await service.client.post(`${account}/restrictions`, {}, sent(member)), 201);
    const history = await service.client.get(`${account}/history?order=newest&limit=1`);
    expect(history.body).toMatchObject([
      { type: 'account.AccountRestricted', actor: { associatedMember: member } },
    ]);
  });

  it('nobody of the firm: refused on reads and writes, and stands nowhere [§2.associated §2.client]', async () => {
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
});

async function itemsOf(): Promise<unknown> {
  await service.account({ primaryAccountOwner: member });
  const answer = await service.client.get(path('/ifas'));
  expectStatus(answer, 200);
  return answer.body;
}

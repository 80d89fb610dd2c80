import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawResponse } from '../support/raw-request.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

const TIMES = 200;

let service: ServiceUnderTest;
let wire: Wire;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  wire = new Wire(service);
});
afterAll(() => service.stop());

const together = (
  send: (n: number) => Promise<RawResponse>,
  times = TIMES,
): Promise<RawResponse[]> => Promise.all(Array.from({ length: times }, (_, n) => send(n)));

/** Expects exactly one 201 and the rule's refusal for all others. */
function expectOne(answers: readonly RawResponse[], errorCode: string): RawResponse {
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 201) continue;
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([expect.objectContaining({ errorCode })]);
  }
  const [one] = made;
  if (!one) throw new Error('none was made');
  return one;
}

/** Number of events stored since a position, by type. */
async function storedSince(position: bigint): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { type } of service.service.platform.eventStore.readAll({ after: position })) {
    const name = type.replace(/\.v\d+$/, '');
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

/** Expects every reservation to be confirmed or released, so that no unused name stays taken. */
async function expectNothingUnconfirmed(): Promise<void> {
  const last = new Map<string, string>();
  for (const { stream, type } of await service.log()) {
    if (stream.startsWith('reservation-')) last.set(stream, type);
  }
  expect(last.size).toBeGreaterThan(0);
  const open = [...last.values()].filter((type) => !/Confirmed|Released/.test(type));
  expect(open).toEqual([]);
}

describe('two hundred concurrent creations make one', () => {
  it('of the same login id: members [member.loginId]', async () => {
    const before = await service.head();
    const loginId = uniqueName('m');
    const answers = await together(() =>
      wire.json('POST', '/restapi/members', memberBody({ loginId })),
    );
    const one = expectOne(answers, 'member.unique.login.id');
    expect(one.headers.location).toMatch(new RegExp(`/restapi/members/${loginId}$`));
    const stored = await storedSince(before);
    expect(stored['member.MemberCreated']).toBe(1);
    await expectNothingUnconfirmed();
    expect((await wire.get(`/restapi/members/${loginId}`)).status).toBe(200);
  });

  it('of the same login id: members, trustees and API clients among each other [member.loginId]', async () => {
    const loginId = uniqueName('m');
    const operator = new Wire(service, service.credentials.tokens.operator);
    const { firmId } = service.credentials;
    const trustee = {
      loginId,
      firstName: 'Tess',
      lastName: 'Fox',
      dateOfBirth: '1970-01-01',
      email1: 't@example.com',
    };
    const answers = await together((n) => {
      if (n % 3 === 0) return wire.json('POST', '/restapi/members', memberBody({ loginId }));
      if (n % 3 === 1) return wire.json('POST', '/restapi/trustees', trustee);
      return operator.json('PUT', `/backoffice/firms/${firmId}/clients/${uniqueName('k')}`, {
        loginId,
      });
    }, 60);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
    await expectNothingUnconfirmed();
  });

  it('of the same account name of one owner, in any capitals and blanks [account.accountName]', async () => {
    const before = await service.head();
    const owner = await service.member();
    const names = ['My  Savings', 'my savings', 'MY SAVINGS', ' My Savings '];
    const answers = await together((n) =>
      wire.json('POST', '/restapi/accounts', {
        ...service.accountBody(owner),
        accountName: names[n % names.length],
      }),
    );
    expectOne(answers, 'account.unique.name.rule');
    const stored = await storedSince(before);
    expect(stored['account.AccountOpened']).toBe(1);
    await expectNothingUnconfirmed();
    const own = await service.as(service.credentials.apiLoginId).get('/restapi/accounts');
    const mine = (own.body as { primaryAccountOwner: string }[]).filter(
      (account) => account.primaryAccountOwner === owner,
    );
    expect(mine).toHaveLength(1);
    const items = (await wire.get(`/restapi/members/${owner}/ifas`)).body as unknown[];
    expect(items).toHaveLength(1);
  });

  it('of different names of one owner: all [account.accountName]', async () => {
    const owner = await service.member();
    const answers = await together(
      (n) =>
        wire.json('POST', '/restapi/accounts', {
          ...service.accountBody(owner),
          accountName: `Account ${n}`,
        }),
      50,
    );
    const made = answers.filter(({ status }) => status === 201);
    const numbers = new Set(made.map(({ headers }) => headers.location));
    expect([made.length, numbers.size]).toEqual([50, 50]);
    await expectNothingUnconfirmed();
  });
});

describe('races between different requests', () => {
  it('two accounts swap names: never both the same name [account.accountName]', async () => {
    const owner = await service.member();
    const [a, b] = [
      await service.account({ primaryAccountOwner: owner, accountName: 'Alpha' }),
      await service.account({ primaryAccountOwner: owner, accountName: 'Beta' }),
    ];
    const put = (account: string, accountName: string) =>
      wire.json('PUT', `/restapi/accounts/${account}`, { accountName });
    for (let round = 0; round < 10; round++) {
      const wanted = `Gamma ${round}`;
      const answers = await Promise.all([put(a, wanted), put(b, wanted)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
    await expectNothingUnconfirmed();
  });

  it('a name that became free is taken once [account.accountName]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner, accountName: 'Old' });
    expectStatus(
      await service.client.put(`/restapi/accounts/${account}`, { accountName: 'New' }),
      200,
    );
    const answers = await together(
      () =>
        wire.json('POST', '/restapi/accounts', {
          ...service.accountBody(owner),
          accountName: 'Old',
        }),
      20,
    );
    expectOne(answers, 'account.unique.name.rule');
    await expectNothingUnconfirmed();
  });

  it('both owners of a joint account sign at once: the restriction is lifted once [restriction.lift]', async () => {
    const [one, two] = [await service.member(), await service.member()];
    const fields = { primaryAccountOwner: one, accountType: 'J', jointOwners: [two] };
    const accountNumber = await service.account(fields);
    const path = `/restapi/accounts/${accountNumber}`;
    const before = await service.head();
    const signers = [one, two, one, two, one, two];
    const answers = await Promise.all(
      signers.map((who) => wire.json('POST', `${path}/customeragreement`, signatureBody(who))),
    );
    expect(answers.map(({ status }) => status)).toEqual(signers.map(() => 200));
    expect((await wire.get(path)).body).toMatchObject({ accountStatus: 'OPEN', restrictions: [] });
    const lifted = Object.entries(await storedSince(before)).filter(([type]) =>
      /Lifted/i.test(type),
    );
    expect(lifted).toEqual([[expect.any(String), 1]]);
    for (const who of [one, two]) {
      const items = (await wire.get(`/restapi/members/${who}/ifas`)).body as object[];
      expect(items).toEqual([expect.objectContaining({ ifaStatus: 'A' })]);
    }
  });
});

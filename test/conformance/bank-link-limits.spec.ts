import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { rule } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { amountsOf, bankAccountNumber, linkBody, LinkUnderTest } from './bank-links.fixture.js';

const LIMIT = rule('banklink.verification.limit.rule');
const DAILY = rule('banklink.microdeposits.per.day.rule');

let service: ServiceUnderTest;
/** Uses a token: signatures of the same body and millisecond would count as replays. */
let client: BrokerageClient;

beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { MICRO_DEPOSITS_PER_DAY: '8' });
  client = new BrokerageClient(service.service.url, { token: service.credentials.tokens.client });
});
afterAll(() => service.stop());

/** A member with accounts, and a bank account to link to them. */
class Owner {
  readonly #number = bankAccountNumber();
  readonly padded = `00${this.#number}`;

  private constructor(readonly owner: string) {}

  static async create(): Promise<Owner> {
    return new Owner(await service.member());
  }

  account(): Promise<string> {
    return service.account({ primaryAccountOwner: this.owner });
  }

  send(accountNumber: string, bankAccountNumber = this.#number): Promise<ClientAnswer> {
    const body = linkBody(this.owner, { bankAccountNumber });
    return client.post(`/restapi/accounts/${accountNumber}/achbanklinks`, body);
  }

  /** Links the bank account to an account. Returns the link. */
  async link(accountNumber: string, number?: string): Promise<LinkUnderTest> {
    const made = await this.send(accountNumber, number);
    expectStatus(made, 201);
    const oid = made.location?.split('/').at(-1) ?? '';
    return LinkUnderTest.of(service, { accountNumber, owner: this.owner }, oid);
  }

  /** Links the bank account and sends wrong amounts until the link is cancelled. */
  async fail(accountNumber: string): Promise<LinkUnderTest> {
    const link = await this.link(accountNumber);
    for (let attempt = 0; attempt < 3; attempt++) await link.verify(link.wrong, client);
    expect(await link.read()).toMatchObject({ status: 'D' });
    return link;
  }
}

const unlock = (oid: string, as = service.operator): Promise<ClientAnswer> =>
  as.post(`/operator/achbanklinks/${oid}/unlock`);

describe('Attempts at the micro-deposits of a bank account', () => {
  it('end with three links that ended by wrong attempts, on whatever accounts of the owner [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const [one, other] = [await owner.account(), await owner.account()];
    const open = await owner.link(other);
    for (let links = 0; links < 3; links++) await owner.fail(one);

    expectExactly(await expectUnchanged(service, () => owner.send(one)), [LIMIT]);
    for (const amounts of [{}, open.wrong]) {
      const verify = () => open.verify(amounts, client);
      expectExactly(await expectUnchanged(service, verify), [LIMIT]);
    }
    expect(await open.read()).toMatchObject({ status: 'A', verifyStatus: false });
    expectStatus(await client.put(open.path, open.cancelBody()), 200);
  });

  it('are those of a bank account however many zeros its number begins with [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const account = await owner.account();
    const padded = await owner.link(account, owner.padded);
    for (let links = 0; links < 3; links++) await owner.fail(account);
    expectExactly(await padded.verify({}, client), [LIMIT]);
    expectExactly(await owner.send(await owner.account(), owner.padded), [LIMIT]);
  });

  it('come after the active link and before the amounts in the order of checks [bank-link.limit bank-link.check-order]', async () => {
    const owner = await Owner.create();
    const account = await owner.account();
    const [verified, open] = [await owner.link(await owner.account()), await owner.account()];
    const waiting = await owner.link(open);
    expectStatus(await verified.verify({}, client), 200);
    const failed = [];
    for (let links = 0; links < 3; links++) failed.push(await owner.fail(account));
    expectStatus(await verified.verify(verified.wrong, client), 200);
    const final = rule('banklink.final.verification.failure.no.more.attempts');
    expectExactly(await failed[0]!.verify({}, client), [final]);
    const stranger = await service.member();
    const notOwner = rule('banklink.loginid.provide.not.account.owner');
    expectExactly(await waiting.verify({ ownerLoginId: stranger }, client), [notOwner]);
    expectExactly(await waiting.verify({}, client), [LIMIT]);
  });

  it('are no more when a link is cancelled before its last one [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const account = await owner.account();
    for (let links = 0; links < 4; links++) {
      const link = await owner.link(account);
      for (let attempt = 0; attempt < 2; attempt++) await link.verify(link.wrong, client);
      expectStatus(await client.put(link.path, link.cancelBody()), 200);
    }
    const last = await owner.link(account);
    await last.verify(last.wrong, client);
    expectExactly(await last.verify({}, client), [LIMIT]);
  });

  it('of many links verified concurrently are no more either [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const links: LinkUnderTest[] = [];
    for (let count = 0; count < 6; count++) links.push(await owner.link(await owner.account()));
    const answers = await Promise.all(
      [0, 1, 2].flatMap(() => links.map((link) => link.verify(link.wrong, client))),
    );
    const codes = answers.map(({ body }) => (body as { errorCode: string }[])[0]?.errorCode);
    expect(codes.filter((code) => code === LIMIT.errorCode)).toHaveLength(18 - 9);
  });

  it('are of one owner and one bank account, and forgotten once the right amounts were named [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const account = await owner.account();
    for (let links = 0; links < 2; links++) await owner.fail(account);
    const right = await owner.link(account);
    for (let attempt = 0; attempt < 2; attempt++) await right.verify(right.wrong, client);
    expectStatus(await right.verify({}, client), 200);
    expectStatus(await client.put(right.path, right.cancelBody()), 200);
    for (let links = 0; links < 3; links++) await owner.fail(account);
    expectExactly(await owner.send(account), [LIMIT]);
    await LinkUnderTest.create(service, { accountNumber: account, owner: owner.owner });
    const another = await Owner.create();
    await another.link(await another.account());
  });

  it('begin anew when an operator says so, who stands in the history of the account [bank-link.limit]', async () => {
    const owner = await Owner.create();
    const account = await owner.account();
    const links = [];
    for (let count = 0; count < 3; count++) links.push(await owner.fail(account));
    const { oid } = links[0]!;
    for (const other of [service.client, service.backoffice, service.auditor]) {
      expectStatus(await unlock(oid, other), 403);
    }
    expectStatus(await unlock('999999999999999'), 404);
    expectStatus(await unlock('x'), 404);
    const unlocked = await unlock(oid);
    expectStatus(unlocked, 204);
    expectStatus(await expectUnchanged(service, () => unlock(oid)), 204);

    const link = await owner.link(account);
    expectStatus(await link.verify({}, client), 200);
    const history = await client.get(`/restapi/accounts/${account}/history?order=newest&limit=20`, {
      'x-consistency-token': unlocked.headers.get('x-consistency-token') ?? '',
    });
    expect(history.body).toContainEqual(
      expect.objectContaining({
        type: 'bankAccount.AttemptsUnlocked',
        actor: expect.objectContaining({ caller: expect.stringContaining('demo.operator') }),
      }),
    );
  });
});

describe('Micro-deposits of an account', () => {
  it('are sent for so many links a day, also of many at the same time [bank-link.deposits-per-day running.environment]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${account}/achbanklinks`;
    const send = () => client.post(path, linkBody(owner));
    const answers = await Promise.all(Array.from({ length: 12 }, send));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectExactly(answer, [DAILY]);
    }
    const body = linkBody(owner);
    const refused = await expectUnchanged(service, () => client.post(path, body));
    expectExactly(refused, [DAILY]);
    const other = await service.account({ primaryAccountOwner: owner });
    const key = { 'idempotency-key': uniqueName('k') };
    const again = () => client.post(`/restapi/accounts/${other}/achbanklinks`, body, key);
    expectStatus(await again(), 201);
    expectStatus(await again(), 201);
    const oid = (await again()).location?.split('/').at(-1) ?? '';
    expectStatus(await amountsOf(service, other, oid), 200);
  });
});

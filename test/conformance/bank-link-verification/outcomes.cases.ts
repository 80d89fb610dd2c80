import { describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { expectExactly, expectStatus, uniqueName } from '../../support/running-service.js';
import { holder, LinkUnderTest } from '../bank-links.fixture.js';
import { Code, FINAL, link, refusedUnchanged, service } from './set-up.js';

const remaining = (n: number) => ({
  type: 'VALIDATION_RULE' as const,
  errorCode: Code.Wrong,
  message: `Remaining Attempts=${n}`,
});

describe('Verify a micro-deposit bank link › success', () => {
  it('States › Bank link › correct amounts, attempts remain › verified, 200 {bankLinkOid, verifyStatus} [bank-link.verified bank-link.verify]', async () => {
    const one = await LinkUnderTest.create(service);
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: false, mdverify: false });
    const answer = await one.verify();
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: true, mdverify: true });
  });

  it('the order of md1 and md2 does not matter, amounts compare as decimals [bank-link.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts;
    expectStatus(await one.verify({ md1: `${md2}00`, md2: `0${md1}` }), 200);
  });

  it('Numbers › a JSON number is taken as written [request.numbers]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts.map(Number);
    expectStatus(await one.verify({ md1, md2, bankLinkOid: one.oid }), 200);
  });

  it('an already verified link › 200 whatever the amounts, no attempt, no change [bank-link.check-order]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.verify(), 200);
    const before = await service.requestHead();
    for (let i = 0; i < 4; i++) {
      const answer = await one.verify(one.wrong);
      expectStatus(answer, 200);
      expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('any owner, joint ones too, counts as account owner [bank-link.check-order bank-link.owner]', async () => {
    const [owner, joint] = [await service.member(), await service.member()];
    const accountNumber = await service.account({
      accountType: 'J',
      primaryAccountOwner: owner,
      jointOwners: [joint],
    });
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    expectStatus(await one.verify({ ownerLoginId: joint }, service.as(joint)), 200);
  });

  it.each(['AM', 'MM', 'TM'])(
    'Authentication › money mover or better › %s may verify [bank-link.permission permission.codes]',
    async (permission) => {
      const one = await LinkUnderTest.create(service);
      const client = await holder(service, one.accountNumber, permission);
      expectStatus(await one.verify({}, client), 200);
    },
  );

  it('a restricted account allows verifying [restriction.allows]', async () => {
    const account = await service.client.get(`/restapi/accounts/${link.accountNumber}`);
    expect(account.body).toMatchObject({ accountStatus: 'RESTRICTED' });
    const { accountNumber, owner } = link;
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    expectStatus(await one.verify(), 200);
  });
});

describe('Verify a micro-deposit bank link › wrong amounts', () => {
  it('States › Bank link › wrong amounts › remaining attempts counted after the attempt, then D [bank-link.wrong-amounts bank-link.last-attempt verification-errors.banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts verification-errors.banklink.final.verification.failure.no.more.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    expectExactly(await one.verify(one.wrong), [remaining(2)]);
    expectExactly(await one.verify(one.wrong), [remaining(1)]);
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: false });
    expectExactly(await one.verify(one.wrong), [FINAL]);
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: false });
    await refusedUnchanged(() => one.verify(), FINAL);
  });

  it('States › Bank link › correct amounts on the last attempt verify [bank-link.last-attempt]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.verify(one.wrong);
    await one.verify(one.wrong);
    expectStatus(await one.verify(), 200);
  });

  it('both right amounts are needed [bank-link.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts;
    expectExactly(await one.verify({ md2: md1 }), [remaining(2)]);
    expectExactly(await one.verify({ md1: md2 }), [remaining(1)]);
  });

  it('each wrong pair is an event; the amounts are not in the log [bank-link.attempts bank-link.deposits]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.verify(one.wrong);
    const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${one.oid}`);
    expect(events.map(({ type }) => type)).toEqual([
      'bankLink.BankLinkCreated.v2',
      'bankLink.MicroDepositsSent.v1',
      'bankLink.MicroDepositsMismatched.v1',
    ]);
    // a timestamp may look like an amount: …:10.071Z
    const text = JSON.stringify(events.map(({ data }) => data)).replaceAll(/T[\d:.]+/g, '');
    for (const amount of one.amounts) expect(text).not.toContain(amount);
  });

  it('Attempts › concurrent requests never use more attempts than allowed [bank-link.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    // uses a token: signatures of the same body and millisecond would count as replays
    const client = new BrokerageClient(service.service.url, {
      token: service.credentials.tokens.client,
    });
    const attempts = Array.from({ length: 12 }, () => one.verify(one.wrong, client));
    const answers = await Promise.all(attempts);
    const problems = answers.map(({ body }) => (body as { message: string }[])[0]?.message);
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(problems.filter((message) => message === 'Remaining Attempts=2')).toHaveLength(1);
    expect(problems.filter((message) => message === 'Remaining Attempts=1')).toHaveLength(1);
    expect(problems.filter((message) => message === 'Banklink status=D')).toHaveLength(10);
    const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${one.oid}`);
    const mismatches = events.filter(({ type }) => type.includes('Mismatched'));
    expect(mismatches).toHaveLength(3);
  });

  it('Idempotency-Key › a repeated failure is the first one, and uses no attempt [request.idempotency]', async () => {
    const one = await LinkUnderTest.create(service);
    const first = { 'idempotency-key': uniqueName('k') };
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
    expectExactly(await one.verify(one.wrong), [remaining(1)]);
    const before = await service.requestHead();
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
    expect(await service.requestHead()).toBe(before);
    const last = { 'idempotency-key': uniqueName('k') };
    expectExactly(await one.verify(one.wrong, service.client, last), [FINAL]);
    expectExactly(await one.verify(one.wrong, service.client, last), [FINAL]);
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
  });

  it('consistency › a read after the last failure sees D [request.consistency]', async () => {
    const one = await LinkUnderTest.create(service);
    for (let i = 0; i < 3; i++) {
      const answer = await one.verify(one.wrong);
      expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    }
    expect(await one.read()).toMatchObject({ status: 'D' });
  });

  it('If-Match › a stale one is 412 and uses no attempt [errors.412]', async () => {
    const one = await LinkUnderTest.create(service);
    const before = await service.requestHead();
    const stale = await one.verify(one.wrong, service.client, { 'if-match': '"0"' });
    expectStatus(stale, 412);
    expect(await service.requestHead()).toBe(before);
    const { headers } = await service.client.get(one.path);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expectExactly(await one.verify(one.wrong, service.client, ifMatch), [remaining(2)]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { ExpirySweep } from '#libs/contexts/bank-links';
import { ManualClock } from '../support/manual-clock.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { LinkUnderTest } from './bank-links.fixture.js';

const DAY = 24 * 60 * 60_000;
const WRONG = 'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';
const FINAL = {
  type: 'VALIDATION_RULE' as const,
  errorCode: 'banklink.final.verification.failure.no.more.attempts',
  message: 'Banklink status=D',
};

const clock = new ManualClock();
let service: ServiceUnderTest;
/** Uses a token: signatures would have expired by the service's clock. */
let client: BrokerageClient;
let sweep: ExpirySweep;

beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock }, { MICRO_DEPOSIT_ATTEMPTS: '2' });
  sweep = service.service.app.get(ExpirySweep, { strict: false });
  // runs only when a case calls it
  await sweep.stop();
  client = new BrokerageClient(service.service.url, { token: service.credentials.tokens.client });
});
afterAll(() => service.stop());

async function newLink(): Promise<LinkUnderTest> {
  const owner = await service.member({}, client);
  const accountNumber = await service.account({ primaryAccountOwner: owner }, client);
  return LinkUnderTest.create(service, { accountNumber, owner }, client);
}

describe('MICRO_DEPOSIT_ATTEMPTS', () => {
  it('with 2 the second wrong pair is the last [running.environment bank-link.attempts]', async () => {
    const one = await newLink();
    const first = await one.verify(one.wrong, client);
    expectExactly(first, [{ errorCode: WRONG, message: 'Remaining Attempts=1' }]);
    expectExactly(await one.verify(one.wrong, client), [FINAL]);
  });
});

describe('Deposits expire after 14 days', () => {
  it('by a clock that jumps ahead and back they are as it says, until something has come of it [bank-link.expiry]', async () => {
    const [looked, swept] = [await newLink(), await newLink()];
    const statusOf = async ({ path }: LinkUnderTest): Promise<unknown> =>
      ((await client.get(path)).body as { status: string }).status;
    clock.advance(20 * DAY);
    expect(await statusOf(looked)).toBe('D');
    clock.advance(-20 * DAY);
    expect(await statusOf(looked)).toBe('A');
    expect(await sweep.run()).toBe(0);
    expectStatus(await looked.verify({}, client), 200);
    clock.advance(20 * DAY);
    expect(await sweep.run()).toBe(1);
    for (const jump of [-20, 20, -20]) {
      clock.advance(jump * DAY);
      expect(await statusOf(swept)).toBe('D');
      expect(await statusOf(looked)).toBe('A');
      expectExactly(await swept.verify({}, client), [FINAL]);
      expect(await sweep.run()).toBe(0);
    }
    const own = (await service.log()).filter(({ stream }) => stream === `bankLink-${swept.oid}`);
    const cancelled = own.filter(({ type }) => type === 'bankLink.BankLinkCancelled.v1');
    expect(cancelled).toHaveLength(1);
  });

  it('are good to the last moment, then the link is D by itself [bank-link.expiry]', async () => {
    const [intime, read, verified, own] = [
      await newLink(),
      await newLink(),
      await newLink(),
      await newLink(),
    ];
    expectStatus(await verified.verify({}, client), 200);
    expectStatus(await client.post(own.ownerPath, own.ownerBody()), 200);
    clock.advance(14 * DAY - 1_000);
    expectStatus(await intime.verify({}, client), 200);
    expect((await client.get(read.path)).body).toMatchObject({ status: 'A' });
    clock.advance(1_000);

    const shown = await expectUnchanged(service, () => client.get(read.path));
    expect(shown.body).toMatchObject({ status: 'D', verifyStatus: false });
    expectExactly(await read.verify({}, client), [FINAL]);
    for (const one of [intime, verified, own]) {
      expect((await client.get(one.path)).body).toMatchObject({ status: 'A', verifyStatus: true });
    }
  });

  it('the sweep cancels what has expired, once, and frees the bank account [bank-link.expiry]', async () => {
    const one = await newLink();
    await client.get(one.path);
    expect(await sweep.run()).toBe(0);
    clock.advance(15 * DAY);
    expect(await sweep.run()).toBe(1);
    const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${one.oid}`);
    expect(events.at(-1)).toMatchObject({
      type: 'bankLink.BankLinkCancelled.v1',
      data: { cause: 'expired' },
    });
    // the event is published whenever the translator gets to it
    const types = (await service.log()).map(({ type }) => type);
    const own = types.filter((type) => !type.startsWith('feed.'));
    expect(own.at(-1)).toBe('reservation.Released.v1');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { account } from '#libs/contexts/accounts';
import { bankLink, ExpirySweep } from '#libs/contexts/bank-links';
import { cash as decider, cashStreamId, SeriesTimer } from '#libs/contexts/cash';
import {
  addDays,
  businessDate,
  type CommandMetadata,
  daysBetween,
  isRefusal,
  processMetadata,
  timestampOf,
  Money,
} from '#libs/platform/kernel';
import { CommandRunner } from '#libs/platform/service';
import { PATIENCE_MS } from '../support/condition.js';
import { ManualClock } from '../support/manual-clock.js';
import { field, rule } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { CashUnderTest } from './cash.fixture.js';

const DAY = 24 * 60 * 60_000;
/** A Monday, 10 in the morning in New York. */
const clock = new ManualClock(Date.parse('2026-03-02T15:00:00.000Z'));
let service: ServiceUnderTest;
/** Uses a token: signatures would have expired by the service's clock. */
let client: BrokerageClient;

beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  // run only when a case calls them
  for (const timer of [SeriesTimer, ExpirySweep]) await service.service.app.get(timer).stop();
  client = new BrokerageClient(service.service.url, { token: service.credentials.tokens.client });
});
afterAll(() => service.stop());

const create = (fields?: Readonly<Record<string, unknown>>): Promise<CashUnderTest> =>
  CashUnderTest.create(service, fields, client);

/** Runs the timer. Later reads see its effects. */
async function tick(one: CashUnderTest): Promise<void> {
  const { platform, app } = service.service;
  const models = ['cash.transaction', 'cash.series'];
  await platform.projectionRunner.waitFor(models, await service.head(), PATIENCE_MS);
  await app.get(SeriesTimer).run();
  await platform.projectionRunner.waitFor(models, await service.head(), PATIENCE_MS);
  await one.list();
}

/** A day in New York, `days` from now by the service's clock. */
function day(ahead = 0): string {
  return addDays(businessDate(timestampOf(clock.now())), ahead);
}

/** Day and status of every transaction of an account, sorted by day; days count from `start`. */
async function days(one: CashUnderTest, start: string): Promise<readonly string[]> {
  const answer = await client.get(one.path);
  const all = answer.body as { processDate: string; status: string }[];
  return all
    .sort((a, b) => (a.processDate < b.processDate ? -1 : 1))
    .map(({ processDate, status }) => `${daysBetween(start, processDate)} ${status}`);
}

function metadata(): CommandMetadata {
  return processMetadata('test', randomUUID(), timestampOf(clock.now()));
}

describe('Cash transaction › repeating', () => {
  const weekly = (fields: object = {}) => ({
    repeatType: 'W',
    repeatInterval: '1',
    endDateChoice: 'transfersInfinite',
    processDate: day(),
    ...fields,
  });

  it('repeatCashTransactionOid › the first transaction names the definition it follows [cash.repeatCashTransactionOid cash.repeatType cash.repeatInterval cash.repeatOffset]', async () => {
    const one = await create();
    const body = one.deposit({
      repeatType: 'M',
      repeatInterval: 3,
      repeatOffset: '3',
      processDate: '2026-03-10',
      endDateChoice: 'transfersEndDate',
      endDate: '2026-12-31',
    });
    const oid = await one.make(body);
    const shown = await one.read(oid);
    expect(shown).toMatchObject({
      repeatType: 'M',
      repeatInterval: '3',
      repeatOffset: '3',
      processDate: '2026-03-10',
      endDateChoice: 'transfersEndDate',
      endDate: '2026-12-31',
      status: 'PD',
    });
    const series = String(shown['repeatCashTransactionOid']);
    expect(oid).toBe(`${series}-1`);
    expect(await one.list()).toEqual([oid]);
    const definition = await client.get(`${one.path}/${series}`);
    expectExactly(definition, [{ type: 'NOT_FOUND' }], 404);
  });

  it('endDateChoice › transfersMaxNumOf derives the end date; without a choice it follows from the end date [cash.endDateChoice cash.endDate cash.maxNumOfTransfers]', async () => {
    const one = await create();
    const read = async (fields: object): Promise<Record<string, unknown>> =>
      one.read(await one.make(one.deposit(weekly({ endDateChoice: undefined, ...fields }))));
    const derived = { endDateChoice: 'transfersMaxNumOf', endDate: day(14) };
    expect(await read({ maxNumOfTransfers: '3' })).toMatchObject(derived);
    expect(await read(derived)).toMatchObject(derived);
    expect(await read({ endDate: day(18) })).toMatchObject({ endDateChoice: 'transfersEndDate' });
    expect(await read({})).toMatchObject({ endDateChoice: 'transfersInfinite', endDate: null });
    const contradicting = one.deposit(weekly({ ...derived, maxNumOfTransfers: '2' }));
    expectExactly(await one.post(contradicting), [field('endDate', 'invalid.value')]);
  });

  it.each([
    [{ repeatInterval: '0' }, 'repeatInterval', 'invalid.value'],
    [{ repeatInterval: 'x' }, 'repeatInterval', 'allows.only.digits'],
    [{ repeatOffset: '8' }, 'repeatOffset', 'invalid.value'],
    [{ maxNumOfTransfers: 'x', endDate: undefined }, 'maxNumOfTransfers', 'allows.only.digits'],
    [
      { repeatType: 'Y', repeatInterval: '99', endDate: undefined },
      'maxNumOfTransfers',
      'invalid.value',
    ],
  ])(
    'no end date is derived from %j [cash.endDateChoice cash.endDate errors.list]',
    async (fields, name, code) => {
      const one = await create();
      const derived = { endDateChoice: 'transfersMaxNumOf', maxNumOfTransfers: '99' };
      const body = one.deposit(weekly({ ...derived, endDate: day(900), ...fields }));
      expectExactly(await one.post(body), [field(name, code)]);
    },
  );

  it('the back office moves one of a series; its tag is its own [back-office.cashtransactions]', async () => {
    const one = await create();
    const start = day();
    const first = await one.make(one.deposit(weekly()));
    await tick(one);
    expectStatus(await one.report(first, { status: 'PR' }), 200);
    const next = first.replace(/1$/, '2');
    expect((await client.get(`${one.path}/${next}`)).headers.get('etag')).toBe('"0"');
    expect((await client.get(`${one.path}/${first}`)).headers.get('etag')).toBe('"1"');
    expect(await days(one, start)).toEqual(['0 PR', '7 PD']);
  });

  it('a restricted account gets the next one rejected [restriction.refuses]', async () => {
    const one = await create();
    const start = day();
    const first = await one.make(one.deposit(weekly()));
    const restrictions = `/restapi/accounts/${one.accountNumber}/restrictions`;
    expectStatus(await client.post(restrictions, { reasonCode: '021' }), 201);
    await tick(one);
    expect(await days(one, start)).toEqual(['0 PD', '7 RJ']);
    const { cancelReason } = await one.read(first.replace(/1$/, '2'));
    expect(cancelReason).toMatch(/restricted: 021/);
  });

  it('an IRA deposit that comes after 15 April counts for its own year [cash.iraContributionYear]', async () => {
    const one = await create({ accountType: 'S' });
    const body = weekly({ repeatInterval: '8', iraContributionYear: '2025' });
    const first = await one.make(one.deposit(body));
    await tick(one);
    expect(await one.read(first)).toMatchObject({ iraContributionYear: '2025' });
    const second = await one.read(first.replace(/1$/, '2'));
    expect(second).toMatchObject({ processDate: '2026-04-27', iraContributionYear: '2026' });
  });

  it('9048 › cancelling one needs the series flag; false cancels that one only [cash.cancel]', async () => {
    const one = await create();
    const start = day();
    const first = await one.make(one.deposit(weekly()));
    for (const cancelSeriesFlag of [undefined, null]) {
      const body = { cancelReasonCode: '8', cancelSeriesFlag };
      const answer = await expectUnchanged(service, () => one.cancel(first, body));
      expectExactly(answer, [field('cancelSeriesFlag', '9048')]);
    }
    const only = { cancelReasonCode: '8', cancelSeriesFlag: false };
    expectStatus(await one.cancel(first, only), 200);
    await tick(one);
    expect(await days(one, start)).toEqual(['0 CC', '7 PD']);
  });

  it('if only the current one is cancelled before its day, the next one follows, with which the series can be cancelled [cash.cancel bank-link.cancel]', async () => {
    const one = await create();
    const start = day();
    const first = await one.make(one.deposit(weekly({ processDate: day(3) })));
    const only = { cancelReasonCode: '8', cancelSeriesFlag: false };
    expectStatus(await one.cancel(first, only), 200);
    expect(await days(one, start)).toEqual(['3 CC', '10 PD']);
    expectStatus(await one.cancelLink(), 400);
    const series = { ...only, cancelSeriesFlag: true };
    expectStatus(await one.cancel(first.replace(/1$/, '2'), series), 200);
    await tick(one);
    expect(await days(one, start)).toEqual(['3 CC', '10 CC']);
    expectStatus(await one.cancelLink(), 200);
  });

  it('ends on a closed account, whose closing did not know of it [account.closed]', async () => {
    const one = await create();
    const start = day();
    const oid = await one.make(one.withdrawal(weekly()));
    const { accountNumber } = one;
    const { aggregates } = service.service.platform;
    const closing = {
      type: 'UpdateAccount',
      input: { accountStatus: 'CLOSED' },
      caller: { roles: ['client'], firmId: service.credentials.firmId, firmItself: true },
      facts: { billingLevel: 'account', managesAll: true, nameTaken: false, obstacles: [] },
    } as const;
    for (const command of [closing, { type: 'DecideClosing', obstacles: [] } as const]) {
      const outcome = await aggregates.handle(account, accountNumber, command, metadata());
      expect(isRefusal(outcome)).toBe(false);
    }
    // the next one is due today
    await tick(one);
    expect(await days(one, start)).toEqual(['0 RJ']);
    expect(await one.read(oid)).toMatchObject({ cancelReason: 'The account is closed.' });
  });

  /** A restricted account with a weekly series, of which `only` cancelled just the first transaction. */
  async function restrictedWithNonePending(): Promise<{
    readonly one: CashUnderTest;
    readonly first: string;
    readonly only: { readonly cancelReasonCode: string; readonly cancelSeriesFlag: boolean };
  }> {
    const one = await create();
    const first = await one.make(one.deposit(weekly()));
    const restrictions = `/restapi/accounts/${one.accountNumber}/restrictions`;
    expectStatus(await client.post(restrictions, { reasonCode: '021' }), 201);
    const only = { cancelReasonCode: '8', cancelSeriesFlag: false };
    expectStatus(await one.cancel(first, only), 200);
    return { one, first, only };
  }

  it('on a restricted account the next one waits for its day [restriction.refuses]', async () => {
    const start = day();
    const { one } = await restrictedWithNonePending();
    expect(await days(one, start)).toEqual(['0 CC']);
    await tick(one);
    expect(await days(one, start)).toEqual(['0 CC', '7 RJ']);
  });

  it('on a restricted account, where none is pending, the series is cancelled by any of its transactions [cash.cancel]', async () => {
    const start = day();
    const { one, first, only } = await restrictedWithNonePending();
    const before = await one.read(first);
    const series = { ...only, cancelSeriesFlag: true };
    expectStatus(await one.cancel(first, series), 200);
    expect(await one.read(first)).toEqual(before);
    const again = await expectUnchanged(service, () => one.cancel(first, series));
    expectExactly(again, [rule('9050')]);
    await tick(one);
    expect(await days(one, start)).toEqual(['0 CC']);
  });

  it('the next one is created on the day of the previous one, each once, until the end date [cash.endDate cash.repeatInterval cash.processDate]', async () => {
    const one = await create();
    const start = day();
    const body = weekly({ endDateChoice: undefined, endDate: day(16), processDate: day(1) });
    const first = await one.make(one.deposit(body));
    await tick(one);
    expect(await days(one, start)).toEqual(['1 PD']);
    clock.advance(DAY);
    await tick(one);
    await tick(one);
    expect(await days(one, start)).toEqual(['1 PD', '8 PD']);
    const second = await one.read(first.replace(/1$/, '2'));
    expect(second).toMatchObject({ amount: '250.00', processDate: addDays(start, 8) });
    clock.advance(7 * DAY);
    await Promise.all([tick(one), tick(one)]);
    expect(await days(one, start)).toEqual(['1 PD', '8 PD', '15 PD']);
  });

  it('by a clock that jumps ahead and back each one is put in once, on the day it is due [cash.repeatInterval cash.processDate]', async () => {
    const one = await create();
    const start = day();
    await one.make(one.deposit(weekly({ processDate: day(1) })));
    for (const jump of [8, -8, 8, -7]) {
      clock.advance(jump * DAY);
      await tick(one);
      expect(await days(one, start)).toEqual(['1 PD', '8 PD', '15 PD']);
    }
    clock.advance(14 * DAY);
    await tick(one);
    expect(await days(one, start)).toEqual(['1 PD', '8 PD', '15 PD', '22 PD']);
    clock.advance(-15 * DAY);
  });

  it('cancelSeriesFlag › true cancels all pending ones, and none follows [cash.cancel]', async () => {
    const one = await create();
    const start = day();
    const first = await one.make(one.deposit(weekly()));
    await tick(one);
    expectStatus(await one.cancelLink(), 400);
    const series = { cancelReasonCode: '100', cancelSeriesFlag: 'true', cancelReason: 'Enough' };
    expectStatus(await one.cancel(first, series), 200);
    clock.advance(7 * DAY);
    await tick(one);
    expect(await days(one, start)).toEqual(['0 CC', '7 CC']);
    expect(await one.read(first.replace(/1$/, '2'))).toMatchObject({ cancelReason: 'Enough' });
    const again = await expectUnchanged(service, () => one.cancel(first, series));
    expectExactly(again, [rule('9050')]);
    expectStatus(await one.cancelLink(), 200);
  });
});

describe('Bank link › D › pending transactions', () => {
  it('is rejected when it was asked for at the moment the link was cancelled [bank-link.cancel]', async () => {
    const one = await create();
    expectStatus(await one.cancelLink(), 200);
    const { app, platform } = service.service;
    const { state } = await platform.aggregates.load(bankLink, one.link);
    expect(state?.status).toBe('D');
    const { accountNumber, owner } = one;
    const oid = '123456789012345';
    const outcome = await app.get(CommandRunner).execute(
      decider,
      cashStreamId(accountNumber, oid),
      {
        type: 'CreateTransaction',
        accountNumber,
        oid,
        input: {
          transactionType: 'AHD',
          sourceId: one.link,
          amount: Money.of('1.00'),
          processDate: day(8),
          repeatType: 'O',
        },
        facts: {
          firmId: service.credentials.firmId,
          accountType: 'I',
          primaryAccountOwner: owner,
          // the state that the request saw
          bankLink: { oid: one.link, accountNumber, status: 'A', verified: true },
          bankDescription: 'Bank',
        },
      },
      metadata(),
    );
    expect(outcome).toMatchObject({
      problems: [{ errorCode: 'cash.transaction.bank.link.deleted.rule' }],
    });
    await tick(one);
    expect(await one.read(oid)).toMatchObject({ status: 'RJ' });
  });

  it('is rejected when an unverified link expires [bank-link.expiry]', async () => {
    const one = await create();
    const start = day();
    const targetId = await one.unverifiedLink();
    const reported = { transactionType: 'AHW', targetId, amount: '1.00', status: 'PD' };
    const single = '900000000000001';
    expectStatus(await one.report(single, { ...reported, processDate: start }), 200);
    clock.advance(14 * DAY + 1_000);
    const { app, platform } = service.service;
    await platform.projectionRunner.waitFor(
      ['banklinks.banklink'],
      await service.head(),
      PATIENCE_MS,
    );
    await app.get(ExpirySweep).run();
    await tick(one);
    expect(await days(one, start)).toEqual(['0 RJ']);
    const reason = 'The bank link was cancelled.';
    expect(await one.read(single)).toMatchObject({ cancelReason: reason, cancelReasonCode: null });
  });
});

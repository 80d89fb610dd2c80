import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { addDays, addYears } from '#libs/platform/kernel';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';
import { holder } from './bank-links.fixture.js';
import { CashUnderTest, field, rule, today, unusedOid } from './cash.fixture.js';

let service: ServiceUnderTest;
let cash: CashUnderTest;
let ira: CashUnderTest;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  cash = await CashUnderTest.create(service);
  ira = await CashUnderTest.create(service, { accountType: 'R' });
});
afterAll(() => service.stop());

type Problems = Parameters<typeof expectExactly>[1];

async function refused(send: () => Promise<ClientAnswer>, ...problems: Problems): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

describe('decisions §9 › POST …/cashtransactions', () => {
  it('201, empty body, Location, ETag; Cash transaction › every field of the table is in the GET [§9.cash-create cash.* 19.response conventions.decimals]', async () => {
    const answer = await cash.post(cash.deposit({ sourceId: Number(cash.link) }));
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${cash.path}/[1-9][0-9]{14}$`),
    );
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect(shown.body).toEqual({
      oid: answer.location?.split('/').at(-1),
      transactionType: 'AHD',
      sourceId: cash.link,
      targetId: cash.accountNumber,
      sourceDescription: expect.stringMatching(/^First Bank \d{4}$/),
      targetDescription: expect.any(String),
      amount: '250.00',
      accountFees: '0.00',
      repeatType: 'O',
      processDate: addDays(today(), 7),
      repeatInterval: null,
      repeatOffset: null,
      endDate: null,
      endDateChoice: null,
      iraContributionYear: null,
      distributionReasonCode: null,
      fedWithholdType: null,
      fedWithholdAmount: null,
      stateWithholdType: null,
      stateWithholdAmount: null,
      repeatCashTransactionOid: null,
      status: 'PD',
      cancelReason: null,
      cancelReasonCode: null,
      accountRegistration: 'Jane Doe',
      createDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
  });

  it.each(['AHW', 'WIW', 'CRW', 'COW'])(
    'Cash transaction › transactionType %s › from the account to a bank link [cash.transactionType]',
    async (transactionType) => {
      const oid = await cash.make(cash.withdrawal({ transactionType, amount: 12.5 }));
      expect(await cash.read(oid)).toMatchObject({
        transactionType,
        sourceId: cash.accountNumber,
        targetId: cash.link,
        amount: '12.50',
      });
    },
  );

  it('Cash transaction › sourceId, targetId › the account may be left out; a check needs no bank link [cash.sourceId cash.targetId]', async () => {
    const deposit = await cash.make(cash.deposit({ targetId: null }));
    expect(await cash.read(deposit)).toMatchObject({ targetId: cash.accountNumber });
    const body = { ...cash.withdrawal({ transactionType: 'CRW' }), targetId: undefined };
    expect(await cash.read(await cash.make(body))).toMatchObject({
      sourceId: cash.accountNumber,
      targetId: null,
      targetDescription: 'Check by mail',
    });
  });

  it('a repeated Idempotency-Key makes one transaction [§11.consistency]', async () => {
    const key = { 'idempotency-key': unusedOid() };
    const body = cash.deposit({ amount: '77.01' });
    const first = await service.client.post(cash.path, body, key);
    const again = await service.client.post(cash.path, body, key);
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    expect(await cash.list('?minAmount=77.01&maxAmount=77.01')).toHaveLength(1);
  });

  const bad: [string, Record<string, unknown>, Problems][] = [
    [
      'transactionType › missing',
      { transactionType: undefined },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType › null',
      { transactionType: null },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType › outside the codes',
      { transactionType: 'XXX' },
      [field('transactionType', 'invalid.choice')],
    ],
    [
      'transactionType › wrong case',
      { transactionType: 'ahd' },
      [field('transactionType', 'invalid.choice')],
    ],
    [
      'transactionType › wrong type',
      { transactionType: {} },
      [field('transactionType', 'invalid.choice')],
    ],
    ['amount › missing', { amount: undefined }, [field('amount', 'cannot.be.null')]],
    ['amount › null', { amount: null }, [field('amount', 'cannot.be.null')]],
    ['amount › zero', { amount: '0.00' }, [field('amount', 'invalid.value')]],
    ['amount › negative', { amount: '-1.00' }, [field('amount', 'invalid.value')]],
    ['amount › three decimals', { amount: '1.001' }, [field('amount', 'invalid.value')]],
    ['amount › no number', { amount: 'much' }, [field('amount', 'invalid.value')]],
    ['amount › too long', { amount: '9'.repeat(30) }, [field('amount', 'invalid.value')]],
    ['amount › wrong type', { amount: [] }, [field('amount', 'invalid.value')]],
    ['processDate › missing', { processDate: undefined }, [field('processDate', 'cannot.be.null')]],
    ['processDate › null', { processDate: null }, [field('processDate', 'cannot.be.null')]],
    [
      'processDate › no date',
      { processDate: '2027-02-30' },
      [field('processDate', 'invalid.date')],
    ],
    ['processDate › wrong type', { processDate: true }, [field('processDate', 'invalid.date')]],
    [
      'processDate › in the past',
      { processDate: addDays(today(), -1) },
      [rule('cash.transaction.process.date.rule', 'processDate')],
    ],
    [
      'processDate › too far ahead',
      { processDate: addDays(addYears(today(), 10), 2) },
      [rule('cash.transaction.process.date.rule', 'processDate')],
    ],
    [
      'repeatType › outside the codes',
      { repeatType: 'D' },
      [field('repeatType', 'invalid.choice')],
    ],
    ['repeatType › wrong case', { repeatType: 'm' }, [field('repeatType', 'invalid.choice')]],
    [
      'repeatInterval › of a one-time transaction',
      { repeatInterval: '2' },
      [field('repeatInterval', 'invalid.for.repeat.type')],
    ],
    [
      'repeatOffset › of a one-time transaction',
      { repeatOffset: '2' },
      [field('repeatOffset', 'invalid.for.repeat.type')],
    ],
    [
      'endDate › of a one-time transaction',
      { endDate: '2099-01-01' },
      [field('endDate', 'invalid.for.repeat.type')],
    ],
    [
      'endDateChoice › of a one-time transaction',
      { endDateChoice: 'transfersInfinite' },
      [field('endDateChoice', 'invalid.for.repeat.type')],
    ],
    [
      'repeatInterval › zero',
      { repeatType: 'W', repeatInterval: '0' },
      [field('repeatInterval', 'invalid.value')],
    ],
    [
      'repeatInterval › no digits',
      { repeatType: 'W', repeatInterval: 'two' },
      [field('repeatInterval', 'allows.only.digits')],
    ],
    [
      'repeatInterval › too long',
      { repeatType: 'W', repeatInterval: '1'.repeat(10) },
      [field('repeatInterval', 'invalid.length')],
    ],
    [
      'repeatOffset › weekly to 7',
      { repeatType: 'W', repeatOffset: '8' },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › monthly to 31',
      { repeatType: 'M', repeatOffset: 32 },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › yearly to 366',
      { repeatType: 'Y', repeatOffset: '367' },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › wrong type',
      { repeatType: 'Y', repeatOffset: [] },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'endDateChoice › outside the codes',
      { repeatType: 'M', endDateChoice: 'never' },
      [field('endDateChoice', 'invalid.choice')],
    ],
    [
      'endDateChoice › transfersEndDate without endDate',
      { repeatType: 'M', endDateChoice: 'transfersEndDate' },
      [field('endDate', 'cannot.be.null')],
    ],
    [
      'endDateChoice › transfersMaxNumOf without a number',
      { repeatType: 'M', endDateChoice: 'transfersMaxNumOf' },
      [field('endDate', 'cannot.be.null')],
    ],
    [
      'endDateChoice › transfersInfinite with endDate',
      { repeatType: 'M', endDateChoice: 'transfersInfinite', endDate: '2099-01-01' },
      [field('endDate', 'invalid.for.repeat.type')],
    ],
    [
      'endDate › no date',
      { repeatType: 'M', endDateChoice: 'transfersEndDate', endDate: 'x' },
      [field('endDate', 'invalid.date')],
    ],
    [
      'endDate › before the start',
      { repeatType: 'M', endDateChoice: 'transfersEndDate', endDate: today() },
      [rule('cash.transaction.end.date.rule', 'endDate')],
    ],
    [
      'iraContributionYear › of an account that is no IRA',
      { iraContributionYear: today().slice(0, 4) },
      [field('iraContributionYear', 'invalid.for.account.type')],
    ],
    [
      'iraContributionYear › no digits',
      { iraContributionYear: 'last' },
      [field('iraContributionYear', 'allows.only.digits')],
    ],
    [
      'distributionReasonCode › of an account that is no IRA',
      { distributionReasonCode: 'N' },
      [field('distributionReasonCode', 'invalid.for.account.type')],
    ],
    [
      'distributionReasonCode › outside the codes',
      { distributionReasonCode: 'Z' },
      [field('distributionReasonCode', 'invalid.choice')],
    ],
    [
      'fedWithholdType › of a deposit',
      { fedWithholdType: 'P', fedWithholdAmount: '10' },
      [field('fedWithholdType', 'invalid.for.transaction.type')],
    ],
    ['an unknown key', { memo: 'x' }, [{ type: 'SYNTAX', field: 'memo' }]],
    ['a key in the wrong case', { Amount: '1' }, [{ type: 'SYNTAX', field: 'Amount' }]],
    ['status › is not the client’s', { status: 'CL' }, [{ type: 'SYNTAX', field: 'status' }]],
    [
      'targetId › another account',
      { targetId: 'RA00000000' },
      [rule('uri.matching.rule', 'targetId')],
    ],
    [
      'sourceId › missing on a deposit',
      { sourceId: undefined },
      [field('sourceId', 'cannot.be.null')],
    ],
    ['sourceId › wrong type', { sourceId: true }, [field('sourceId', 'invalid.value')]],
    ['sourceId › too long', { sourceId: '1'.repeat(65) }, [field('sourceId', 'invalid.length')]],
    [
      'sourceId › no bank link',
      { sourceId: '999999999999999' },
      [rule('banklink.not.owned.by.account', 'sourceId')],
    ],
    [
      'sourceId › not even an id',
      { sourceId: '../1' },
      [rule('banklink.not.owned.by.account', 'sourceId')],
    ],
  ];
  it.each(bad)(
    'Cash transaction › %s [cash.transactionType cash.sourceId cash.targetId cash.amount cash.repeatType cash.processDate cash.repeatInterval cash.repeatOffset cash.endDate cash.endDateChoice cash.iraContributionYear cash.distributionReasonCode cash.withholdTypes cash.withholdAmounts]',
    async (_row, fields, problems) => {
      await refused(() => cash.post(cash.deposit(fields)), ...problems);
    },
  );

  const badWithdrawals: [string, Record<string, unknown>, Problems][] = [
    ['targetId › missing', { targetId: undefined }, [field('targetId', 'cannot.be.null')]],
    [
      'targetId › missing on a wire',
      { transactionType: 'WIW', targetId: null },
      [field('targetId', 'cannot.be.null')],
    ],
    [
      'targetId › no bank link',
      { targetId: '999999999999999' },
      [rule('banklink.not.owned.by.account', 'targetId')],
    ],
    [
      'sourceId › another account',
      { sourceId: 'RA00000000' },
      [rule('uri.matching.rule', 'sourceId')],
    ],
    [
      'fedWithholdType › outside the codes',
      { fedWithholdType: 'X' },
      [field('fedWithholdType', 'invalid.choice')],
    ],
    [
      'fedWithholdType › P above 100',
      { fedWithholdType: 'P', fedWithholdAmount: '100.01' },
      [field('fedWithholdAmount', 'invalid.value')],
    ],
    [
      'fedWithholdType › P without amount',
      { fedWithholdType: 'P' },
      [field('fedWithholdAmount', 'cannot.be.null')],
    ],
    [
      'stateWithholdType › D without amount',
      { stateWithholdType: 'D' },
      [field('stateWithholdAmount', 'cannot.be.null')],
    ],
    [
      'stateWithholdType › D negative',
      { stateWithholdType: 'D', stateWithholdAmount: '-1' },
      [field('stateWithholdAmount', 'invalid.value')],
    ],
    [
      'stateWithholdType › N with an amount',
      { stateWithholdType: 'N', stateWithholdAmount: '1' },
      [field('stateWithholdAmount', 'cash.transaction.withholding.rule')],
    ],
    [
      'stateWithholdAmount › without a type',
      { stateWithholdAmount: '1' },
      [field('stateWithholdType', 'cannot.be.null')],
    ],
    [
      'withheld › more than the amount',
      {
        fedWithholdType: 'P',
        fedWithholdAmount: '60',
        stateWithholdType: 'D',
        stateWithholdAmount: '40.01',
      },
      [rule('cash.transaction.withholding.rule', 'amount')],
    ],
  ];
  it.each(badWithdrawals)(
    'Cash transaction › withdrawal › %s [cash.distributionReasonCode cash.withholdTypes cash.withholdAmounts]',
    async (_row, fields, problems) => {
      await refused(() => cash.post(cash.withdrawal(fields)), ...problems);
    },
  );

  it('every problem at once [§1.errors]', async () => {
    const body = { transactionType: 'AHD', amount: '0', processDate: '1', x: 1 };
    await refused(
      () => cash.post(body),
      { type: 'SYNTAX', field: 'x' },
      field('amount', 'invalid.value'),
      field('processDate', 'invalid.date'),
      field('sourceId', 'cannot.be.null'),
    );
  });

  it('Cash transaction › sourceId › the bank link of another account, and a cancelled one [cash.sourceId]', async () => {
    await refused(
      () => cash.post(cash.deposit({ sourceId: ira.link })),
      rule('banklink.not.owned.by.account', 'sourceId'),
    );
    const other = await CashUnderTest.create(service);
    const oid = await other.make();
    expectStatus(await other.cancel(oid), 200);
    expectStatus(await other.cancelLink(), 200);
    await refused(
      () => other.post(other.deposit()),
      rule('cash.transaction.bank.link.deleted.rule', 'sourceId'),
    );
  });

  it('decisions §5 › a restricted account refuses cash transactions, and lets them be cancelled [§5.refuses §9.cash-create]', async () => {
    const other = await CashUnderTest.create(service);
    const oid = await other.make();
    const restrictions = `/restapi/accounts/${other.accountNumber}/restrictions`;
    expectStatus(await service.client.post(restrictions, { reasonCode: '021' }), 201);
    await refused(() => other.post(other.deposit()), rule('account.restricted.rule'));
    expectStatus(await other.cancel(oid), 200);
    expect(await other.read(oid)).toMatchObject({ status: 'CC', cancelReasonCode: '8' });
  });
});

describe('Cash transaction › an IRA', () => {
  const year = today().slice(0, 4);

  it('iraContributionYear › required on a deposit, of the year it is made in [cash.iraContributionYear]', async () => {
    const body = ira.deposit({ processDate: today(), iraContributionYear: Number(year) });
    expect(await ira.read(await ira.make(body))).toMatchObject({ iraContributionYear: year });
    await refused(() => ira.post(ira.deposit()), field('iraContributionYear', 'cannot.be.null'));
    for (const wrong of ['2019', '2190']) {
      await refused(
        () => ira.post(ira.deposit({ iraContributionYear: wrong })),
        rule('cash.transaction.ira.contribution.year.rule', 'iraContributionYear'),
      );
    }
  });

  it.each(['N', 'P', 'S', 'E'])(
    'distributionReasonCode › %s on a withdrawal [cash.distributionReasonCode]',
    async (code) => {
      const withheld = {
        fedWithholdType: 'P',
        fedWithholdAmount: '10',
        stateWithholdType: 'D',
        stateWithholdAmount: '3',
      };
      const oid = await ira.make(ira.withdrawal({ distributionReasonCode: code, ...withheld }));
      expect(await ira.read(oid)).toMatchObject({
        distributionReasonCode: code,
        ...withheld,
        fedWithholdAmount: '10.00',
        stateWithholdAmount: '3.00',
      });
    },
  );

  it('each field belongs to one direction [cash.iraContributionYear cash.distributionReasonCode]', async () => {
    await refused(
      () => ira.post(ira.withdrawal()),
      field('distributionReasonCode', 'cannot.be.null'),
    );
    await refused(
      () => ira.post(ira.withdrawal({ distributionReasonCode: 'N', iraContributionYear: year })),
      field('iraContributionYear', 'invalid.for.transaction.type'),
    );
    const deposit = {
      processDate: today(),
      iraContributionYear: year,
      distributionReasonCode: 'N',
    };
    await refused(
      () => ira.post(ira.deposit(deposit)),
      field('distributionReasonCode', 'invalid.for.transaction.type'),
    );
  });
});

describe('19. Get a cash transaction', () => {
  it('both spellings of the path are the same resource [19.paths §1.paths]', async () => {
    const oid = await cash.make();
    const alias = `/restapi/accounts/${cash.accountNumber}/cashtransaction/${oid}`;
    const [one, other] = [
      await service.client.get(`${cash.path}/${oid}`),
      await service.client.get(alias),
    ];
    expect(other.body).toEqual(one.body);
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
    expectStatus(await service.client.put(alias, { cancelReasonCode: '100' }), 200);
    expect(await cash.read(oid)).toMatchObject({ status: 'CC', cancelReasonCode: '100' });
  });

  it('403 when the user is not allowed: SV and strangers; DV and auditors read [19.errors authentication.forbidden]', async () => {
    const oid = await cash.make();
    for (const client of [
      await holder(service, cash.accountNumber, 'SV'),
      service.as(await service.member()),
      service.backoffice,
    ]) {
      for (const path of [`${cash.path}/${oid}`, cash.path]) {
        expectExactly(await client.get(path), [{ type: 'FORBIDDEN' }], 403);
      }
    }
    for (const client of [await holder(service, cash.accountNumber, 'DV'), service.auditor]) {
      expectStatus(await client.get(`${cash.path}/${oid}`), 200);
      expectStatus(await client.get(cash.path), 200);
    }
  });

  it('404 when the transaction is not found: unknown, of another account, of another firm [19.errors]', async () => {
    const oid = await cash.make();
    const { client } = await service.otherFirm();
    const other = `/restapi/accounts/${ira.accountNumber}/cashtransactions/${oid}`;
    for (const path of [`${cash.path}/1`, `${cash.path}/%20`, `${cash.path}/${oid}-1`, other]) {
      expectExactly(await service.client.get(path), [{ type: 'NOT_FOUND' }], 404);
      const cancelled = await expectUnchanged(service, () => service.client.put(path, {}));
      expectExactly(cancelled, [{ type: 'NOT_FOUND' }], 404);
    }
    for (const path of [`${cash.path}/${oid}`, cash.path]) {
      expectExactly(await client.get(path), [{ type: 'NOT_FOUND' }], 404);
    }
    const put = await expectUnchanged(service, () => client.put(`${cash.path}/${oid}`, {}));
    expectExactly(put, [{ type: 'NOT_FOUND' }], 404);
    expectExactly(await client.post(cash.path, {}), [{ type: 'NOT_FOUND' }], 404);
  });
});

describe('decisions §9 › GET …/cashtransactions', () => {
  let listed: CashUnderTest;
  let ids: Record<'small' | 'big' | 'old' | 'out', string>;

  beforeAll(async () => {
    listed = await CashUnderTest.create(service);
    const old = {
      ...listed.deposit({ amount: '5.00', processDate: '2019-06-03' }),
      createDateTime: '2019-06-03T23:59:59-04:00',
      status: 'CL',
    };
    ids = {
      small: await listed.make(listed.deposit({ amount: '1.00' })),
      big: await listed.make(listed.deposit({ amount: '999.99' })),
      old: unusedOid(),
      out: await listed.make(listed.withdrawal({ amount: '50.00' })),
    };
    expectStatus(await listed.report(ids.old, old), 200);
    expectStatus(await listed.cancel(ids.out), 200);
  });

  it('all, the newest first [§9.cash-filters]', async () => {
    expect(await listed.list()).toEqual([ids.out, ids.big, ids.small, ids.old]);
  });

  const filters: [string, string, readonly (keyof typeof ids)[]][] = [
    ['transactionTypes', '?transactionTypes=AHW', ['out']],
    ['transactionTypes, several', '?transactionTypes=AHW,%20AHD', ['out', 'big', 'small', 'old']],
    ['transactionTypes, none of them there', '?transactionTypes=WIW', []],
    ['transactionStatuses', '?transactionStatuses=PD', ['big', 'small']],
    ['transactionStatuses, several', '?transactionStatuses=CC,CL', ['out', 'old']],
    ['names in any case', '?TRANSACTIONSTATUSES=CL', ['old']],
    ['daterange, code', '?daterange=3d', ['out', 'big', 'small']],
    ['dateRange, alias', '?dateRange=Mtd', ['out', 'big', 'small']],
    ['daterange, dates', '?daterange=06-03-2019,06-03-2019', ['old']],
    ['daterange, ISO dates', '?daterange=2019-06-01,2019-06-03', ['old']],
    ['daterange, the day after', '?daterange=06-04-2019,06-05-2019', []],
    ['minAmount', '?minAmount=50', ['out', 'big']],
    ['maxAmount', '?maxAmount=5.00', ['small', 'old']],
    ['minAmount and maxAmount', '?minAmount=5&maxAmount=50.00', ['out', 'old']],
    [
      'all together',
      '?transactionTypes=AHD&transactionStatuses=PD&daterange=1y&minAmount=2',
      ['big'],
    ],
  ];
  it.each(filters)('filter %s [§9.cash-filters]', async (_row, query, expected) => {
    expect(await listed.list(query)).toEqual(expected.map((name) => ids[name]));
  });

  const wrong: [string, string, Problems][] = [
    ['transactionTypes, 9008', '?transactionTypes=AHD,XXX', [field('transactionTypes', '9008')]],
    [
      'transactionTypes in the wrong case, 9008',
      '?transactionTypes=ahd',
      [field('transactionTypes', '9008')],
    ],
    ['transactionTypes empty, 9008', '?transactionTypes=', [field('transactionTypes', '9008')]],
    [
      'transactionStatuses, 9052',
      '?transactionStatuses=PD,ZZ',
      [field('transactionStatuses', '9052')],
    ],
    ['daterange, 9053', '?daterange=7d', [field('daterange', '9053')]],
    ['daterange reversed, 9053', '?daterange=06-05-2019,06-04-2019', [field('daterange', '9053')]],
    ['daterange with one date, 9053', '?daterange=06-05-2019', [field('daterange', '9053')]],
    [
      'daterange with no date, 9053',
      '?daterange=02-30-2019,03-01-2019',
      [field('daterange', '9053')],
    ],
    [
      'minAmount above maxAmount',
      '?minAmount=2&maxAmount=1',
      [field('minAmount', 'invalid.amountrange')],
    ],
    ['minAmount negative', '?minAmount=-1', [field('minAmount', 'invalid.amountrange')]],
    ['maxAmount no number', '?maxAmount=x', [field('maxAmount', 'invalid.amountrange')]],
    ['an unknown parameter', '?status=PD', [{ type: 'SYNTAX', field: 'status' }]],
    [
      'all at once',
      '?transactionTypes=X&transactionStatuses=X&daterange=X&minAmount=X',
      [
        field('transactionTypes', '9008'),
        field('transactionStatuses', '9052'),
        field('daterange', '9053'),
        field('minAmount', 'invalid.amountrange'),
      ],
    ],
  ];
  it.each(wrong)('refused filter %s [§9.cash-filters]', async (_row, query, problems) => {
    expectExactly(await service.client.get(`${listed.path}${query}`), problems);
  });
});

describe('decisions §9 › PUT …/cashtransactions/{oid} cancels', () => {
  it.each(['8', '99', '100'])(
    'cancelReasonCode %s [§9.cash-cancel cash.cancelReason]',
    async (cancelReasonCode) => {
      const oid = await cash.make();
      const answer = await cash.cancel(oid, { cancelReasonCode, cancelReason: ' Too early ' });
      expectStatus(answer, 200);
      expect(answer.body).toBeUndefined();
      const shown = await service.client.get(`${cash.path}/${oid}`);
      expect(shown.body).toMatchObject({
        status: 'CC',
        cancelReasonCode,
        cancelReason: 'Too early',
      });
      expect(shown.headers.get('etag')).toBe(answer.headers.get('etag'));
    },
  );

  const wrong: [string, Record<string, unknown>, Problems][] = [
    ['9049 a reason that is none', { cancelReasonCode: '7' }, [field('cancelReasonCode', '9049')]],
    [
      '9049 a reason of the wrong type',
      { cancelReasonCode: [] },
      [field('cancelReasonCode', '9049')],
    ],
    ['cancelReasonCode missing', {}, [field('cancelReasonCode', 'cannot.be.null')]],
    [
      'cancelReasonCode null',
      { cancelReasonCode: null },
      [field('cancelReasonCode', 'cannot.be.null')],
    ],
    [
      'cancelReason too long',
      { cancelReasonCode: '8', cancelReason: 'x'.repeat(256) },
      [field('cancelReason', 'invalid.length')],
    ],
    [
      'cancelReason of the wrong type',
      { cancelReasonCode: '8', cancelReason: 1 },
      [field('cancelReason', 'invalid.value')],
    ],
    [
      'cancelReason unprintable',
      { cancelReasonCode: '8', cancelReason: 'a\u0007' },
      [field('cancelReason', 'invalid.value')],
    ],
    [
      'cancelSeriesFlag of the wrong type',
      { cancelReasonCode: '8', cancelSeriesFlag: 'yes' },
      [field('cancelSeriesFlag', 'invalid.value')],
    ],
    [
      'an unknown key',
      { cancelReasonCode: '8', status: 'CC' },
      [{ type: 'SYNTAX', field: 'status' }],
    ],
  ];
  it.each(wrong)('%s [§9.cash-cancel]', async (_row, body, problems) => {
    const oid = await cash.make();
    await refused(() => cash.cancel(oid, body), ...problems);
  });

  it('9050 › not pending: cancelled, processing, completed, rejected [§9.cash-cancel]', async () => {
    const oid = await cash.make();
    expectStatus(await cash.cancel(oid), 200);
    await refused(() => cash.cancel(oid), rule('9050'));
    for (const status of ['PR', 'CL', 'RJ']) {
      const other = unusedOid();
      expectStatus(await cash.report(other, { ...cash.deposit(), status }), 200);
      await refused(() => cash.cancel(other), rule('9050'));
    }
  });

  it('9051 › not permitted, HTTP 403: DV, TR and who has no right; MM cancels [§9.cash-cancel]', async () => {
    const oid = await cash.make();
    const path = `${cash.path}/${oid}`;
    const body = { cancelReasonCode: '8' };
    for (const client of [
      await holder(service, cash.accountNumber, 'DV'),
      await holder(service, cash.accountNumber, 'TR'),
      service.as(await service.member()),
      service.auditor,
      service.backoffice,
    ]) {
      const answer = await expectUnchanged(service, () => client.put(path, body));
      expectExactly(answer, [{ type: 'FORBIDDEN', errorCode: '9051' }], 403);
      const posted = await expectUnchanged(service, () => client.post(cash.path, cash.deposit()));
      expectExactly(posted, [{ type: 'FORBIDDEN' }], 403);
    }
    const mover = await holder(service, cash.accountNumber, 'MM');
    expectStatus(await mover.post(cash.path, cash.deposit()), 201);
    expectStatus(await mover.put(path, body), 200);
  });

  it('§1 › If-Match › 412 when stale [§1.412]', async () => {
    const oid = await cash.make();
    const body = { cancelReasonCode: '8' };
    const stale = await expectUnchanged(service, () =>
      cash.cancel(oid, body, { 'if-match': '"7"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    expectStatus(await cash.cancel(oid, body, { 'if-match': '"0"' }), 200);
  });

  it('two requests at once cancel once [§9.cash-cancel]', async () => {
    const oid = await cash.make();
    const answers = await Promise.all(
      ['8', '99'].map((cancelReasonCode) => cash.cancel(oid, { cancelReasonCode })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('Bank link › cancel › only without transactions in process', () => {
  it('decisions §7 › refused while one is PD or PR; CC, RJ and CL do not block [states.link-cancelled §7.cancel]', async () => {
    const other = await CashUnderTest.create(service);
    const inProcess = rule('banklink.transactions.in.process.rule');
    const pending = await other.make();
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(pending, { status: 'PR' }), 200);
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(pending, { status: 'CL' }), 200);
    const rejected = await other.make(other.withdrawal());
    await refused(() => other.cancelLink(), inProcess);
    expectStatus(await other.report(rejected, { status: 'RJ' }), 200);
    expectStatus(await other.cancel(await other.make()), 200);
    expectStatus(await other.cancelLink(), 200);
    expectStatus(await other.cancelLink(), 200);
  });

  it('a transaction and the cancellation at once never leave money pending on a cancelled link [§7.cancel]', async () => {
    const other = await CashUnderTest.create(service);
    for (let round = 0; round < 5; round++) {
      await Promise.all([other.post(other.deposit()), other.cancelLink()]);
      const link = (await service.client.get(other.linkPath)).body as { status: string };
      const pending = await other.list('?transactionStatuses=PD');
      expect(link.status === 'D' && pending.length > 0).toBe(false);
      for (const oid of pending) await other.cancel(oid);
    }
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/cashtransactions/{oid}', () => {
  it.each(['PD', 'PR', 'CL', 'CC', 'RJ'])(
    'a first PUT may carry status %s [§10.cashtransactions §9.cash-transitions cash.status]',
    async (status) => {
      const oid = unusedOid();
      expectStatus(await cash.report(oid, { ...cash.deposit(), status }), 200);
      expect(await cash.read(oid)).toMatchObject({ oid, status, amount: '250.00' });
    },
  );

  it('the resource as GET shows it is taken back, and changes nothing [§10.rule]', async () => {
    const reported = unusedOid();
    expectStatus(await cash.report(reported, { transactionType: 'COW', amount: '1' }), 200);
    const ids = [await cash.make(), await cash.make(cash.deposit({ repeatType: 'M' })), reported];
    for (const oid of ids) {
      const body = await cash.read(oid);
      expectStatus(await expectUnchanged(service, () => cash.report(oid, body)), 200);
      expect(await cash.read(oid)).toEqual(body);
    }
  });

  it('a changed body is one event, sent twice one change [§10.rule]', async () => {
    const oid = unusedOid();
    const body = { ...cash.deposit({ amount: '8.00' }), accountFees: '1.50', status: 'PD' };
    expectStatus(await cash.report(oid, body), 200);
    const before = await service.head();
    const changed = { ...body, amount: '9.00', sourceDescription: 'Bank' };
    expectStatus(await cash.report(oid, changed), 200);
    expect(await service.head()).toBeGreaterThan(before);
    expectStatus(await expectUnchanged(service, () => cash.report(oid, changed)), 200);
    const shown = { amount: '9.00', accountFees: '1.50', sourceDescription: 'Bank' };
    expect(await cash.read(oid)).toMatchObject(shown);
  });

  const STATUSES = ['PD', 'PR', 'CL', 'CC', 'RJ'];
  const allowed = ['PD→PR', 'PR→CL', 'PD→CC', 'PD→RJ', 'PR→RJ'];
  const pairs = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  it.each(pairs)(
    'transition %s to %s [states.cash-statuses §9.cash-transitions]',
    async (from, to) => {
      const oid = unusedOid();
      expectStatus(await cash.report(oid, { ...cash.deposit(), status: from }), 200);
      if (allowed.includes(`${from}→${to}`)) {
        expectStatus(await cash.report(oid, { status: to, cancelReason: 'So it is' }), 200);
        expect(await cash.read(oid)).toMatchObject({ status: to, cancelReason: 'So it is' });
      } else {
        const problem = rule('cash.transaction.status.rule', 'status');
        await refused(() => cash.report(oid, { status: to }), problem);
      }
    },
  );

  const wrong: [string, Record<string, unknown>, Problems][] = [
    [
      'transactionType missing',
      { transactionType: undefined },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType outside the codes',
      { transactionType: 'X' },
      [field('transactionType', 'invalid.choice')],
    ],
    ['amount missing', { amount: null }, [field('amount', 'cannot.be.null')]],
    ['amount zero', { amount: '0' }, [field('amount', 'invalid.value')]],
    ['status outside the codes', { status: 'OK' }, [field('status', 'invalid.choice')]],
    ['status in the wrong case', { status: 'pd' }, [field('status', 'invalid.choice')]],
    ['oid another one', { oid: 'other' }, [rule('uri.matching.rule', 'oid')]],
    [
      'targetId another account',
      { targetId: 'RA00000000' },
      [rule('uri.matching.rule', 'targetId')],
    ],
    [
      'createDateTime no timestamp',
      { createDateTime: '2026-01-01' },
      [field('createDateTime', 'invalid.date')],
    ],
    ['processDate no date', { processDate: '1' }, [field('processDate', 'invalid.date')]],
    ['accountFees negative', { accountFees: '-1' }, [field('accountFees', 'invalid.value')]],
    [
      'sourceDescription too long',
      { sourceDescription: 'x'.repeat(256) },
      [field('sourceDescription', 'invalid.length')],
    ],
    [
      'cancelReasonCode outside the codes',
      { cancelReasonCode: '1' },
      [field('cancelReasonCode', 'invalid.choice')],
    ],
    [
      'repeatInterval no digits',
      { repeatInterval: 'x' },
      [field('repeatInterval', 'allows.only.digits')],
    ],
    ['an unknown key', { note: 1 }, [{ type: 'SYNTAX', field: 'note' }]],
  ];
  it.each(wrong)('%s [§10.cashtransactions]', async (_row, fields, problems) => {
    await refused(() => cash.report(unusedOid(), { ...cash.deposit(), ...fields }), ...problems);
  });

  it('404 for an unknown account or id, 403 without the role; ids of series are the service’s [§10.rule]', async () => {
    const put = (client: typeof service.client, path: string) =>
      expectUnchanged(service, () => client.put(path, cash.deposit()));
    const path = `/backoffice/accounts/${cash.accountNumber}/cashtransactions/5`;
    for (const client of [service.client, service.auditor, service.operator]) {
      expectExactly(await put(client, path), [{ type: 'FORBIDDEN' }], 403);
    }
    for (const wrongPath of [
      '/backoffice/accounts/RA00000000/cashtransactions/5',
      '/backoffice/accounts/x/cashtransactions/5',
      `/backoffice/accounts/${cash.accountNumber}/cashtransactions/%20`,
    ]) {
      expectExactly(await put(service.backoffice, wrongPath), [{ type: 'NOT_FOUND' }], 404);
    }
    await refused(
      () => cash.report('123456789012345-1', cash.deposit()),
      field('oid', 'invalid.value'),
    );
  });

  it('the same id on two accounts is two transactions [cash.oid]', async () => {
    const oid = unusedOid();
    expectStatus(await cash.report(oid, cash.deposit({ amount: '1.00' })), 200);
    expectStatus(await ira.report(oid, ira.deposit({ amount: '2.00' })), 200);
    expect(await cash.read(oid)).toMatchObject({ amount: '1.00' });
    expect(await ira.read(oid)).toMatchObject({ amount: '2.00' });
  });

  it('cancelling with the series flag takes the other reported ones of the series with it [§10.cashtransactions]', async () => {
    const series = unusedOid();
    const ids = [unusedOid(), unusedOid(), unusedOid()];
    const body = { ...cash.deposit({ repeatType: 'W' }), repeatCashTransactionOid: series };
    for (const oid of ids) expectStatus(await cash.report(oid, body), 200);
    expectStatus(await cash.report(ids[2]!, { status: 'PR' }), 200);
    await refused(() => cash.cancel(ids[0]!), field('cancelSeriesFlag', '9048'));
    const cancel = { cancelReasonCode: '99', cancelSeriesFlag: true };
    expectStatus(await cash.cancel(ids[0]!, cancel), 200);
    const statuses = await Promise.all(ids.map(async (oid) => (await cash.read(oid))['status']));
    expect(statuses).toEqual(['CC', 'CC', 'PR']);
    expect(await cash.read(ids[1]!)).toMatchObject({ cancelReasonCode: '99' });
  });
});

describe('15. Get overnight check deposit instructions', () => {
  const express = (one: CashUnderTest) =>
    `/restapi/accounts/${one.accountNumber}/cashtransfers/expresscheckinstructions`;

  it('Express check instructions output › address and payableTo of the firm; no contributionYear but for an IRA [15.response express-check.*]', async () => {
    const instructions = {
      accountNumber: cash.accountNumber,
      address: {
        line1: '100 Custody Plaza',
        line2: null,
        line3: null,
        city: 'McLean',
        state: 'VA',
        zipcode: '22102',
        country: 'US',
      },
      payableTo: 'Demonstration Brokerage',
    };
    const answer = await service.client.get(express(cash));
    expectStatus(answer, 200);
    expect(answer.body).toEqual(instructions);
    const regular = express(cash).replace('express', '');
    expect((await service.client.get(regular)).body).toEqual(instructions);
    const contributionYear = today().slice(0, 4);
    expect((await service.client.get(express(ira))).body).toMatchObject({ contributionYear });
  });

  it('a restricted account reads them, SV and strangers do not [15.response §5.allows]', async () => {
    const restricted = await service.account();
    const path = `/restapi/accounts/${restricted}/cashtransfers/expresscheckinstructions`;
    expectStatus(await service.client.get(path), 200);
    expectStatus(await service.auditor.get(path), 200);
    const stranger = service.as(await service.member());
    expectProblems(await stranger.get(path), [{ type: 'FORBIDDEN' }], 403);
    const viewer = await holder(service, restricted, 'SV');
    expectProblems(await viewer.get(path), [{ type: 'FORBIDDEN' }], 403);
    const unknown = path.replace(restricted, 'RA00000000');
    expectProblems(await service.client.get(unknown), [{ type: 'NOT_FOUND' }], 404);
  });

  it('404 when the firm has no deposit address [15.response]', async () => {
    const { client, planOid } = await service.otherFirm();
    const accountNumber = await service.account({ billingPlanOid: planOid }, client);
    const path = `/restapi/accounts/${accountNumber}/cashtransfers/expresscheckinstructions`;
    const message = 'The firm has no deposit address for checks.';
    expectExactly(await client.get(path), [{ type: 'NOT_FOUND', message }], 404);
  });
});

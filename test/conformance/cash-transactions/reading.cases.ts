import { beforeAll, describe, expect, it } from '@jest/globals';
import { field } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { CashUnderTest, unusedOid } from '../cash.fixture.js';
import { cash, ira, type Problems, service } from './set-up.js';

describe('19. Get a cash transaction', () => {
  it('both spellings of the path are the same resource [cash.paths]', async () => {
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

  it('403 when the user is not allowed: SV and strangers; DV and auditors read [cash.access errors.403]', async () => {
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

  it('404 when the transaction is not found: unknown, of another account, of another firm [cash.access]', async () => {
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

describe('GET …/cashtransactions', () => {
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

  it('all, the newest first [cash.list]', async () => {
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
    ['daterange, no end', '?daterange=06-04-2019,12-31-9999', ['out', 'big', 'small']],
    ['daterange, the day after', '?daterange=06-04-2019,06-05-2019', []],
    ['from', '?from=2019-06-04', ['out', 'big', 'small']],
    ['to', '?to=2019-06-03', ['old']],
    ['from and to, moments', '?from=2019-06-04T03:59:59Z&to=2019-06-04T04:00:00Z', ['old']],
    ['to, exclusive', '?to=2019-06-04T03:59:59Z', []],
    ['from after to', '?from=2020-01-01&to=2019-01-01', []],
    ['minAmount', '?minAmount=50', ['out', 'big']],
    ['maxAmount', '?maxAmount=5.00', ['small', 'old']],
    ['minAmount and maxAmount', '?minAmount=5&maxAmount=50.00', ['out', 'old']],
    [
      'all together',
      '?transactionTypes=AHD&transactionStatuses=PD&daterange=1y&minAmount=2',
      ['big'],
    ],
  ];

  it.each(filters)('filter %s [cash.list]', async (_row, query, expected) => {
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
    ['daterange and from', '?daterange=3d&from=2019-06-05', [field('daterange', 'invalid.value')]],
    ['no moment', '?from=3d&to=x', [field('from', 'invalid.date'), field('to', 'invalid.date')]],
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

  it.each(wrong)('refused filter %s [cash.list]', async (_row, query, problems) => {
    expectExactly(await service.client.get(`${listed.path}${query}`), problems);
  });
});

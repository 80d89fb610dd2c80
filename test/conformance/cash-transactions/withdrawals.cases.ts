import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectStatus } from '../../support/running-service.js';
import { amountsOf } from '../bank-links.fixture.js';
import { CashUnderTest, today } from '../cash.fixture.js';
import { cash, ira, type Problems, refused, service } from './set-up.js';

describe('POST …/cashtransactions', () => {
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

  it('every problem at once [errors.list]', async () => {
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

  it('Cash transaction › sourceId, targetId › a bank link that is not verified yet [cash.sourceId cash.targetId]', async () => {
    const link = await cash.unverifiedLink();
    const code = 'cash.transaction.bank.link.unverified.rule';
    await refused(() => cash.post(cash.deposit({ sourceId: link })), rule(code, 'sourceId'));
    for (const transactionType of ['AHW', 'WIW', 'CRW', 'COW']) {
      const body = cash.withdrawal({ transactionType, targetId: link });
      await refused(() => cash.post(body), rule(code, 'targetId'));
    }
    const { owner, accountNumber } = cash;
    const { amounts } = (await amountsOf(service, accountNumber, link)).body as {
      amounts: [string, string];
    };
    const [md1, md2] = amounts;
    const path = `/restapi/accounts/${accountNumber}/verify/microdeposits/${link}`;
    const body = { bankLinkOid: link, md1, md2, op: 'verify_md', ownerLoginId: owner };
    expectStatus(await service.client.put(path, body), 200);
    await cash.make(cash.deposit({ sourceId: link }));
  });

  it('a restricted account refuses cash transactions, and lets them be cancelled [restriction.refuses cash.create]', async () => {
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

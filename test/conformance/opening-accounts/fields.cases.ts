import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import { expectExactly, uniqueName } from '../../support/running-service.js';
import { ACCOUNT_NUMBER, omit, type Type, inTwoDays } from '../accounts.fixture.js';
import { accounts, stranger } from './set-up.js';

describe('Account (create)', () => {
  it('Account › accountType › missing, null [account.accountType errors.VALIDATION_FIELD]', async () => {
    const body = await accounts.body('I');
    const problem = { ...FIELD, field: 'accountType', errorCode: NULL };
    await accounts.refused(omit(body, 'accountType'), problem);
    await accounts.refused({ ...body, accountType: null }, problem);
  });

  // test/conformance/bad-input.spec.ts sends the values that are wrong for each kind of field
  it.each<[string, string, unknown, string]>([
    ['accountName', 'blank', '   ', NULL],
    ['accountName', 'unprintable', 'a\u0007b', VALUE],
    ['accountName', 'line end', 'a\nb', VALUE],
    ['accountName', 'nothing to be seen', '\u200b\u2060', VALUE],
    ['accountName', 'fillers and an accent without a letter', '\u3164\u0301', VALUE],
    ['accountType', 'too long', 'II', CHOICE],
    ['accountType', 'a name of Object', 'constructor', CHOICE],
    ['billingPlanOid', 'wrong type', {}, VALUE],
    ['repCode', 'unprintable', 'R\t9', VALUE],
    ['defaultTaxLotSelection', 'outside the list', 'BEST', CHOICE],
    ['primaryAccountOwner', 'too long', 'x'.repeat(65), LENGTH],
    ['trustedContacts', 'wrong type', 'Tom', VALUE],
    ['w9BackupWithholding', 'outside the list', 'X', CHOICE],
  ])(
    'Account › %s › %s: %j [account.accountName account.accountType account.billingPlanOid account.branchCode account.repCode account.defaultTaxLotSelection account.primaryAccountOwner account.trustedContacts account.w9BackupWithholding errors.field-codes]',
    async (field, _what, value, errorCode) => {
      const body = await accounts.body('I', { [field]: value });
      await accounts.refused(body, { ...FIELD, field, errorCode });
    },
  );

  it.each<[Type, string, string, unknown, string]>([
    ['J', 'jointOwners', 'null inside', [null], NULL],
    ['J', 'jointOwners', 'empty inside', [''], NULL],
    ['9', 'initContributionDate', 'in the future', inTwoDays(), DATE],
    ['R', 'primaryBeneficiaries', 'wrong type', 'Ben', VALUE],
    ['R', 'contingentBeneficiaries', 'wrong type', 1, VALUE],
    ['U', 'minor', 'wrong type', 'Mia', VALUE],
    ['A', 'trustees', 'null inside', [null], NULL],
    ['A', 'accountRegistrationInfo', 'blank', '  ', NULL],
    ['A', 'taxClassification', 'P is for an LLC', 'P', CHOICE],
  ])(
    'Account › type %s › %s › %s: %j [account.jointOwners account.initContributionDate account.primaryBeneficiaries account.contingentBeneficiaries account.minor account.trustees account.accountRegistrationInfo account.taxClassification]',
    async (type, field, _what, value, errorCode) => {
      await accounts.refused(await accounts.body(type, { [field]: value }), {
        ...FIELD,
        field,
        errorCode,
      });
    },
  );

  it.each<[Type, string]>([
    ['A', 'S'],
    ['A', 'C'],
    ['F', 'S'],
    ['F', 'C'],
    ['F', 'P'],
  ])(
    'Codes › taxClassification › %s takes %s [account.taxClassification]',
    async (type, taxClassification) => {
      const number = await accounts.opened(type, { taxClassification });
      expect(await accounts.read(number)).toMatchObject({ taxClassification });
    },
  );

  it.each<[string, string]>([
    ['16 characters', 'abcdefgh ijklmn!'],
    ['special characters', `Zoë's #1 & <$%>`],
    ['16 code points', '😀'.repeat(16)],
  ])('Account › accountName › %s [account.accountName]', async (_what, accountName) => {
    const primaryAccountOwner = await accounts.service.member();
    const number = await accounts.opened('I', { accountName, primaryAccountOwner });
    expect(await accounts.read(number)).toMatchObject({ accountName });
  });

  it('Account › accountName › trimmed, then 16 characters [account.accountName]', async () => {
    const accountName = uniqueName('name').slice(-16);
    const number = await accounts.opened('I', { accountName: `   ${accountName}  ` });
    expect(await accounts.read(number)).toMatchObject({ accountName });
  });

  it('Accounts › accountName › unique for the owner, ignoring case and blanks [account.accountName errors.VALIDATION_RULE]', async () => {
    const [primaryAccountOwner, other] = [
      await accounts.service.member(),
      await accounts.service.member(),
    ];
    const problem = { ...RULE, field: 'accountName', errorCode: 'account.unique.name.rule' };
    await accounts.opened('I', { primaryAccountOwner, accountName: 'My Old Age' });
    for (const accountName of ['My Old Age', 'my old AGE', ' My  Old   Age ']) {
      const body = await accounts.body('R', { primaryAccountOwner, accountName });
      await accounts.refused(body, problem);
    }
    // for another owner, and where the owner is a joint owner only
    await accounts.opened('I', { primaryAccountOwner: other, accountName: 'My Old Age' });
    await accounts.opened('J', {
      primaryAccountOwner: await accounts.service.member(),
      jointOwners: [primaryAccountOwner],
      accountName: 'My Old Age',
    });
    await accounts.opened('I', { primaryAccountOwner, accountName: 'MyOldAge' });
  });

  it('Accounts › accountName › unique, even with concurrent requests [account.accountName]', async () => {
    const body = await accounts.body('I', { primaryAccountOwner: await accounts.service.member() });
    const names = ['Main', 'MAIN', ' main'];
    const answers = await Promise.all(
      names.map((accountName) => accounts.create({ ...body, accountName })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) {
      expectExactly(answer, [{ ...RULE, errorCode: 'account.unique.name.rule' }]);
    }
  });

  it('Accounts › accountNumber › R, a letter, eight of digits and capitals, never twice [account.number]', async () => {
    const numbers = await Promise.all(Array.from({ length: 12 }, () => accounts.opened('I')));
    for (const number of numbers) expect(number).toMatch(ACCOUNT_NUMBER);
    expect(new Set(numbers).size).toBe(12);
  });

  it('Accounts › billingPlanOid › an advisory plan of the firm [account.billingPlanOid]', async () => {
    const { A, B, P } = accounts.service.credentials.billingPlans;
    const problem = { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' };
    for (const billingPlanOid of [B, P, stranger.planOid, '0', 'x/y', 'no such plan']) {
      await accounts.refused(await accounts.body('I', { billingPlanOid }), problem);
    }
    if (/^\d+$/.test(A)) await accounts.opened('I', { billingPlanOid: Number(A) });
  });

  it('Wire › numbers › identifiers and rates may be JSON numbers [request.numbers]', async () => {
    const { owner, service } = accounts;
    await service.advisoryPlan(service.credentials.firmId, '4711');
    const number = await accounts.opened('I', {
      primaryAccountOwner: owner,
      billingPlanOid: 4711,
      branchCode: 12,
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: 12.5,
    });
    expect(await accounts.read(number)).toMatchObject({
      billingPlanOid: '4711',
      branchCode: '12',
      longTermTaxRate: '12.5',
    });
    const ira = await accounts.body('I', { accountType: 9 });
    expect(await accounts.read(await accounts.open(ira))).toMatchObject({ accountType: '9' });
  });
});

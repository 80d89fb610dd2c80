import { describe, expect, it } from '@jest/globals';
import { CHOICE, DIGITS, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import {
  ACCOUNTS,
  type Body,
  contact,
  idOf,
  minor,
  OTHER_TYPE,
  shares,
} from '../accounts.fixture.js';
import { accounts, stranger, strangersMember } from './set-up.js';

describe('Create an account', () => {
  it('Wire › error list › every problem of fields at once, rules later [errors.list]', async () => {
    const { B } = accounts.service.credentials.billingPlans;
    await accounts.refused(
      {
        accountname: 'x',
        accountName: 'x'.repeat(17),
        accountType: 'R',
        billingPlanOid: B,
        primaryAccountOwner: 'nobody',
        defaultTaxLotSelection: 'FIFO',
        longTermTaxRate: '101',
        jointOwners: [accounts.partner],
        taxClassification: 'C',
        minor: minor({ ssn: 'x' }),
        w9BackupWithholding: 'X',
        trustedContacts: [contact({ email: 'x', phone: '1' })],
        primaryBeneficiaries: shares('50', '49.99'),
      },
      { type: 'SYNTAX', field: 'accountname' },
      { ...FIELD, field: 'accountName', errorCode: LENGTH },
      { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      { ...FIELD, field: 'longTermTaxRate', errorCode: VALUE },
      { ...FIELD, field: 'jointOwners', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'taxClassification', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'minor', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'ssn', errorCode: DIGITS },
      { ...FIELD, field: 'w9BackupWithholding', errorCode: CHOICE },
      { ...FIELD, field: 'email', errorCode: VALUE },
      { type: 'SYNTAX', field: 'phone' },
    );
  });

  it('Wire › error list › then every broken rule at once [errors.list]', async () => {
    const { B } = accounts.service.credentials.billingPlans;
    await accounts.refused(
      {
        ...(await accounts.body('R')),
        billingPlanOid: B,
        primaryAccountOwner: 'nobody',
        primaryBeneficiaries: shares('50', '49.99'),
      },
      { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' },
      { ...RULE, field: 'primaryAccountOwner', errorCode: 'account.invalid.primary.owner' },
      { ...RULE, field: 'primaryBeneficiaries', errorCode: 'account.beneficiary.share.rule' },
    );
  });

  it('Wire › error list › an empty object lacks the four fields [errors.field-codes account.accountName account.accountType account.billingPlanOid account.primaryAccountOwner]', async () => {
    await accounts.refused(
      {},
      ...['accountName', 'accountType', 'billingPlanOid', 'primaryAccountOwner'].map((field) => ({
        ...FIELD,
        field,
        errorCode: NULL,
      })),
    );
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('Wire › body › %s is no account [errors.malformed]', async (_what, body) => {
    await accounts.refused(body, { type: 'SYNTAX' });
  });

  it.each([
    ...['accountNumber', 'securityExclusion', 'issueExclusions', 'sectorExclusion'],
    ...['restrictions', 'accountStatus', 'creationDate', 'AccountName', 'accounttype', '__proto__'],
  ])('Wire › unknown field › %s [request.spelling errors.SYNTAX]', async (field) => {
    const body = { ...(await accounts.body('I')), ...(JSON.parse(`{"${field}":"x"}`) as Body) };
    Object.defineProperty(body, field, { value: 'x', enumerable: true });
    await accounts.refused(body, { type: 'SYNTAX', field });
  });

  it('Who may call › only clients of a firm [auth.bearer]', async () => {
    const body = await accounts.body('I');
    const { backoffice, operator, auditor } = accounts.service;
    for (const client of [backoffice, operator, auditor]) {
      const answer = await expectUnchanged(accounts.service, () => accounts.create(body, client));
      expectProblems(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    const unknown = await expectUnchanged(accounts.service, () =>
      accounts.create(body, accounts.service.as('nobody-at-all')),
    );
    expectProblems(unknown, [{ type: 'FORBIDDEN' }], 403);
  });

  it("Who may call › another firm can't use this firm's people, plans and firms [auth.client]", async () => {
    const { firmId } = await accounts.unusedFirm();
    const individual = await accounts.body('I');
    const refused = async (body: Body, ...fields: string[]): Promise<void> => {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.create(body, stranger.client),
      );
      expectExactly(
        answer,
        fields.map((field) => ({ ...RULE, field })),
      );
    };
    await refused(individual, 'billingPlanOid', 'primaryAccountOwner');
    const { planOid: billingPlanOid } = stranger;
    await refused({ ...individual, billingPlanOid }, 'primaryAccountOwner');
    const joint = { ...(await accounts.body('J')), billingPlanOid };
    await refused({ ...joint, primaryAccountOwner: strangersMember }, 'jointOwners');
    const corporate = {
      ...(await accounts.body('A')),
      billingPlanOid,
      primaryAccountOwner: firmId,
    };
    await refused(corporate, 'primaryAccountOwner', 'trustees');
  });

  it('Who may call › who holds what › the acting member who creates gets AC, and nobody else AM [permission.at-creation]', async () => {
    const { owner, partner, service } = accounts;
    const body = await accounts.body('J');
    const number = idOf(await accounts.create(body, service.as(owner)));
    expect(await accounts.get(number, '/permissions', service.as(owner))).toMatchObject([
      { loginId: owner, permission: 'AC', alertLevel: 'all' },
      { loginId: partner, permission: 'AM', alertLevel: 'all' },
    ]);
    const renaming = { accountName: uniqueName('a').slice(-16) };
    expectStatus(await service.client.put(`${ACCOUNTS}/${number}`, renaming), 403);
  });
});

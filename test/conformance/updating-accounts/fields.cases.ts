import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, DIGITS, FIELD, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  ACCOUNTS,
  beneficiary,
  type Body,
  contact,
  expectWritten,
  minor,
  omit,
  OTHER_TYPE,
  shares,
} from '../accounts.fixture.js';
import { accounts, individual, ira, name } from './set-up.js';

describe('Update an account', () => {
  it('Update › response › 200, empty body, Location [request.updated account.updated]', async () => {
    const answer = await accounts.update(individual, { accountName: name() });
    expectWritten(answer, 200, `${ACCOUNTS}/${individual}`);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
  });

  it('Update › nothing to change › 200 with Location, nothing stored [account.updated]', async () => {
    const accountName = name();
    await accounts.updated(individual, { accountName, trustedContacts: [contact()] });
    for (const body of [
      {},
      { accountName },
      { accountName, accountNumber: individual, trustedContacts: [contact()] },
      { issueExclusion: [], primaryBeneficiaries: [] },
    ]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(individual, body),
      );
      expectWritten(answer, 200, `${ACCOUNTS}/${individual}`);
    }
  });

  it('Update › omitted fields stay as they are [exclusion.replacing]', async () => {
    const before = await accounts.read(
      await accounts.opened('9', {
        trustedContacts: [contact()],
        primaryBeneficiaries: [beneficiary()],
        contingentBeneficiaries: [beneficiary({ relationship: 'O' })],
      }),
    );
    const accountName = name();
    const after = await accounts.updated(String(before['accountNumber']), { accountName });
    expect(after).toEqual({ ...before, accountName });
  });

  it('Update › every updatable field at once, those of a taxable account [account.update account.accountName account.billingPlanOid]', async () => {
    const { service } = accounts;
    await service.advisoryPlan(service.credentials.firmId, '9901');
    const exclusion = { exclusionStartDate: '2026-01-01', exclusionEndDate: '2026-12-31' };
    const changes = {
      accountName: name(),
      billingPlanOid: '9901',
      defaultTaxLotSelection: 'WGFS',
      longTermTaxRate: '20',
      shortTermTaxRate: '37.5',
      trustedContacts: [contact({ relationship: 'G' })],
      securityExclusion: [{ ...exclusion, exclusionValue: 'IBM' }],
      issueExclusion: [{ ...exclusion, exclusionValue: 'Tobacco' }],
      sectorExclusion: [{ ...exclusion, exclusionValue: 'Energy' }],
    };
    const number = await accounts.opened('J');
    const before = await accounts.read(number);
    const after = await accounts.updated(number, { accountNumber: number, ...changes });
    expect(after).toEqual({ ...before, ...changes });
  });

  it('Update › every updatable field of a SIMPLE IRA [account.update account.initContributionDate]', async () => {
    const number = await accounts.opened('9');
    const person = beneficiary({
      title: 'Mrs.',
      middleName: null,
      suffix: 'III',
      citizenship: 'R',
      dateOfBirth: '1980-01-31T00:00:00.000+00:00',
      sharePct: '100.00',
    });
    const changes = {
      initContributionDate: '2018-05-06',
      primaryBeneficiaries: [person],
      contingentBeneficiaries: [{ ...person, relationship: 'O' }],
      defaultTaxLotSelection: 'AVGC',
    };
    const masked = (one: Body): Body => ({ ...one, ssn: '*****6780' });
    expect(await accounts.updated(number, changes)).toMatchObject({
      ...changes,
      primaryBeneficiaries: changes.primaryBeneficiaries.map(masked),
      contingentBeneficiaries: changes.contingentBeneficiaries.map(masked),
    });
  });

  it.each<[string, () => unknown]>([
    ['accountType', () => 'R'],
    ['accountType', () => 'I'],
    ['accountType', () => ({})],
    ['branchCode', () => 'B2'],
    ['repCode', () => 'R2'],
    ['primaryAccountOwner', () => accounts.partner],
    ['primaryAccountOwner', () => accounts.owner],
    ['jointOwners', () => [accounts.partner]],
    ['jointOwners', () => []],
    ['jointOwners', () => 'x'],
    ['minor', () => minor()],
    ['minor', () => minor({ ssn: 'x', unknown: 1 })],
    ['w9BackupWithholding', () => 'C'],
    ['w9BackupWithholding', () => 'N'],
    ['trustees', () => [accounts.trustee]],
    ['accountRegistrationInfo', () => 'The Doe Estate'],
    ['taxClassification', () => 'C'],
  ])(
    'Update › not updatable › %s [account.not-updatable account.accountType account.primaryAccountOwner account.jointOwners account.minor account.w9BackupWithholding]',
    async (field, value) => {
      const problem = { ...FIELD, field, errorCode: 'not.updatable' };
      await accounts.notUpdated(individual, { [field]: value() }, problem);
      await accounts.notUpdated(individual, { accountName: name(), [field]: value() }, problem);
    },
  );

  it.each([
    ...['accountname', 'AccountName', 'primarybeneficiaries', 'securityexclusion', 'ssn'],
    ...['AccountStatus', 'restrictions', 'creationDate', 'securityExclusionss', 'permissions'],
  ])('Update › unknown field › %s [request.spelling]', async (field) => {
    await accounts.notUpdated(individual, { [field]: 'x' }, { type: 'SYNTAX', field });
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('Update › body › %s is no account [errors.malformed]', async (_what, body) => {
    await accounts.notUpdated(individual, body, { type: 'SYNTAX' });
  });

  it('Update › accountNumber › the one in the path, also in the body [account.accountNumber request.matching-ids]', async () => {
    const other = await accounts.opened('I');
    for (const accountNumber of [other, 'RZ00000000', individual.toLowerCase()]) {
      await accounts.notUpdated(
        individual,
        { accountNumber },
        { field: 'accountNumber', errorCode: 'uri.matching.rule' },
      );
    }
    await accounts.notUpdated(
      individual,
      { accountNumber: {} },
      { ...FIELD, field: 'accountNumber', errorCode: VALUE },
    );
    expectStatus(await accounts.update(individual, { accountNumber: individual }), 200);
  });

  it.each<[string, unknown, string]>([
    ['accountName', 'x'.repeat(17), LENGTH],
    ['accountName', '', NULL],
    ['accountName', '  ', NULL],
    ['accountName', 5, VALUE],
    ['accountName', ['x'], VALUE],
    ['accountName', 'a\u0000', VALUE],
    ['accountName', null, NULL],
    ['billingPlanOid', null, NULL],
    ['billingPlanOid', {}, VALUE],
    ['billingPlanOid', '', NULL],
    ['defaultTaxLotSelection', 'lifo', CHOICE],
    ['defaultTaxLotSelection', 'BEST', CHOICE],
    ['defaultTaxLotSelection', 'AVGC', CHOICE],
    ['defaultTaxLotSelection', false, CHOICE],
    ['trustedContacts', {}, VALUE],
    ['trustedContacts', 'Tom', VALUE],
    ['securityExclusion', {}, VALUE],
    ['issueExclusion', 'x', VALUE],
    ['sectorExclusions', 1, VALUE],
    ['initContributionDate', '2020-01-01', OTHER_TYPE],
    ['primaryBeneficiaries', shares('100'), OTHER_TYPE],
  ])(
    'Update › %s › %j on an individual account [account.update]',
    async (field, value, errorCode) => {
      await accounts.notUpdated(individual, { [field]: value }, { ...FIELD, field, errorCode });
    },
  );

  it('Update › beneficiaries › the empty lists of an account that has none [account.update-lists]', async () => {
    const nothing = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
    expectStatus(await accounts.update(individual, nothing), 200);
  });

  it('Update › error list › every problem of fields at once, rules later [errors.list]', async () => {
    const { P } = accounts.service.credentials.billingPlans;
    await accounts.notUpdated(
      ira,
      {
        accountNumber: 'RZ00000000',
        accountName: 'x'.repeat(17),
        billingPlanOid: P,
        defaultTaxLotSelection: 'FIFO',
        accountType: 'I',
        unknown: true,
        initContributionDate: '2020-01-01',
        primaryBeneficiaries: [beneficiary({ ssn: 'x', Title: 'Mr.' })],
        contingentBeneficiaries: shares('99'),
        trustedContacts: [omit(contact(), 'email', 'telephone')],
        issueExclusions: [{ exclusionStartDate: 'x' }],
      },
      { ...FIELD, field: 'accountName', errorCode: LENGTH },
      { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      { ...FIELD, field: 'accountType', errorCode: 'not.updatable' },
      { type: 'SYNTAX', field: 'unknown' },
      { ...FIELD, field: 'initContributionDate', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'ssn', errorCode: DIGITS },
      { type: 'SYNTAX', field: 'Title' },
      { ...FIELD, field: 'email', errorCode: NULL },
      { ...FIELD, field: 'telephone', errorCode: NULL },
      { ...FIELD, field: 'exclusionStartDate', errorCode: DATE },
      { ...FIELD, field: 'exclusionValue', errorCode: NULL },
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../support/running-service.js';
import {
  ACCOUNT_NUMBER,
  ACCOUNTS,
  AccountsUnderTest,
  beneficiary,
  type Body,
  CHOICE,
  contact,
  CORPORATE,
  corporateFirm,
  DATE,
  DIGITS,
  expectWritten,
  firmBody,
  idOf,
  isCorporate,
  isRetirement,
  JOINT,
  LENGTH,
  METHODS,
  minor,
  NULL,
  omit,
  OTHER_TYPE,
  RETIREMENT,
  shares,
  trustee,
  type Type,
  TYPES,
  VALUE,
} from './accounts.fixture.js';

let accounts: AccountsUnderTest;
let stranger: { firmId: string; planOid: string; client: BrokerageClient; loginId: string };
let strangersMember: string;
beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
  stranger = await accounts.service.otherFirm();
  strangersMember = await accounts.service.member({}, stranger.client);
});
afterAll(() => accounts.stop());

const FIELD = { type: 'VALIDATION_FIELD' } as const;
const RULE = { type: 'VALIDATION_RULE' } as const;
const todayInNewYork = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

/** Fields that some types have: which those are, and which of them need it (table "Account"). */
const CONDITIONAL: readonly [string, readonly Type[], boolean, () => unknown][] = [
  ['jointOwners', [...JOINT, 'X'], true, () => [accounts.partner]],
  ['initContributionDate', ['9'], false, () => '2020-02-03'],
  ['primaryBeneficiaries', RETIREMENT, false, () => [beneficiary()]],
  ['contingentBeneficiaries', RETIREMENT, false, () => [beneficiary()]],
  ['minor', ['U'], true, () => minor()],
  ['trustees', CORPORATE, true, () => [accounts.trustee]],
  ['accountRegistrationInfo', [...CORPORATE, 'X'], true, () => 'The Doe Estate'],
  ['taxClassification', ['A', 'F'], true, () => 'C'],
];
const taxable = TYPES.filter((type) => !isRetirement(type));

describe.each(TYPES)('Account type %s [2.body §3.accountType]', (type) => {
  it('Create an account › response › 201, empty body, Location, the same for every type [conventions.create 2.response]', async () => {
    const body = await accounts.body(type);
    const answer = await accounts.create(body);
    expectWritten(answer, 201, /^\/restapi\/accounts\/R[A-Z][0-9A-Z]{8}$/);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    if (!isCorporate(type)) return;
    // the firm's one account
    await accounts.refused(
      { ...body, accountName: uniqueName('a').slice(-16) },
      { ...RULE, field: 'primaryAccountOwner', errorCode: 'account.firm.single.account.rule' },
    );
    const { firmId, firmRep } = await corporateFirm(accounts.service);
    const second = await accounts.open({ ...body, primaryAccountOwner: firmId });
    expect(await accounts.get(second, `/permissions/${firmRep}`)).toMatchObject({
      permission: 'AM',
    });
  });

  it('States › create account › restricted 020/CR, defaults, permissions, items [states.account-created service.restricted §5.defaults §2.at-creation §6.items account.defaultTaxLotSelection §3.restriction]', async () => {
    const body = await accounts.body(type);
    const corporate = isCorporate(type) ? await accounts.unusedFirm() : undefined;
    const accountNumber = await accounts.open(body);
    const account = await accounts.read(accountNumber);
    expect(account).toMatchObject({
      ...omit(body, 'minor'),
      accountNumber,
      accountStatus: 'RESTRICTED',
      defaultTaxLotSelection: isRetirement(type) ? 'AVGC' : 'LGHL',
      initContributionDate: type === '9' ? todayInNewYork() : null,
      w9BackupWithholding: 'N',
    });
    expect(await accounts.get(accountNumber, '/restrictions')).toEqual([
      expect.objectContaining({
        restrictionId: (account['restrictions'] as string[])[0],
        reasonCode: '020',
        restrictionType: 'CR',
      }),
    ]);

    const joint = (body['jointOwners'] ?? []) as string[];
    const owners = corporate ? [corporate.firmRep] : [accounts.owner, ...joint];
    const trustees = (body['trustees'] ?? []) as string[];
    const api = accounts.service.credentials.apiLoginId;
    expect(await accounts.get(accountNumber, '/permissions')).toEqual(
      [
        { loginId: api, permission: 'AC' },
        ...owners.map((loginId) => ({ loginId, permission: 'AM', alertLevel: 'all' })),
        ...trustees.map((loginId) => ({ loginId, permission: 'DV' })),
      ].map((one) => expect.objectContaining({ accountNumber, ...one }) as unknown),
    );
    for (const loginId of owners) {
      expect(await accounts.items(accountNumber, loginId)).toEqual([
        expect.objectContaining({ ifaType: 'SA', ifaStatus: 'I', targetOidType: 'A' }),
      ]);
    }
  });

  const required = CONDITIONAL.filter(([, types, needed]) => needed && types.includes(type));
  const forbidden = CONDITIONAL.filter(([, types]) => !types.includes(type));

  it('Account › required fields of the type › missing, null, all at once [account.jointOwners account.minor account.trustees account.accountRegistrationInfo account.taxClassification]', async () => {
    const body = await accounts.body(type);
    const names = [
      ...['accountName', 'billingPlanOid', 'primaryAccountOwner'],
      ...required.map(([field]) => field),
    ];
    for (const field of names) {
      const problem = { ...FIELD, field, errorCode: NULL };
      await accounts.refused(omit(body, field), problem);
      await accounts.refused({ ...body, [field]: null }, problem);
      if (Array.isArray(body[field])) await accounts.refused({ ...body, [field]: [] }, problem);
    }
    await accounts.refused(
      { accountType: type },
      ...names.map((field) => ({ ...FIELD, field, errorCode: NULL })),
    );
  });

  it('Account › fields of other types › invalid.for.account.type, one by one and together [§5.other-type account.jointOwners account.minor account.trustees account.taxClassification account.initContributionDate account.primaryBeneficiaries account.contingentBeneficiaries]', async () => {
    const body = await accounts.body(type);
    const problems = [];
    let everything = body;
    for (const [field, , , value] of forbidden) {
      const problem = { ...FIELD, field, errorCode: OTHER_TYPE };
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.create({ ...body, [field]: value() }),
      );
      expectProblems(answer, [problem]);
      everything = { ...everything, [field]: value() };
      problems.push(problem);
    }
    await accounts.refused(everything, ...problems);
    // null and the empty list are nothing
    const nothing = forbidden.map(([field, , , value]) => [
      field,
      Array.isArray(value()) ? [] : null,
    ]);
    await accounts.open({ ...body, ...(Object.fromEntries(nothing) as Body) });
  });

  it('Account › defaultTaxLotSelection › by taxability; rates for WLFS and WGFS only [account.defaultTaxLotSelection account.longTermTaxRate account.shortTermTaxRate §3.taxable §3.tax-lot-relief]', async () => {
    const body = await accounts.body(type);
    const nonTaxable = isRetirement(type);
    const wrong = METHODS.filter((method) => (method === 'AVGC') !== nonTaxable);
    const right = METHODS.filter((method) => (method === 'AVGC') === nonTaxable);
    for (const defaultTaxLotSelection of wrong) {
      await accounts.refused(
        { ...body, defaultTaxLotSelection },
        { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      );
    }
    const rates = { longTermTaxRate: '15.5', shortTermTaxRate: '37' };
    const noRates = (errorCode: string): Body[] =>
      Object.keys(rates).map((field) => ({ ...FIELD, field, errorCode }));
    const code = nonTaxable ? OTHER_TYPE : VALUE;
    await accounts.refused({ ...body, ...rates }, ...noRates(code));
    for (const method of right) {
      if (method === 'WLFS' || method === 'WGFS') continue;
      const chosen = { ...body, ...rates, defaultTaxLotSelection: method };
      await accounts.refused(chosen, ...noRates(code));
    }
    const last = right.at(-1);
    const number = await accounts.open({
      ...body,
      defaultTaxLotSelection: last,
      ...(!nonTaxable && rates),
    });
    expect(await accounts.read(number)).toMatchObject({
      defaultTaxLotSelection: last,
      longTermTaxRate: nonTaxable ? null : '15.5',
      shortTermTaxRate: nonTaxable ? null : '37',
    });
  });

  it('Account › fields of all types › branch, rep, contacts, withholding [account.branchCode account.repCode account.trustedContacts account.w9BackupWithholding]', async () => {
    const more = {
      branchCode: 'B7',
      repCode: 'R9',
      trustedContacts: [contact({ relationship: 'L' })],
      w9BackupWithholding: 'C',
    };
    expect(await accounts.read(await accounts.opened(type, more))).toMatchObject(more);
  });
});

describe('Account (create)', () => {
  it('Account › accountType › missing, null [account.accountType errors.VALIDATION_FIELD]', async () => {
    const body = await accounts.body('I');
    const problem = { ...FIELD, field: 'accountType', errorCode: NULL };
    await accounts.refused(omit(body, 'accountType'), problem);
    await accounts.refused({ ...body, accountType: null }, problem);
  });

  it.each<[string, string, unknown, string]>([
    ['accountName', 'max 16 characters', 'x'.repeat(17), LENGTH],
    ['accountName', 'empty', '', VALUE],
    ['accountName', 'blank', '   ', VALUE],
    ['accountName', 'wrong type', 12, VALUE],
    ['accountName', 'wrong type', true, VALUE],
    ['accountName', 'wrong type', {}, VALUE],
    ['accountName', 'wrong type', ['x'], VALUE],
    ['accountName', 'unprintable', 'a\u0007b', VALUE],
    ['accountName', 'line end', 'a\nb', VALUE],
    ['accountType', 'outside the list', 'Z', CHOICE],
    ['accountType', 'wrong case', 'i', CHOICE],
    ['accountType', 'empty', '', CHOICE],
    ['accountType', 'too long', 'II', CHOICE],
    ['accountType', 'wrong type', true, CHOICE],
    ['accountType', 'wrong type', ['I'], CHOICE],
    ['accountType', 'a name of Object', 'constructor', CHOICE],
    ['billingPlanOid', 'wrong type', {}, VALUE],
    ['billingPlanOid', 'wrong type', true, VALUE],
    ['billingPlanOid', 'empty', '', VALUE],
    ['branchCode', 'wrong type', [], VALUE],
    ['branchCode', 'too long', 'x'.repeat(41), LENGTH],
    ['repCode', 'wrong type', {}, VALUE],
    ['repCode', 'too long', 'x'.repeat(41), LENGTH],
    ['defaultTaxLotSelection', 'outside the list', 'BEST', CHOICE],
    ['defaultTaxLotSelection', 'wrong case', 'fifo', CHOICE],
    ['defaultTaxLotSelection', 'empty', '', CHOICE],
    ['defaultTaxLotSelection', 'wrong type', 1, CHOICE],
    ['primaryAccountOwner', 'wrong type', [], VALUE],
    ['primaryAccountOwner', 'wrong type', false, VALUE],
    ['primaryAccountOwner', 'empty', '', VALUE],
    ['primaryAccountOwner', 'too long', 'x'.repeat(65), LENGTH],
    ['trustedContacts', 'wrong type', {}, VALUE],
    ['trustedContacts', 'wrong type', 'Tom', VALUE],
    ['w9BackupWithholding', 'outside the list', 'X', CHOICE],
    ['w9BackupWithholding', 'wrong case', 'c', CHOICE],
    ['w9BackupWithholding', 'empty', '', CHOICE],
    ['w9BackupWithholding', 'wrong type', true, CHOICE],
  ])(
    'Account › %s › %s: %j [account.accountName account.accountType account.billingPlanOid account.branchCode account.repCode account.defaultTaxLotSelection account.primaryAccountOwner account.trustedContacts account.w9BackupWithholding limits.accountName §1.codes]',
    async (field, _what, value, errorCode) => {
      const body = await accounts.body('I', { [field]: value });
      await accounts.refused(body, { ...FIELD, field, errorCode });
    },
  );

  it.each<[Type, string, string, unknown, string]>([
    ['J', 'jointOwners', 'wrong type', 'x', VALUE],
    ['J', 'jointOwners', 'wrong type', {}, VALUE],
    ['J', 'jointOwners', 'null inside', [null], NULL],
    ['J', 'jointOwners', 'wrong type inside', [{}], VALUE],
    ['J', 'jointOwners', 'empty inside', [''], VALUE],
    ['9', 'initContributionDate', 'no such day', '2026-02-30', DATE],
    ['9', 'initContributionDate', 'other form', '02/03/2020', DATE],
    ['9', 'initContributionDate', 'wrong type', 20_200_203, DATE],
    ['9', 'initContributionDate', 'empty', '', DATE],
    ['R', 'primaryBeneficiaries', 'wrong type', {}, VALUE],
    ['R', 'primaryBeneficiaries', 'wrong type', 'Ben', VALUE],
    ['R', 'contingentBeneficiaries', 'wrong type', 1, VALUE],
    ['U', 'minor', 'wrong type', [], VALUE],
    ['U', 'minor', 'wrong type', 'Mia', VALUE],
    ['A', 'trustees', 'wrong type', 'x', VALUE],
    ['A', 'trustees', 'null inside', [null], NULL],
    ['A', 'trustees', 'wrong type inside', [[]], VALUE],
    ['A', 'accountRegistrationInfo', 'wrong type', 1, VALUE],
    ['A', 'accountRegistrationInfo', 'blank', '  ', VALUE],
    ['X', 'accountRegistrationInfo', 'too long', 'x'.repeat(256), LENGTH],
    ['A', 'taxClassification', 'outside the list', 'Z', CHOICE],
    ['A', 'taxClassification', 'wrong case', 's', CHOICE],
    ['A', 'taxClassification', 'P is for an LLC', 'P', CHOICE],
    ['F', 'taxClassification', 'wrong type', false, CHOICE],
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
    'Codes › taxClassification › %s takes %s [account.taxClassification §3.taxClassification]',
    async (type, taxClassification) => {
      const number = await accounts.opened(type, { taxClassification });
      expect(await accounts.read(number)).toMatchObject({ taxClassification });
    },
  );

  it.each<[string, string]>([
    ['16 characters', 'abcdefgh ijklmn!'],
    ['special characters', `Zoë's #1 & <$%>`],
    ['16 code points', '😀'.repeat(16)],
  ])(
    'Account › accountName › %s [account.accountName limits.accountName]',
    async (_what, accountName) => {
      const primaryAccountOwner = await accounts.service.member();
      const number = await accounts.opened('I', { accountName, primaryAccountOwner });
      expect(await accounts.read(number)).toMatchObject({ accountName });
    },
  );

  it('Account › accountName › trimmed, then 16 characters [account.accountName limits.accountName]', async () => {
    const accountName = uniqueName('name').slice(-16);
    const number = await accounts.opened('I', { accountName: `   ${accountName}  ` });
    expect(await accounts.read(number)).toMatchObject({ accountName });
  });

  it('Accounts › accountName › unique for the owner, whatever case and blanks [account.accountName §5.accountName limits.accountName errors.VALIDATION_RULE]', async () => {
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
    // of another owner, and of one who is a joint owner there
    await accounts.opened('I', { primaryAccountOwner: other, accountName: 'My Old Age' });
    await accounts.opened('J', {
      primaryAccountOwner: await accounts.service.member(),
      jointOwners: [primaryAccountOwner],
      accountName: 'My Old Age',
    });
    await accounts.opened('I', { primaryAccountOwner, accountName: 'MyOldAge' });
  });

  it('Accounts › accountName › unique, also when two come at once [§5.accountName]', async () => {
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

  it('Accounts › accountNumber › R, a letter, eight of digits and capitals, never twice [§5.accountNumber]', async () => {
    const numbers = await Promise.all(Array.from({ length: 12 }, () => accounts.opened('I')));
    for (const number of numbers) expect(number).toMatch(ACCOUNT_NUMBER);
    expect(new Set(numbers).size).toBe(12);
  });

  it('Accounts › billingPlanOid › an advisory plan of the firm [account.billingPlanOid §5.billingPlanOid]', async () => {
    const { A, B, P } = accounts.service.credentials.billingPlans;
    const problem = { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' };
    for (const billingPlanOid of [B, P, stranger.planOid, '0', 'x/y', 'no such plan']) {
      await accounts.refused(await accounts.body('I', { billingPlanOid }), problem);
    }
    if (/^\d+$/.test(A)) await accounts.opened('I', { billingPlanOid: Number(A) });
  });

  it('Wire › numbers › identifiers and rates may be JSON numbers [§1.numbers]', async () => {
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

  it.each(['WLFS', 'WGFS'])(
    'Account › tax rates › 0.0 to 100.0 with %s [account.longTermTaxRate account.shortTermTaxRate limits.rates]',
    async (method) => {
      for (const rate of ['0', '0.0', '100', '100.0', '15.125', 0, 99.9]) {
        const rates = { longTermTaxRate: rate, shortTermTaxRate: rate };
        const number = await accounts.opened('I', { defaultTaxLotSelection: method, ...rates });
        const read = (await accounts.read(number))['longTermTaxRate'];
        expect([typeof read, Number(read)]).toEqual(['string', Number(rate)]);
      }
      for (const rate of ['100.1', '-0.1', 'x', '', '1e1', 'NaN', true, {}, [5], 101]) {
        for (const field of ['longTermTaxRate', 'shortTermTaxRate']) {
          const body = await accounts.body('I', { defaultTaxLotSelection: method, [field]: rate });
          await accounts.refused(body, { ...FIELD, field, errorCode: VALUE });
        }
      }
    },
  );

  it.each(taxable.slice(0, 3))(
    'Account › tax rates › one of them suffices (%s) [account.longTermTaxRate account.shortTermTaxRate]',
    async (type) => {
      await accounts.opened(type, { defaultTaxLotSelection: 'WGFS', shortTermTaxRate: '10' });
      await accounts.opened(type, { defaultTaxLotSelection: 'WLFS' });
    },
  );

  it('Account › initContributionDate › existing SIMPLE IRA [account.initContributionDate]', async () => {
    const number = await accounts.opened('9', { initContributionDate: '2019-12-31' });
    expect(await accounts.read(number)).toMatchObject({ initContributionDate: '2019-12-31' });
  });

  it.each<[unknown, string]>([
    ['C', 'C'],
    ['N', 'N'],
    [null, 'N'],
  ])(
    'Account › w9BackupWithholding › %j [account.w9BackupWithholding]',
    async (w9BackupWithholding, stored) => {
      const number = await accounts.opened('I', { w9BackupWithholding });
      expect(await accounts.read(number)).toMatchObject({ w9BackupWithholding: stored });
    },
  );
});

describe('Trusted contacts', () => {
  const refused = async (item: unknown, ...problems: Body[]): Promise<void> =>
    accounts.refused(
      await accounts.body('I', { trustedContacts: [contact(), item] }),
      ...problems.map((one) => ({
        message: expect.stringContaining('trustedContacts[1]'),
        ...one,
      })),
    );

  it.each(['firstName', 'lastName', 'email', 'telephone'])(
    'Trusted contact › %s › required [trusted-contact.firstName trusted-contact.lastName trusted-contact.email trusted-contact.telephone]',
    async (field) => {
      await refused(omit(contact(), field), { ...FIELD, field, errorCode: NULL });
      await refused(contact({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['firstName', '', VALUE],
    ['firstName', 1, VALUE],
    ['firstName', 'x'.repeat(41), LENGTH],
    ['lastName', {}, VALUE],
    ['lastName', 'a\u0000b', VALUE],
    ['lastName', 'x'.repeat(41), LENGTH],
    ['email', 'tom', VALUE],
    ['email', 'tom@x', VALUE],
    ['email', '', VALUE],
    ['email', 5, VALUE],
    ['email', `${'x'.repeat(250)}@example.com`, LENGTH],
    ['telephone', '12', VALUE],
    ['telephone', 'call me', VALUE],
    ['telephone', '', VALUE],
    ['relationship', 'X', CHOICE],
    ['relationship', 's', CHOICE],
    ['relationship', '', CHOICE],
    ['relationship', 1, CHOICE],
  ])('Trusted contact › %s › %j [trusted-contact.*]', async (field, value, errorCode) => {
    await refused(contact({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Trusted contact › relationship › S, O, A, G, F, L, or none [trusted-contact.relationship]', async () => {
    const trustedContacts = ['S', 'O', 'A', 'G', 'F', 'L', null].map((relationship) =>
      contact({ relationship }),
    );
    const number = await accounts.opened('I', { trustedContacts });
    expect((await accounts.read(number))['trustedContacts']).toEqual(trustedContacts);
  });

  it('Trusted contact › unknown keys and items that are no objects [trusted-contact.*]', async () => {
    await refused(contact({ eMail: 'x' }), { type: 'SYNTAX', field: 'eMail' });
    await refused('Tom', { ...FIELD, field: 'trustedContacts', errorCode: VALUE });
    await refused(null, { ...FIELD, field: 'trustedContacts', errorCode: VALUE });
  });
});

describe('Beneficiaries', () => {
  const lists = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;
  /** The item is bad in either list; the other items are good. */
  const refused = async (item: unknown, problem: Body): Promise<void> => {
    for (const list of lists) {
      const good = beneficiary();
      const body = await accounts.body('R', { primaryBeneficiaries: [good], [list]: [good, item] });
      const answer = await expectUnchanged(accounts.service, () => accounts.create(body));
      const message = expect.stringContaining(`${list}[1]`) as unknown as string;
      expectProblems(answer, [{ ...problem, message }]);
      expect((answer.body as Body[]).filter(({ field }) => field !== list)).toHaveLength(
        problem['field'] === list ? 0 : 1,
      );
    }
  };

  const required = [...['firstName', 'lastName', 'relationship', 'dateOfBirth', 'ssn', 'sharePct']];
  it.each(required)(
    'Beneficiary › %s › required [beneficiary.firstName beneficiary.lastName beneficiary.relationship beneficiary.dateOfBirth beneficiary.ssn beneficiary.sharePct]',
    async (field) => {
      await refused(omit(beneficiary(), field), { ...FIELD, field, errorCode: NULL });
      await refused(beneficiary({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['title', 'Lord', CHOICE],
    ['title', 5, CHOICE],
    ['firstName', '', VALUE],
    ['firstName', 7, VALUE],
    ['firstName', 'x'.repeat(41), LENGTH],
    ['middleName', {}, VALUE],
    ['middleName', 'x'.repeat(41), LENGTH],
    ['lastName', ' ', VALUE],
    ['lastName', 'x'.repeat(41), LENGTH],
    ['suffix', 'V', CHOICE],
    ['relationship', 'X', CHOICE],
    ['relationship', 's', CHOICE],
    ['relationship', 'F', CHOICE],
    ['dateOfBirth', '1980-02-30T00:00:00.000+00:00', DATE],
    ['dateOfBirth', 'yesterday', DATE],
    ['dateOfBirth', 1980, DATE],
    ['dateOfBirth', '2999-01-01T00:00:00.000+00:00', DATE],
    ['ssn', '12345678a', DIGITS],
    ['ssn', '123-45-6780', DIGITS],
    ['ssn', '12345678', VALUE],
    ['ssn', '1234567890', LENGTH],
    ['ssn', '000456780', VALUE],
    ['ssn', '666456780', VALUE],
    ['ssn', '123006780', VALUE],
    ['ssn', '123450000', VALUE],
    ['ssn', {}, VALUE],
    ['sharePct', '0', VALUE],
    ['sharePct', '0.00', VALUE],
    ['sharePct', '0.009', VALUE],
    ['sharePct', '33.333', VALUE],
    ['sharePct', '100.01', VALUE],
    ['sharePct', '-1', VALUE],
    ['sharePct', '1e1', VALUE],
    ['sharePct', '50%', VALUE],
    ['sharePct', '', VALUE],
    ['sharePct', true, VALUE],
    ['sharePct', 0.001, VALUE],
    ['citizenship', 'X', CHOICE],
    ['citizenship', 'u', CHOICE],
  ])('Beneficiary › %s › %j [beneficiary.*]', async (field, value, errorCode) => {
    await refused(beneficiary({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Beneficiary › unknown keys and items that are no objects [errors.SYNTAX]', async () => {
    await refused(beneficiary({ Ssn: '123456780' }), { type: 'SYNTAX', field: 'Ssn' });
    await refused(beneficiary({ sharepct: '1' }), { type: 'SYNTAX', field: 'sharepct' });
    for (const list of lists) {
      const body = await accounts.body('R', {
        primaryBeneficiaries: [beneficiary()],
        [list]: ['Ben'],
      });
      await accounts.refused(body, { ...FIELD, field: list, errorCode: VALUE });
    }
  });

  it('Beneficiary › everything, in the spelling of the code lists [beneficiary.title beneficiary.firstName beneficiary.middleName beneficiary.lastName beneficiary.suffix beneficiary.relationship beneficiary.dateOfBirth beneficiary.ssn beneficiary.sharePct beneficiary.citizenship §3.title-suffix]', async () => {
    const full = beneficiary({
      title: 'mr.',
      middleName: "O'",
      suffix: 'jr.',
      relationship: 'O',
      citizenship: 'U',
      sharePct: 100,
    });
    const number = await accounts.opened('S', { primaryBeneficiaries: [full] });
    expect((await accounts.read(number))['primaryBeneficiaries']).toEqual([
      {
        ...full,
        title: 'Mr.',
        suffix: 'Jr.',
        sharePct: '100.00',
        dateOfBirth: '1980-01-31T00:00:00.000+00:00',
        ssn: '*****6780',
      },
    ]);
  });

  it('Beneficiary › ssn › the update sample spells it SSN [beneficiary.ssn]', async () => {
    const person = { ...omit(beneficiary(), 'ssn'), SSN: '123456780' };
    const number = await accounts.opened('R', { primaryBeneficiaries: [person] });
    expect(await accounts.read(number)).toMatchObject({
      primaryBeneficiaries: [{ ssn: '*****6780' }],
    });
    await refused({ ...person, SSN: 'x' }, { ...FIELD, field: 'SSN', errorCode: DIGITS });
    // the same field twice
    await refused(beneficiary({ SSN: '123456780' }), { type: 'SYNTAX', field: 'SSN' });
  });

  const sums: [string, readonly unknown[], boolean][] = [
    ['one', ['100'], true],
    ['one with decimals', ['100.00'], true],
    ['thirds', ['33.33', '33.33', '33.34'], true],
    ['tenths, no binary floats', [0.1, 0.2, 99.7], true],
    ['least and most', ['0.01', '99.99'], true],
    ['a hundred of one', Array.from({ length: 100 }, () => '1'), true],
    ['a cent short', ['33.33', '33.33', '33.33'], false],
    ['a cent over', ['50', '50.01'], false],
    ['half', ['50'], false],
    ['twice', ['100', '100'], false],
  ];
  it.each(sums)(
    'Beneficiary › shares › %s: %j is 100: %s [beneficiary.total beneficiary.sharePct §5.shares limits.shares]',
    async (_what, parts, good) => {
      for (const list of lists) {
        const body = await accounts.body('Q', {
          primaryBeneficiaries: shares('100'),
          [list]: shares(...parts),
        });
        const problem = { ...RULE, field: list, errorCode: 'account.beneficiary.share.rule' };
        if (good) await accounts.open(body);
        else await accounts.refused(body, problem);
      }
    },
  );

  it('Beneficiary › shares › both lists wrong, both named [beneficiary.total §5.shares]', async () => {
    const errorCode = 'account.beneficiary.share.rule';
    await accounts.refused(
      await accounts.body('P', {
        primaryBeneficiaries: shares('99.99'),
        contingentBeneficiaries: shares('1', '2'),
      }),
      ...lists.map((field) => ({ ...RULE, field, errorCode })),
    );
  });

  it('Account › contingentBeneficiaries › only with primary ones [account.contingentBeneficiaries]', async () => {
    const contingentBeneficiaries = [beneficiary()];
    const problem = { field: 'contingentBeneficiaries', errorCode: VALUE };
    for (const primary of [{}, { primaryBeneficiaries: [] }, { primaryBeneficiaries: null }]) {
      const body = await accounts.body('R', { contingentBeneficiaries, ...primary });
      await accounts.refused(body, { ...FIELD, ...problem });
    }
    await accounts.opened('R', { primaryBeneficiaries: [], contingentBeneficiaries: [] });
  });
});

describe('Minor', () => {
  const refused = async (item: Body, ...problems: Body[]): Promise<void> =>
    accounts.refused(await accounts.body('U', { minor: item }), ...problems);

  it.each(['firstName', 'lastName', 'dateOfBirth', 'ssn', 'citizenship', 'state'])(
    'Minor › %s › required [minor.firstName minor.lastName minor.dateOfBirth minor.ssn minor.citizenship minor.state]',
    async (field) => {
      await refused(omit(minor(), field), { ...FIELD, field, errorCode: NULL });
      await refused(minor({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['title', 'Sir', CHOICE],
    ['firstName', '', VALUE],
    ['firstName', 'x'.repeat(41), LENGTH],
    ['middleName', 4, VALUE],
    ['lastName', [], VALUE],
    ['lastName', 'x'.repeat(41), LENGTH],
    ['suffix', 'Esq.', CHOICE],
    ['dateOfBirth', '2018-13-01T00:00:00.000+00:00', DATE],
    ['dateOfBirth', '2999-01-01T00:00:00.000+00:00', DATE],
    ['ssn', 'abc', DIGITS],
    ['ssn', '1', VALUE],
    ['ssn', '1234567891', LENGTH],
    ['ssn', '000121234', VALUE],
    ['citizenship', 'Z', CHOICE],
    ['state', 'ny', CHOICE],
    ['state', 'New York', CHOICE],
    ['state', 'ZZ', CHOICE],
    ['state', '', CHOICE],
  ])('Minor › %s › %j [minor.*]', async (field, value, errorCode) => {
    await refused(minor({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Minor › unknown keys, several mistakes [errors.SYNTAX]', async () => {
    await refused(minor({ sharePct: '100' }), { type: 'SYNTAX', field: 'sharePct' });
    await refused(
      { title: 'Sir', dateOfBirth: 'x', SSN: 'y', State: 'NY', citizenship: 'C' },
      { type: 'SYNTAX', field: 'State' },
      { ...FIELD, field: 'title', errorCode: CHOICE },
      { ...FIELD, field: 'firstName', errorCode: NULL },
      { ...FIELD, field: 'lastName', errorCode: NULL },
      { ...FIELD, field: 'dateOfBirth', errorCode: DATE },
      { ...FIELD, field: 'SSN', errorCode: DIGITS },
      { ...FIELD, field: 'state', errorCode: NULL },
    );
  });

  it('Minor › everything is read back [minor.* account.minor]', async () => {
    const full = minor({ title: 'miss', middleName: 'Ann', suffix: 'II' });
    const number = await accounts.opened('U', { minor: full });
    expect((await accounts.read(number))['minor']).toEqual({
      ...full,
      title: 'Miss',
      ssn: '*****6789',
    });
  });
});

describe('Owners', () => {
  const primary = {
    ...RULE,
    field: 'primaryAccountOwner',
    errorCode: 'account.invalid.primary.owner',
  };
  const joint = { ...RULE, field: 'jointOwners', errorCode: 'account.invalid.joint.owner' };
  const invalidTrustee = { ...RULE, field: 'trustees', errorCode: 'account.invalid.trustee' };
  const invalidRep = {
    ...RULE,
    field: 'firmRep',
    errorCode: 'group.firm.invalid.representative',
  };

  it('Accounts › primaryAccountOwner › a member of the firm, no firm rep [account.primaryAccountOwner §5.owners]', async () => {
    const { firmId, firmRep } = await accounts.unusedFirm();
    const owners = [
      ...['nobody', 'x y', strangersMember, accounts.trustee, firmId, firmRep, '1'],
      ...[accounts.service.credentials.firmId, accounts.service.credentials.apiLoginId],
    ];
    for (const type of ['I', 'J', 'U', 'R', 'X'] as const) {
      for (const primaryAccountOwner of owners) {
        await accounts.refused(await accounts.body(type, { primaryAccountOwner }), primary);
      }
    }
  });

  it('Accounts › primaryAccountOwner › the corporate firm of a corporate account [account.primaryAccountOwner]', async () => {
    const abroad = await corporateFirm(accounts.service, stranger.client);
    const { firmRep } = await accounts.unusedFirm();
    const { firmId } = accounts.service.credentials;
    for (const type of ['D', 'A'] as const) {
      for (const primaryAccountOwner of [abroad.firmId, firmId, accounts.owner, firmRep, '12']) {
        await accounts.refused(await accounts.body(type, { primaryAccountOwner }), primary);
      }
    }
  });

  it.each([...JOINT, 'X'] as const)(
    'Accounts › jointOwners › of type %s [account.jointOwners §5.owners ownership.natural-person]',
    async (type) => {
      const { firmRep } = await accounts.unusedFirm();
      const { owner, partner } = accounts;
      for (const one of ['nobody', strangersMember, firmRep, owner, accounts.trustee]) {
        await accounts.refused(await accounts.body(type, { jointOwners: [partner, one] }), {
          ...joint,
          message: expect.stringContaining('[1]'),
        });
      }
      await accounts.refused(await accounts.body(type, { jointOwners: [partner, partner] }), joint);
      await accounts.refused(
        await accounts.body(type, { jointOwners: ['nobody', 'nobody2'] }),
        joint,
        joint,
      );
      const third = await accounts.service.member();
      const number = await accounts.opened(type, { jointOwners: [partner, third] });
      expect(await accounts.read(number)).toMatchObject({ jointOwners: [partner, third] });
    },
  );

  it('Accounts › trustees › trustees of the firm, who exist [account.trustees §5.owners ownership.corporate]', async () => {
    const abroad = await trustee(stranger.client);
    for (const one of ['nobody', abroad, accounts.owner]) {
      const body = await accounts.body('B', { trustees: [accounts.trustee, one] });
      await accounts.refused(body, invalidTrustee);
    }
    const twice = await accounts.body('B', { trustees: [accounts.trustee, accounts.trustee] });
    await accounts.refused(twice, invalidTrustee);
    const trustees = [accounts.trustee, await trustee(accounts.service.client)];
    const number = await accounts.opened('B', { trustees });
    expect(await accounts.read(number)).toMatchObject({ trustees });
  });

  it('Account › relationships › a firm has at most one corporate account, of any type, also at once [ownership.firm-rep §5.owners limits.firm]', async () => {
    const body = await accounts.body('A');
    const other = await accounts.body('B');
    const answers = await Promise.all([accounts.create(body), accounts.create(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const lost = answers.find(({ status }) => status === 400);
    if (!lost) throw new Error('both were created');
    const problem = { ...RULE, errorCode: 'account.firm.single.account.rule' };
    expectExactly(lost, [problem]);
    await accounts.refused({ ...other, accountName: 'another' }, problem);
  });

  it('Account › relationships › only a member without accounts and firms is firm rep [ownership.firm-rep §4.firm-rep limits.firm]', async () => {
    const { client } = accounts.service;
    const owner = await accounts.service.member();
    const coOwner = await accounts.service.member();
    await accounts.opened('J', { primaryAccountOwner: owner, jointOwners: [coOwner] });
    const { firmRep } = await corporateFirm(accounts.service);
    for (const one of [owner, coOwner, firmRep, strangersMember]) {
      const answer = await expectUnchanged(accounts.service, () =>
        client.post('/restapi/firms', firmBody(one)),
      );
      expectExactly(answer, [invalidRep]);
    }
  });

  it('Account › relationships › rep or owner, not both, when both come at once [ownership.firm-rep §4.firm-rep]', async () => {
    for (let round = 0; round < 3; round++) {
      const member = await accounts.service.member();
      const body = await accounts.body('I', { primaryAccountOwner: member });
      const [account, firm] = await Promise.all([
        accounts.create(body),
        accounts.service.client.post('/restapi/firms', firmBody(member)),
      ]);
      expect([account.status, firm.status].sort()).toEqual([201, 400]);
      if (account.status === 400) expectExactly(account, [primary]);
      else expectExactly(firm, [invalidRep]);
    }
  });

  it('Account › relationships › a member may own several accounts [ownership.several-accounts]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    for (const type of ['I', 'J', 'R', 'U'] as const) {
      await accounts.opened(type, { primaryAccountOwner });
    }
  });

  it('Members › ten-percent tickers › excluded on accounts opened later [§4.tickers member.directorOrTenPercentShareholderCompany]', async () => {
    const primaryAccountOwner = await accounts.service.member({
      directorOrTenPercentShareholder: true,
      directorOrTenPercentShareholderCompany: ['KO', 'IBM'],
    });
    const account = await accounts.read(await accounts.opened('I', { primaryAccountOwner }));
    const values = (account['securityExclusion'] as Body[]).map((one) => one['exclusionValue']);
    expect(values.sort()).toEqual(['IBM', 'KO']);
  });
});

describe('Create an account', () => {
  it('Wire › error list › every problem at once, shapes and rules [§1.errors errors.list]', async () => {
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
      { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' },
      { ...RULE, field: 'primaryAccountOwner', errorCode: 'account.invalid.primary.owner' },
      { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      { ...FIELD, field: 'longTermTaxRate', errorCode: VALUE },
      { ...FIELD, field: 'longTermTaxRate', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'jointOwners', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'taxClassification', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'minor', errorCode: OTHER_TYPE },
      { ...FIELD, field: 'ssn', errorCode: DIGITS },
      { ...FIELD, field: 'w9BackupWithholding', errorCode: CHOICE },
      { ...FIELD, field: 'email', errorCode: VALUE },
      { type: 'SYNTAX', field: 'phone' },
      { ...RULE, field: 'primaryBeneficiaries', errorCode: 'account.beneficiary.share.rule' },
    );
  });

  it('Wire › error list › an empty object lacks the four fields [§1.codes account.accountName account.accountType account.billingPlanOid account.primaryAccountOwner]', async () => {
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
  ])('Wire › body › %s is no account [§1.malformed]', async (_what, body) => {
    await accounts.refused(body, { type: 'SYNTAX' });
  });

  it.each([
    ...['accountNumber', 'securityExclusion', 'issueExclusions', 'sectorExclusion'],
    ...['restrictions', 'accountStatus', 'creationDate', 'AccountName', 'accounttype', '__proto__'],
  ])('Wire › unknown field › %s [§1.spelling errors.SYNTAX]', async (field) => {
    const body = { ...(await accounts.body('I')), ...(JSON.parse(`{"${field}":"x"}`) as Body) };
    Object.defineProperty(body, field, { value: 'x', enumerable: true });
    await accounts.refused(body, { type: 'SYNTAX', field });
  });

  it('Who may call › only clients of a firm [§2.bearer]', async () => {
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

  it("Who may call › another firm can't use this firm's people, plans and firms [§2.client]", async () => {
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

  it('Who may call › who holds what › the acting member creates: AC, and no AM besides [§2.at-creation]', async () => {
    const { owner, partner, service } = accounts;
    const body = await accounts.body('J');
    const number = idOf(await accounts.create(body, service.as(owner)));
    expect(await accounts.get(number, '/permissions', service.as(owner))).toMatchObject([
      { loginId: owner, permission: 'AC', alertLevel: 'all' },
      { loginId: partner, permission: 'AM', alertLevel: 'all' },
    ]);
    expectStatus(await service.client.get(`${ACCOUNTS}/${number}`), 403);
  });
});

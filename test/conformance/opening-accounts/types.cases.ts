import { describe, expect, it } from '@jest/globals';
import { CHOICE, FIELD, NULL, RULE, VALUE } from '../../support/problems.js';
import { uniqueName } from '../../support/running-service.js';
import {
  type Body,
  contact,
  corporateFirm,
  expectWritten,
  isCorporate,
  isRetirement,
  METHODS,
  omit,
  OTHER_TYPE,
  TYPES,
} from '../accounts.fixture.js';
import { accounts, CONDITIONAL, todayInNewYork } from './set-up.js';

describe.each(TYPES)('Account type %s [account.create account.accountType]', (type) => {
  it('Create an account › response › 201, empty body, Location, the same for every type [request.created account.created]', async () => {
    const body = await accounts.body(type);
    const answer = await accounts.create(body);
    expectWritten(answer, 201, /^\/restapi\/accounts\/R[A-Z][0-9A-Z]{8}$/);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    if (!isCorporate(type)) return;
    // the firm's only account
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

  it('States › create account › restricted 020/CR, defaults, permissions, items [restriction.new-account account.defaultTaxLotSelection account.initContributionDate permission.at-creation signature.items restriction.reasons]', async () => {
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

  it('Account › required fields of the type › missing, null, empty [account.jointOwners account.minor account.trustees account.accountRegistrationInfo account.taxClassification]', async () => {
    const body = await accounts.body(type);
    const names = [
      ...['accountName', 'billingPlanOid', 'primaryAccountOwner'],
      ...required.map(([field]) => field),
    ];
    const without = (value: unknown, fields: readonly string[]): Promise<void> =>
      accounts.refused(
        { ...body, ...(Object.fromEntries(fields.map((field) => [field, value])) as Body) },
        ...fields.map((field) => ({ ...FIELD, field, errorCode: NULL })),
      );
    await without(undefined, names);
    await without(null, names);
    const lists = names.filter((field) => Array.isArray(body[field]));
    if (lists.length > 0) await without([], lists);
  });

  it('Account › fields of other types › invalid.for.account.type [account.other-type account.jointOwners account.minor account.trustees account.taxClassification account.initContributionDate account.primaryBeneficiaries account.contingentBeneficiaries]', async () => {
    const body = await accounts.body(type);
    const everything = forbidden.map(([field, , , value]) => [field, value()]);
    await accounts.refused(
      { ...body, ...(Object.fromEntries(everything) as Body) },
      ...forbidden.map(([field]) => ({ ...FIELD, field, errorCode: OTHER_TYPE })),
    );
    // null and the empty list count as missing
    const nothing = forbidden.map(([field, , , value]) => [
      field,
      Array.isArray(value()) ? [] : null,
    ]);
    await accounts.open({ ...body, ...(Object.fromEntries(nothing) as Body) });
  });

  it('Account › defaultTaxLotSelection › by taxability; rates for WLFS and WGFS only [account.defaultTaxLotSelection account.longTermTaxRate account.shortTermTaxRate account.taxable]', async () => {
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

import { beforeAll, describe, expect, it } from '@jest/globals';
import { CHOICE, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import { expectStatus } from '../../support/running-service.js';
import { type Body, type Expected, expectWritten, trustee } from '../accounts.fixture.js';
import { api, change, grant, number, openJoint } from './joint-account.js';
import { accounts, holder, permissionsOf, refused, remove } from './set-up.js';

describe('Permissions', () => {
  const CREATOR = { ...RULE, errorCode: 'account.permission.for.account.creator.rule' };

  beforeAll(openJoint);

  it('Get account permissions › list of loginId, accountNumber, permission, alertLevel, listOnReport [permission.list permission.*]', async () => {
    const own = await accounts.opened('J');
    const row = (loginId: string, permission: string, listOnReport: boolean): Body => ({
      loginId,
      accountNumber: own,
      permission,
      alertLevel: 'all',
      listOnReport,
    });
    expect(await accounts.get(own, '/permissions')).toEqual([
      row(api, 'AC', false),
      row(accounts.owner, 'AM', true),
      row(accounts.partner, 'AM', true),
    ]);
    for (const login of [api, accounts.partner]) {
      const one = (await accounts.get(own, '/permissions')) as Body[];
      const listed = one.find(({ loginId }) => loginId === login);
      expect(await accounts.get(own, `/permissions/${login}`)).toEqual(listed);
    }
  });

  it('Permissions › POST › 201, empty body, Location; read back [permission.managing]', async () => {
    const loginId = await accounts.service.member();
    const body = {
      loginId,
      accountNumber: number,
      permission: 'MM',
      alertLevel: 'limited',
      listOnReport: true,
    };
    expectWritten(await grant(body), 201, `${permissionsOf(number)}/${loginId}`);
    expect(await accounts.get(number, `/permissions/${loginId}`)).toEqual(body);
  });

  it.each(['AM', 'MM', 'TM', 'TR', 'DV', 'SV'])(
    'Codes › permission › %s [permission.codes permission.permission]',
    async (permission) => {
      const loginId = await accounts.service.member();
      expectStatus(await grant({ loginId, permission, listOnReport: 'true' }), 201);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject({
        permission,
        listOnReport: true,
        ...(permission === 'AM' && { alertLevel: 'all' }),
      });
    },
  );

  it.each(['all', 'limited', 'none'])(
    'Account permission › alertLevel › %s [permission.alertLevel]',
    async (alertLevel) => {
      const loginId = await accounts.service.member();
      expectStatus(await grant({ loginId, permission: 'DV', alertLevel }), 201);
      expect(await accounts.get(number, `/permissions/${loginId}`)).toMatchObject({ alertLevel });
    },
  );

  it.each<[string, unknown, Expected]>([
    ['loginId', undefined, { ...FIELD, errorCode: NULL }],
    ['loginId', null, { ...FIELD, errorCode: NULL }],
    ['loginId', '', { ...FIELD, errorCode: NULL }],
    ['loginId', {}, { ...FIELD, errorCode: VALUE }],
    ['loginId', 'nobody-at-all', { ...FIELD, errorCode: VALUE }],
    ['loginId', 'x'.repeat(65), { ...FIELD, errorCode: LENGTH }],
    ['permission', undefined, { ...FIELD, errorCode: NULL }],
    ['permission', null, { ...FIELD, errorCode: NULL }],
    ['permission', 'XX', { ...FIELD, errorCode: CHOICE }],
    ['permission', 'am', { ...FIELD, errorCode: CHOICE }],
    ['permission', '', { ...FIELD, errorCode: NULL }],
    ['permission', 1, { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'ALL', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', 'some', { ...FIELD, errorCode: CHOICE }],
    ['alertLevel', true, { ...FIELD, errorCode: CHOICE }],
    ['listOnReport', 'yes', { ...FIELD, errorCode: VALUE }],
    ['listOnReport', 1, { ...FIELD, errorCode: VALUE }],
    ['accountNumber', 'RZ00000000', { errorCode: 'uri.matching.rule' }],
    ['loginid', 'x', { type: 'SYNTAX' }],
    ['permissions', ['DV'], { type: 'SYNTAX' }],
  ])('Account permission › POST › %s: %j [permission.*]', async (field, value, problem) => {
    const loginId = await accounts.service.member();
    const body = { loginId, permission: 'DV', [field]: value };
    await refused(() => grant(body), [{ ...problem, field }]);
  });

  it('Account permission › POST and PUT › every problem at once [errors.list]', async () => {
    const body = {
      accountNumber: 'x',
      permission: 'AC',
      alertLevel: 'x',
      listOnReport: 'x',
      more: 1,
    };
    const problems = [
      { ...FIELD, field: 'alertLevel', errorCode: CHOICE },
      { ...FIELD, field: 'listOnReport', errorCode: VALUE },
      { type: 'SYNTAX', field: 'more' },
    ];
    await refused(
      () => grant(body),
      [...problems, { ...FIELD, field: 'loginId', errorCode: NULL }],
    );
    const login = await holder(number, 'DV');
    await refused(() => change(login, body), problems);
    const rules = { accountNumber: 'x', permission: 'AC' };
    await refused(
      () => change(login, rules),
      [
        { ...RULE, field: 'accountNumber', errorCode: 'uri.matching.rule' },
        { ...CREATOR, field: 'permission' },
      ],
    );
  });

  it('Permissions › loginId › a member, a trustee or an API user of the firm [permission.loginId]', async () => {
    const { service } = accounts;
    const { client, loginId: foreignApi } = await service.otherFirm();
    for (const loginId of [await service.member({}, client), await trustee(client), foreignApi]) {
      const body = { loginId, permission: 'DV' };
      await refused(() => grant(body), [{ ...FIELD, field: 'loginId', errorCode: VALUE }]);
    }
    expectStatus(await grant({ loginId: accounts.trustee, permission: 'DV' }), 201);
  });

  it('Permissions › AC › is not granted, changed or revoked [permission.managing]', async () => {
    const loginId = await accounts.service.member();
    await refused(() => grant({ loginId, permission: 'AC' }), [CREATOR]);
    await refused(() => grant({ loginId: api, permission: 'DV' }), [CREATOR]);
    const login = await holder(number, 'DV');
    await refused(() => change(login, { permission: 'AC' }), [CREATOR]);
    for (const body of [{ permission: 'AM' }, { alertLevel: 'none' }, { listOnReport: true }]) {
      await refused(() => change(api, body), [CREATOR]);
    }
    await refused(() => remove(`${permissionsOf(number)}/${api}`), [CREATOR]);
  });
});

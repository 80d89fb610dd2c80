import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { titled } from '../../support/field-rows.js';
import { CHOICE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { address, type Body, service } from './set-up.js';

describe('Back office › firms', () => {
  const newId = (): string => String(6_000_000_000 + Math.floor(Math.random() * 1_000_000_000));

  const firm = (fields: Body = {}): Body => ({ name: 'Advisors', firmType: 'L', ...fields });

  const put = (id: string, body: Body, who = service.operator): Promise<ClientAnswer> =>
    who.put(`/backoffice/firms/${id}`, body);

  it('PUT › 200, empty body; shown by GET; the same again stores no event [back-office.firms back-office.rule]', async () => {
    const id = newId();
    const body = firm({
      billingLevel: 'member',
      entitlements: ['removeRestrictions', 'fullTid'],
      depositAddress: address({ line3: 'Dock 4' }),
      payableTo: 'Custody Inc.',
      partnerCode: 'P-1',
    });
    const answer = await put(id, body);
    expect(answer).toMatchObject({ status: 200, body: undefined });
    expectStatus(await expectUnchanged(service, () => put(id, body)), 200);
    const shown = await service.auditor.get(`/restapi/firms/${id}`);
    expect(shown.body).toEqual({
      ...body,
      firmId: id,
      firmOid: id,
      entitlements: ['fullTid', 'removeRestrictions'],
    });
    expectStatus(await put(id, firm({ name: 'Renamed' })), 200);
    expect((await service.auditor.get(`/restapi/firms/${id}`)).body).toEqual({
      ...firm({ name: 'Renamed' }),
      firmId: id,
      firmOid: id,
      billingLevel: 'account',
      entitlements: [],
    });
  });

  it.each(
    titled([
      ['name', undefined, NULL],
      ['name', null, NULL],
      ['name', 1, VALUE],
      ['name', 'x'.repeat(101), LENGTH],
      ['firmType', 'G', CHOICE],
      ['firmType', 'l', CHOICE],
      ['billingLevel', 'Account', CHOICE],
      ['billingLevel', 'firm', CHOICE],
      ['billingLevel', true, CHOICE],
      ['entitlements', ['everything'], CHOICE],
      ['entitlements', ['FULLTID'], CHOICE],
      ['entitlements', 'fullTid', VALUE],
      ['entitlements', [true], VALUE],
      ['depositAddress', 'x', VALUE],
      ['payableTo', 'x'.repeat(101), LENGTH],
      ['partnerCode', 'a b', VALUE],
      ['partnerCode', 'x'.repeat(21), LENGTH],
    ]),
  )('firms › %s › %s [back-office.firms]', async (field, _, value, errorCode) => {
    const answer = await expectUnchanged(service, () => put(newId(), firm({ [field]: value })));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('firms › unknown keys and leaves of the address, all at once [errors.list]', async () => {
    const answer = await expectUnchanged(service, () =>
      put(newId(), firm({ firmId: '77', Name: 'x', depositAddress: { line1: 'x', box: 1 } })),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'Name' },
      { type: 'SYNTAX', field: 'box' },
      { field: 'city', errorCode: NULL },
      { field: 'state', errorCode: NULL },
      { field: 'zipcode', errorCode: NULL },
    ]);
  });

  it.each(['abc', '0', '012', '99999999999999999999'])(
    'firms › id › %s [back-office.firms]',
    async (id) => {
      const answer = await expectUnchanged(service, () => put(id, firm()));
      expectExactly(answer, NOT_FOUND, 404);
    },
  );

  it('firms › roles › operator only [back-office.rule]', async () => {
    const id = newId();
    for (const who of [service.client, service.backoffice, service.auditor]) {
      expectExactly(await expectUnchanged(service, () => put(id, firm(), who)), FORBIDDEN, 403);
    }
  });

  it('firms › If-Match › 412 when stale [errors.412]', async () => {
    const id = newId();
    expectStatus(await put(id, firm()), 200);
    expectStatus(await put(id, firm({ name: 'Two' })), 200);
    const stale = await expectUnchanged(service, () =>
      service.operator.put(`/backoffice/firms/${id}`, firm({ name: '3' }), { 'if-match': '"0"' }),
    );
    expectExactly(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
  });
});

import { describe, expect, it } from '@jest/globals';
import { type BrokerageClient } from '#libs/client';
import { titled } from '../../support/field-rows.js';
import { CHOICE, DIGITS, LENGTH, NULL, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
} from '../../support/running-service.js';
import { create, created, firmBody, FIRMS, invalidRep } from './corporate-firm.js';
import { address, other, service, TIMESTAMP, trusteeBody, TRUSTEES } from './set-up.js';

describe('Firms (corporate)', () => {
  it('Conventions › create › 201, empty body, Location [firm.create request.created]', async () => {
    const answer = await create(await firmBody());
    expect(answer).toMatchObject({ status: 201, body: undefined });
    expect(answer.location).toMatch(/^\/restapi\/firms\/\d+$/);
  });

  it('Firms › GET › every field, firm type G, tax id masked [firm.create]', async () => {
    const fields = {
      firmName: 'Doe Holdings Inc.',
      firmTaxIdType: 'TIN',
      firmRep: await service.member(),
      primaryAddress: address({ line2: 'Suite 3' }),
      mailingAddress: address({ line1: 'PO Box 3' }),
      firmTelephone1: '302-555-0100',
      firmTelephone2: '302-555-0101',
      firmEmail1: 'office@example.com',
      firmEmail2: 'legal@example.com',
      finraAffiliated: true,
      finraCompany: 'Broker Inc.',
      directorOrTenPercentShareholder: true,
    };
    const firmId = await created({
      ...fields,
      directorOrTenPercentShareholderCompany: 'ibm,msft',
    });
    const answer = await service.client.get(`${FIRMS}/${firmId}`);
    expect(answer.body).toEqual({
      ...fields,
      directorOrTenPercentShareholderCompany: ['IBM', 'MSFT'],
      firmId,
      firmOid: firmId,
      firmType: 'G',
      parentFirmId: service.credentials.firmId,
      firmTaxId: '*****6789',
      creationDate: expect.stringMatching(TIMESTAMP),
    });
    expect(answer.headers.get('etag')).toBe('"0"');
  });

  it('Firms › firmId › is not a login id [firm.create member.loginId]', async () => {
    const loginId = await created();
    for (const client of [service.client, other.client]) {
      const answers = [
        await expectUnchanged(service, () =>
          client.post('/restapi/members', memberBody({ loginId })),
        ),
        await expectUnchanged(service, () => client.post(TRUSTEES, trusteeBody({ loginId }))),
      ];
      for (const answer of answers) {
        expectExactly(answer, [{ field: 'loginId', errorCode: 'member.unique.login.id' }]);
      }
    }
    expectStatus(await service.client.get(`/restapi/members/${loginId}/orders`), 404);
  });

  it('Firms › firmTaxId › full for an entitled firm only [firm.create]', async () => {
    const { client } = await service.otherFirm(['fullTid']);
    const firmRep = await service.member({}, client);
    const firmId = await created({ firmRep }, client);
    const show = async (who: BrokerageClient): Promise<unknown> =>
      (await who.get(`${FIRMS}/${firmId}`)).body;
    expect(await show(client)).toMatchObject({ firmTaxId: '123456789' });
    expect(await show(service.auditor)).toMatchObject({ firmTaxId: '*****6789' });
  });

  it.each(['firmName', 'firmTaxId', 'firmRep', 'primaryAddress'])(
    'Firms › %s › required: missing or null [firm.create]',
    async (field) => {
      const body = await firmBody();
      for (const value of [undefined, null]) {
        const answer = await expectUnchanged(service, () => create({ ...body, [field]: value }));
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
    },
  );

  it.each(
    titled([
      ['firmName', 1, VALUE],
      ['firmName', 'x'.repeat(101), LENGTH],
      ['firmName', 'a\u0007b', VALUE],
      ['firmTaxId', '12-3456789', DIGITS],
      ['firmTaxId', '12345678', VALUE],
      ['firmTaxId', '1234567890', LENGTH],
      ['firmTaxId', '000000000', VALUE],
      ['firmTaxId', {}, VALUE],
      ['firmTaxIdType', 'VAT', CHOICE],
      ['firmTaxIdType', true, CHOICE],
      ['firmRep', {}, VALUE],
      ['primaryAddress', 'x', VALUE],
      ['mailingAddress', [], VALUE],
      ['firmTelephone1', 'x', VALUE],
      ['firmTelephone2', {}, VALUE],
      ['firmEmail1', 'x', VALUE],
      ['firmEmail2', `${'a'.repeat(250)}@example.com`, LENGTH],
      ['finraAffiliated', 'x', VALUE],
      ['finraCompany', 'x'.repeat(101), LENGTH],
      ['directorOrTenPercentShareholder', 2, VALUE],
      ['directorOrTenPercentShareholderCompany', 7, VALUE],
    ]),
  )('Firms › %s › %s [firm.create]', async (field, _, value, errorCode) => {
    const body = await firmBody({ [field]: value });
    const answer = await expectUnchanged(service, () => create(body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it.each(['TIN', 'EIN', 'SSN'])(
    'Firms › firmTaxIdType › %s [firm.create]',
    async (firmTaxIdType) => {
      const firmId = await created({ firmTaxIdType });
      const { body } = await service.client.get(`${FIRMS}/${firmId}`);
      expect(body).toMatchObject({ firmTaxIdType });
    },
  );

  it('Firms › finraCompany › needed when finraAffiliated [firm.create]', async () => {
    const answer = await create(await firmBody({ finraAffiliated: true }));
    expectExactly(answer, [{ field: 'finraCompany', errorCode: NULL }]);
  });

  it('Firms › ten percent › only tickers [firm.create]', async () => {
    const answer = await create(
      await firmBody({ directorOrTenPercentShareholderCompany: ['IBM', '?'] }),
    );
    expectExactly(answer, [{ errorCode: 'member.tenpct.security.rule' }]);
  });

  it('Wire rules › errors › unknown keys and every other problem of fields at once [errors.list]', async () => {
    const answer = await expectUnchanged(service, () =>
      create({
        FirmName: 'x',
        firmTaxId: '1',
        firmRep: 'nobody.here',
        primaryAddress: address({ zip: '1', state: 'XX' }),
      }),
    );
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'FirmName' },
      { type: 'SYNTAX', field: 'zip' },
      { field: 'firmName', errorCode: NULL },
      { field: 'firmTaxId', errorCode: VALUE },
      { field: 'state', errorCode: CHOICE },
    ]);
    const body = await firmBody({ firmRep: 'nobody.here' });
    expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
  });
});

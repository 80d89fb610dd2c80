import { describe, expect, it } from '@jest/globals';
import { titled } from '../../support/field-rows.js';
import { CHOICE, DATE, DIGITS, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectUnchanged, memberBody } from '../../support/running-service.js';
import { address, type Body, create, MEMBERS, read, service, without } from './set-up.js';

describe('Member (create)', () => {
  it('Conventions › create › 201, empty body, Location of the new member [member.create request.created]', async () => {
    const body = memberBody();
    const answer = await create(body);
    expect(answer).toMatchObject({
      status: 201,
      body: undefined,
      location: `${MEMBERS}/${String(body['loginId'])}`,
    });
    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/restapi/);
    expect(answer.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
  });

  const required = [
    ...['loginId', 'firstName', 'lastName', 'dateOfBirth', 'tid', 'email1', 'primaryAddress'],
  ];

  it.each(required)(
    'Member › %s › required: missing or null; blank is no value [member.create member.loginId member.names member.dates member.emails member.addresses member.tid]',
    async (field) => {
      for (const body of [without(field), memberBody({ [field]: null })]) {
        const answer = await expectUnchanged(service, () => create(body));
        expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: NULL }]);
      }
      if (field === 'primaryAddress') return;
      expectExactly(await create(memberBody({ [field]: '  ' })), [{ field, errorCode: NULL }]);
    },
  );

  it.each<[string, unknown]>([
    ['firstName', 'e\u0301'.repeat(20)],
    ['lastName', 'Gal·la レオ・ピント'],
    ['firstName', 'می\u200cخواهم'],
    ['firstName', 'Jean\u00a0Luc'],
    ['lastName', 'क्\u200dष'],
    ['dayTelephone', '551\u2011225\u20133365'],
    ['eveningTelephone', '(551)\u00a0225\u202f3365'],
    ['dayTelephone', '\u2212551 225\uff0d3365'.slice(1)],
  ])(
    'Member › %s › %j is taken [member.names member.telephones request.lengths]',
    async (field, value) => {
      const body = memberBody({ [field]: value });
      expect((await create(body)).status).toBe(201);
      expect(await read(String(body['loginId']))).toMatchObject({ [field]: value });
    },
  );

  it('Member › line1 › a box in Spanish is none of a primary address, and one of a mailing address [member.addresses]', async () => {
    for (const line1 of ['Apartado 55', 'Apdo. Postal 7', 'APARTADO DE CORREOS 9']) {
      const answer = await create(memberBody({ primaryAddress: address({ line1 }) }));
      expectExactly(answer, [
        { field: 'line1', errorCode: 'member.primary.address.cannot.be.po.box' },
      ]);
      const mailed = memberBody({ mailingAddress: address({ line1 }) });
      expect((await create(mailed)).status).toBe(201);
    }
  });

  it.each(
    titled([
      ['loginId', 12, VALUE],
      ['loginId', { a: 1 }, VALUE],
      ['loginId', 'x'.repeat(65), LENGTH],
      ['loginId', 'jane doe', VALUE],
      ['loginId', 'jane/doe', VALUE],
      ['loginId', '../etc', VALUE],
      ['loginId', 'ab', VALUE],
      ['firstName', 5, VALUE],
      ['firstName', ['Jane'], VALUE],
      ['firstName', 'J'.repeat(21), LENGTH],
      ['firstName', 'Jane3', VALUE],
      ['firstName', 'Jane<b>', VALUE],
      ['firstName', 'Ja\u0000ne', VALUE],
      ['firstName', '-.-', VALUE],
      ['middleName', true, VALUE],
      ['middleName', 'J'.repeat(21), LENGTH],
      ['middleName', "'’", VALUE],
      ['lastName', {}, VALUE],
      ['lastName', 'J'.repeat(36), LENGTH],
      ['lastName', 'Doe_', VALUE],
      ['suffix', 'Esq.', CHOICE],
      ['suffix', false, CHOICE],
      ['title', 'Sir', CHOICE],
      ['title', [], CHOICE],
      ['dateOfBirth', 'yesterday', DATE],
      ['dateOfBirth', '1980-02-30', DATE],
      ['dateOfBirth', '1980-05-17T00:00:00', DATE],
      ['dateOfBirth', '05/17/1980', DATE],
      ['dateOfBirth', '2999-01-01', DATE],
      ['dateOfBirth', '1800-01-01', DATE],
      ['dateOfBirth', 19800517, DATE],
      ['tid', '123-45-6789', DIGITS],
      ['tid', '12345678x', DIGITS],
      ['tid', '1234567890', LENGTH],
      ['tid', '12345678', VALUE],
      ['tid', '000121234', VALUE],
      ['tid', '666121234', VALUE],
      ['tid', '900121234', VALUE],
      ['tid', '123001234', VALUE],
      ['tid', '123120000', VALUE],
      ['tid', true, VALUE],
      ['tid', { a: 1 }, VALUE],
      ['email1', 'jane', VALUE],
      ['email1', 'jane@example', VALUE],
      ['email1', 'jane doe@example.com', VALUE],
      ['email1', `${'a'.repeat(250)}@example.com`, LENGTH],
      ['email1', 7, VALUE],
      ['email2', 'jane@', VALUE],
      ['email2', {}, VALUE],
      ['dayTelephone', 'call me', VALUE],
      ['dayTelephone', '12', VALUE],
      ['dayTelephone', '1'.repeat(60), LENGTH],
      ['dayTelephone', true, VALUE],
      ['eveningTelephone', '555-CALL', VALUE],
      ['employerName', 'x'.repeat(101), LENGTH],
      ['employerName', 1, VALUE],
      ['employmentStatus', 'Busy', CHOICE],
      ['employmentStatus', 'employed', CHOICE],
      ['occupationType', 'Wizard', CHOICE],
      ['annualIncome', '9', CHOICE],
      ['annualIncome', '0', CHOICE],
      ['liquidNetWorth', '01', CHOICE],
      ['netWorth', 'rich', CHOICE],
      ['netWorth', true, CHOICE],
      ['dependentCount', '-1', DIGITS],
      ['dependentCount', 'two', DIGITS],
      ['dependentCount', '100', LENGTH],
      ['dependentCount', 1.5, VALUE],
      ['citizenship', 'X', CHOICE],
      ['citizenship', 'c', CHOICE],
      ['residenceCountry', 'U5', CHOICE],
      ['residenceCountry', 'XX', CHOICE],
      ['residenceCountry', 'ABC', CHOICE],
      ['residenceCountry', 1, VALUE],
      ['accreditedInvestorAnnualIncome', 'yes', VALUE],
      ['accreditedInvestorAnnualIncome', 1, VALUE],
      ['accreditedInvestorNetWorth', 'TRUE', VALUE],
      ['directorOrTenPercentShareholder', 0, VALUE],
      ['finraAffiliated', 'N', VALUE],
      ['previousPrivatePlacementExperience', {}, VALUE],
      ['finraCompany', 'x'.repeat(101), LENGTH],
      ['previousExperienceSector', 'x'.repeat(101), LENGTH],
      ['previousExperienceSector', 2, VALUE],
      ['memberProfileItems', 'M', VALUE],
      ['memberProfileItems', [], VALUE],
      ['membershipType', 'abc', VALUE],
      ['membershipType', 'ABCDE', LENGTH],
      ['primaryAddress', 'Fifth Avenue', VALUE],
      ['primaryAddress', [], VALUE],
      ['mailingAddress', 1, VALUE],
      ['employerAddress', true, VALUE],
      ['directorOrTenPercentShareholderCompany', {}, VALUE],
    ]),
  )(
    'Member › %s › %s [member.create member.loginId member.names member.dates member.telephones member.emails member.addresses member.employment member.ranges member.dependentCount member.citizenship]',
    async (field, _, value, errorCode) => {
      const answer = await expectUnchanged(service, () => create(memberBody({ [field]: value })));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it.each<[string, Body, string, string]>([
    ['line1 missing', { line1: undefined }, 'line1', NULL],
    ['line1 null', { line1: null }, 'line1', NULL],
    ['line1 wrong type', { line1: 350 }, 'line1', VALUE],
    ['line1 too long', { line1: 'x'.repeat(101) }, 'line1', LENGTH],
    ['line2 wrong type', { line2: {} }, 'line2', VALUE],
    ['city missing', { city: undefined }, 'city', NULL],
    ['city too long', { city: 'x'.repeat(61) }, 'city', LENGTH],
    ['state missing', { state: undefined }, 'state', NULL],
    ['state null', { state: null }, 'state', NULL],
    ['state outside the list', { state: 'ZZ' }, 'state', CHOICE],
    ['state spelled out', { state: 'New York' }, 'state', CHOICE],
    ['state in small letters', { state: 'ny' }, 'state', CHOICE],
    ['zipcode missing', { zipcode: undefined }, 'zipcode', NULL],
    ['zipcode too short', { zipcode: '101' }, 'zipcode', VALUE],
    ['zipcode no digits', { zipcode: 'ABCDE' }, 'zipcode', VALUE],
    ['zipcode too long', { zipcode: '10118-12345' }, 'zipcode', LENGTH],
    ['country not the US', { country: 'CA' }, 'country', CHOICE],
    ['country wrong type', { country: [] }, 'country', VALUE],
  ])(
    'Errors › field › leaf name, the object in the message › %s [member.addresses]',
    async (_, leaf, field, code) => {
      const primaryAddress = address(leaf);
      const answer = await expectUnchanged(service, () => create(memberBody({ primaryAddress })));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode: code }]);
      expect(answer.body).toEqual([
        expect.objectContaining({ message: expect.stringContaining('primaryAddress') }),
      ]);
    },
  );

  it.each(['mailingAddress', 'employerAddress'])(
    'Member › %s › needs the leaves of an address, when given [member.addresses]',
    async (name) => {
      const answer = await create(memberBody({ [name]: { line2: 'Floor 9' } }));
      expectExactly(
        answer,
        ['line1', 'city', 'state', 'zipcode'].map((field) => ({ field, errorCode: NULL })),
      );
    },
  );

  it('Member › mailingAddress › may be a P.O. box, and abroad [member.addresses]', async () => {
    await service.member({ mailingAddress: address({ line1: 'PO Box 7' }) });
    const abroad = { line1: '10 Downing Street', city: 'London', country: 'GB' };
    const loginId = await service.member({ mailingAddress: abroad });
    expect(await read(loginId)).toMatchObject({ mailingAddress: abroad });
  });

  it.each([
    ...['P.O. Box 12', 'PO Box 5', 'po box 7', 'P O BOX 9', 'Post Office Box 1', 'POBox 3'],
    ...['P. O. Box 44', 'Suite 1, P.O. Box 2', 'PO  Box 5', 'p.o.box 8'],
  ])('Members › primaryAddress › no post office box: %s [member.addresses]', async (line) => {
    for (const leaf of ['line1', 'line2']) {
      const primaryAddress = address({ [leaf]: line });
      const answer = await expectUnchanged(service, () => create(memberBody({ primaryAddress })));
      expectExactly(answer, [
        { type: 'VALIDATION_RULE', errorCode: 'member.primary.address.cannot.be.po.box' },
      ]);
    }
  });
});

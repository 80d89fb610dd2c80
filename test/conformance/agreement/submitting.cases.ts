import { describe, expect, it } from '@jest/globals';
import { CHOICE, FIELD, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectStatus } from '../../support/running-service.js';
import { expectWritten, omit } from '../accounts.fixture.js';
import { accounts, image, pathOf, pdf, PNG, refused, sign, signatures } from './set-up.js';

describe('Customer agreement signature', () => {
  it('Signature › response › 200, empty body, Location of the agreement [signature.response request.updated]', async () => {
    const number = await accounts.opened('I');
    expectWritten(await sign(number, pdf(accounts.owner)), 200, pathOf(number));
  });

  it('Signature › signatureMethod › missing or null is null.signature.method [signature.signatureMethod errors.field-codes]', async () => {
    const problem = { ...FIELD, field: 'signatureMethod', errorCode: 'null.signature.method' };
    for (const body of [
      omit(pdf(accounts.owner), 'signatureMethod'),
      pdf(accounts.owner, { signatureMethod: null }),
      omit(image(accounts.owner, 'SVG'), 'signatureMethod'),
    ]) {
      await refused(body, problem);
    }
  });

  it.each(['loginId', 'signatureData'])(
    'Signature › %s › required [signature.loginId signature.signatureData]',
    async (field) => {
      const problem = { ...FIELD, field, errorCode: NULL };
      await refused(omit(pdf(accounts.owner), field), problem);
      await refused(pdf(accounts.owner, { [field]: null }), problem);
    },
  );

  it.each(['loginid', 'LoginId', 'loginID', 'LOGINID'])(
    'Signature › loginId › is case-sensitive: %s is SYNTAX [signature.body signature.loginId errors.SYNTAX]',
    async (field) => {
      await refused({ ...pdf(accounts.owner), [field]: 'x' }, { type: 'SYNTAX', field });
      const body = { ...omit(pdf(accounts.owner), 'loginId'), [field]: accounts.owner };
      await refused(
        body,
        { type: 'SYNTAX', field },
        { ...FIELD, field: 'loginId', errorCode: NULL },
      );
    },
  );

  it.each([
    ...['signaturedata', 'SignatureMethod', 'imageEncoding', 'W9Withhold', 'accountNumber', 'id'],
  ])('Signature › unknown field › %s [signature.body errors.SYNTAX]', async (field) => {
    await refused({ ...pdf(accounts.owner), [field]: true }, { type: 'SYNTAX', field });
  });

  it.each<[string, unknown, string]>([
    ['loginId', '', NULL],
    ['loginId', {}, VALUE],
    ['loginId', true, VALUE],
    ['loginId', 'x'.repeat(65), LENGTH],
    ['signatureData', '', NULL],
    ['signatureData', 5, VALUE],
    ['signatureData', {}, VALUE],
    ['signatureData', ['JVBERi0='], VALUE],
    ['signatureMethod', '', 'null.signature.method'],
    ['signatureMethod', 'INK', CHOICE],
    ['signatureMethod', 'signed_pdf', CHOICE],
    ['signatureMethod', 1, CHOICE],
    ['signatureMethod', {}, CHOICE],
    ['w9Withhold', 'yes', VALUE],
    ['w9Withhold', 'TRUE', VALUE],
    ['w9Withhold', 1, VALUE],
    ['w9Withhold', {}, VALUE],
  ])(
    'Signature › %s › %j [signature.loginId signature.signatureData signature.signatureMethod signature.signatureImageEncoding signature.w9Withhold]',
    async (field, value, errorCode) => {
      await refused(pdf(accounts.owner, { [field]: value }), { ...FIELD, field, errorCode });
    },
  );

  it.each<unknown>(['BMP', 'png', 'JPEG', true, {}])(
    'Signature › signatureImageEncoding › %j of an image is none [signature.signatureImageEncoding]',
    async (signatureImageEncoding) => {
      await refused(
        { ...image(accounts.owner, 'PNG'), signatureImageEncoding },
        { ...FIELD, field: 'signatureImageEncoding', errorCode: CHOICE },
      );
    },
  );

  it('Signature › signatureImageEncoding › required with SIGNATURE_IMAGE only [signature.signatureImageEncoding]', async () => {
    const problem = { ...FIELD, field: 'signatureImageEncoding', errorCode: NULL };
    await refused(omit(image(accounts.owner, 'PNG'), 'signatureImageEncoding'), problem);
    await refused({ ...image(accounts.owner, 'PNG'), signatureImageEncoding: null }, problem);
    const number = await accounts.opened('I');
    expectStatus(await sign(number, pdf(accounts.owner, { signatureImageEncoding: null })), 200);
  });

  it.each<[unknown, boolean | null]>([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [null, null],
    [undefined, null],
  ])('Signature › w9Withhold › %j [signature.w9Withhold]', async (w9Withhold, shown) => {
    const number = await accounts.opened('I');
    expectStatus(await sign(number, pdf(accounts.owner, { w9Withhold })), 200);
    expect(await signatures(number)).toMatchObject([{ w9Withhold: shown }]);
  });

  it('Signature › error list › every problem at once [errors.list]', async () => {
    await refused(
      { LoginId: 'x', signatureMethod: 'SIGNATURE_IMAGE', w9Withhold: 'x' },
      { type: 'SYNTAX', field: 'LoginId' },
      { ...FIELD, field: 'loginId', errorCode: NULL },
      { ...FIELD, field: 'signatureData', errorCode: NULL },
      { ...FIELD, field: 'signatureImageEncoding', errorCode: NULL },
      { ...FIELD, field: 'w9Withhold', errorCode: VALUE },
    );
    await refused(
      {},
      { ...FIELD, field: 'loginId', errorCode: NULL },
      { ...FIELD, field: 'signatureData', errorCode: NULL },
      { ...FIELD, field: 'signatureMethod', errorCode: 'null.signature.method' },
    );
    await refused(
      { ...image('stranger', 'GIF', PNG), w9withhold: true },
      { type: 'SYNTAX', field: 'w9withhold' },
      { ...FIELD, field: 'loginId', errorCode: VALUE },
      { ...FIELD, field: 'signatureData', errorCode: VALUE },
    );
    await refused(
      { signatureData: 'no Base64!' },
      { ...FIELD, field: 'loginId', errorCode: NULL },
      { ...FIELD, field: 'signatureData', errorCode: VALUE },
      { ...FIELD, field: 'signatureMethod', errorCode: 'null.signature.method' },
    );
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['nothing', undefined],
  ])('Wire › body › %s is no signature [errors.malformed]', async (_what, body) => {
    await refused(body, { type: 'SYNTAX' });
  });
});

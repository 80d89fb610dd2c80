import { describe, expect, it } from '@jest/globals';
import { businessDate } from '#libs/platform/kernel';
import { field, NULL, unknownKey, VALUE } from '../../support/problems.js';
import { expectUnchanged, memberBody, signatureBody } from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import {
  account,
  accountNumber,
  contact,
  folio,
  folioBody,
  owner,
  refused,
  service,
  wire,
} from './set-up.js';

describe('Errors and generic field codes', () => {
  it.each<[string, Record<string, unknown>, ...object[]]>([
    ['missing', { lastName: undefined }, field('lastName', 'cannot.be.null')],
    ['null', { lastName: null }, field('lastName', 'cannot.be.null')],
    ['outside a code list', { citizenship: 'X' }, field('citizenship', 'invalid.choice')],
    ['a code in the wrong case', { citizenship: 'c' }, field('citizenship', 'invalid.choice')],
    ['digits only', { tid: '12345678x' }, field('tid', 'allows.only.digits')],
    ['bad date', { dateOfBirth: '1980-13-01' }, field('dateOfBirth', 'invalid.date')],
    ['too long', { lastName: 'x'.repeat(36) }, field('lastName', 'invalid.length')],
    ['too long', { tid: '1234567890' }, field('tid', 'invalid.length')],
    ['otherwise', { email1: 'nobody' }, field('email1', 'invalid.value')],
    ['otherwise', { lastName: 7 }, field('lastName', 'invalid.value')],
    ['otherwise', { lastName: 'D0e' }, field('lastName', 'invalid.value')],
  ])('%s: %j [errors.field-codes errors.VALIDATION_FIELD]', async (_row, fields, ...problems) => {
    await refused('POST', '/restapi/members', memberBody(fields), ...problems);
  });

  it('every problem of fields at once, then every one of rules [errors.list errors.VALIDATION_RULE]', async () => {
    const young = businessDate(new Date().toISOString());
    const rules = { loginId: owner, dateOfBirth: young };
    await refused(
      'POST',
      '/restapi/members',
      memberBody({
        ...rules,
        firstName: null,
        tid: '12',
        citizenship: 'X',
        nope: 1,
      }),
      unknownKey('nope'),
      field('firstName', 'cannot.be.null'),
      field('tid', 'invalid.value'),
      field('citizenship', 'invalid.choice'),
    );
    await refused(
      'POST',
      '/restapi/members',
      memberBody(rules),
      { type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' },
      { type: 'VALIDATION_RULE', errorCode: 'member.legal.age.state.rule' },
    );
  });

  it('field is the bare leaf name [errors.list]', async () => {
    const primaryAddress = {
      line1: '350 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      zipcode: 'x',
    };
    await refused('POST', '/restapi/members', memberBody({ primaryAddress }), {
      field: 'zipcode',
      type: 'VALIDATION_FIELD',
    });
  });

  it('inside a list of objects the message says which item [errors.list]', async () => {
    await refused(
      'PUT',
      account,
      { trustedContacts: [contact(), contact({ email: 'x' }), contact({ lastName: null })] },
      { ...field('email', VALUE), message: expect.stringContaining('[1]') },
      { ...field('lastName', NULL), message: expect.stringContaining('[2]') },
    );
  });

  it('null.signature.method is the one exception [signature.signatureMethod errors.field-codes]', async () => {
    const { signatureMethod, ...rest } = signatureBody(owner);
    expect(signatureMethod).toBeDefined();
    for (const body of [rest, { ...rest, signatureMethod: null }]) {
      await refused(
        'POST',
        `${account}/customeragreement`,
        body,
        field('signatureMethod', 'null.signature.method'),
      );
    }
  });

  it('no body, a list for an object, an object for a list, a scalar: 400 SYNTAX without field [errors.malformed]', async () => {
    for (const body of ['[]', '"x"', '1', 'null', 'true', '']) {
      const answer = await expectUnchanged(service, () =>
        wire.send('POST', '/restapi/members', body),
      );
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([
        { type: 'SYNTAX', errorCode: 'request.malformed', message: expect.any(String) },
      ]);
    }
    for (const body of ['{}', '"x"', 'null']) {
      const answer = await wire.send('PUT', `${folio}/targetweights`, body);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([expect.objectContaining({ type: 'SYNTAX' })]);
    }
  });
});

describe('Errors › query and body', () => {
  it('are told of in one list [errors.list request.query]', async () => {
    await refused(
      'PUT',
      `${account}?nope=1`,
      { alsoNope: 1 },
      unknownKey('nope'),
      unknownKey('alsoNope'),
    );
  });
});

describe('Errors › what does not exist', () => {
  it('is 404 whatever the query and the body are, as long as that is JSON [errors.404 errors.malformed]', async () => {
    const weights = `${account}/folios/${accountNumber}77/targetweights`;
    const webhook = '/restapi/webhooks/5f0e9f7c-0001-5000-8000-000000000001';
    for (const [method, path] of [
      ['PUT', weights],
      ['PUT', '/restapi/members/nobody-at-all'],
      ['PUT', webhook],
      ['POST', `${webhook}/replay`],
    ] as const) {
      for (const body of ['{}', '[]', '{"nope":1}', '"x"', 'null']) {
        const { status } = await wire.send(method, path, body);
        expect([method, path, body, status]).toEqual([method, path, body, 404]);
      }
      expectErrorList(await wire.send(method, path, '{"a":'), 400);
    }
    for (const path of [`${webhook}/deliveries`, '/restapi/members/nobody-at-all/history']) {
      expectErrorList(await wire.get(`${path}?limit=x`), 404);
    }
    expectErrorList(await wire.get(`${weights}?nope=1`), 404);
  });
});

describe('Body id against path id › uri.matching.rule', () => {
  const rule = (name: string): object => ({ field: name, errorCode: 'uri.matching.rule' });
  const other = 'RZ99999999';

  it('accountNumber on PUT account [request.matching-ids]', async () => {
    await refused('PUT', account, { accountNumber: other }, rule('accountNumber'));
    expect((await wire.json('PUT', account, { accountNumber })).status).toBe(200);
  });

  it('accountNumber on POST folios [request.matching-ids]', async () => {
    const body = folioBody({ accountNumber: other });
    await refused('POST', `${account}/folios`, body, rule('accountNumber'));
  });

  it('accountNumber and folioNumber on PUT folio [request.matching-ids]', async () => {
    await refused(
      'PUT',
      folio,
      { accountNumber: other, folioNumber: `${other}03` },
      rule('accountNumber'),
      rule('folioNumber'),
    );
  });

  it('folioNumber on PUT rtgsubscription [request.matching-ids]', async () => {
    const body = { folioNumber: `${other}03`, prePackagedFolioOid: service.credentials.rtgOid };
    await refused('PUT', `${folio}/rtgsubscription`, body, rule('folioNumber'));
  });

  it('loginId and accountNumber on permissions [request.matching-ids]', async () => {
    const body = { loginId: owner, permission: 'SV', alertLevel: 'none', listOnReport: true };
    await refused(
      'POST',
      `${account}/permissions`,
      { ...body, accountNumber: other, loginId: await service.member() },
      rule('accountNumber'),
    );
    await refused(
      'PUT',
      `${account}/permissions/${owner}`,
      { alertLevel: 'all', permission: 'AM', loginId: 'somebody.else', accountNumber: other },
      rule('loginId'),
      rule('accountNumber'),
    );
  });

  it('accountNumber on POST restrictions [request.matching-ids]', async () => {
    await refused(
      'POST',
      `${account}/restrictions`,
      { accountNumber: other },
      rule('accountNumber'),
    );
  });

  it('loginId on PUT member [request.matching-ids]', async () => {
    await refused(
      'PUT',
      `/restapi/members/${owner}`,
      { loginId: 'somebody.else' },
      rule('loginId'),
    );
  });
});

describe('Malformed JSON › 400 SYNTAX without field', () => {
  const texts: [string, string | Buffer][] = [
    ['half an object', '{"loginId":'],
    ['a text that does not end', '{"loginId":"x'],
    ['single quotes', "{'loginId':'x'}"],
    ['a trailing comma', '{"loginId":"x",}'],
    ['two values', '{} {}'],
    ['a comment', '{/* x */}'],
    ['a control character', '{"loginId":"a\nb"}'],
    ['a bad escape', '{"loginId":"\\x41"}'],
    ['a short unicode escape', '{"loginId":"\\u12"}'],
    ['a NUL byte', '{"loginId":"x"}\0'],
    ['blanks only', '   '],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong UTF-8 sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"loginId":"x"}', 'utf16le')],
    ['a key twice', '{"loginId":"a","loginId":"b"}'],
    ['a key twice, deep', `{"primaryAddress":{"city":"a","c\\u0069ty":"b"}}`],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['100,000 levels of lists', '['.repeat(100_000)],
    ['100,000 levels of objects', '{"a":'.repeat(100_000)],
    ['form data', 'loginId=x&tid=1'],
  ];
  it.each(texts)('%s [errors.malformed]', async (_what, text) => {
    const answer = await expectUnchanged(service, () =>
      wire.send('POST', '/restapi/members', text),
    );
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([
      { type: 'SYNTAX', errorCode: 'request.malformed', message: expect.any(String) },
    ]);
  });

  it('a byte order mark is no mistake [errors.malformed]', async () => {
    const body = `\ufeff${JSON.stringify(memberBody())}`;
    expect((await wire.send('POST', '/restapi/members', body)).status).toBe(201);
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { CHOICE, FIELD, LENGTH, NULL, VALUE } from '../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import {
  ACCOUNTS,
  AccountsUnderTest,
  type Body,
  type Expected,
  expectWritten,
  isCorporate,
  omit,
  TIMESTAMP,
  type Type,
  TYPES,
} from './accounts.fixture.js';

let accounts: AccountsUnderTest;
/** An individual account that stays unsigned: for refusals. */
let unsigned: string;
beforeAll(async () => {
  accounts = await AccountsUnderTest.start();
  unsigned = await accounts.opened('I');
});
afterAll(() => accounts.stop());

const MIB = 1024 * 1024;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const GIF87 = Buffer.concat([Buffer.from('GIF87a'), GIF.subarray(6)]);
const JPG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' + '08'.repeat(64) + 'ffd9',
  'hex',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 L9 9"/></svg>');
const SVG_WITH_PROLOG = Buffer.from(
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- signed --><!DOCTYPE svg>\n' + SVG.toString(),
);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const IMAGES = { SVG, GIF, JPG, PNG } as const;
type Encoding = keyof typeof IMAGES;

const pathOf = (accountNumber: string): string => `${ACCOUNTS}/${accountNumber}/customeragreement`;
const sign = (
  accountNumber: string,
  body: unknown,
  client = accounts.service.client,
): Promise<ClientAnswer> => client.post(pathOf(accountNumber), body);
const pdf = (loginId: string, fields: Body = {}): Body => ({
  loginId,
  signatureMethod: 'SIGNED_PDF',
  signatureData: PDF.toString('base64'),
  ...fields,
});
const image = (
  loginId: string,
  signatureImageEncoding: Encoding,
  signatureData: Buffer | string = IMAGES[signatureImageEncoding],
): Body => ({
  loginId,
  signatureMethod: 'SIGNATURE_IMAGE',
  signatureImageEncoding,
  signatureData: Buffer.isBuffer(signatureData) ? signatureData.toString('base64') : signatureData,
});
const refused = async (body: unknown, ...problems: readonly Expected[]): Promise<void> => {
  const answer = await expectUnchanged(accounts.service, () => sign(unsigned, body));
  expectExactly(answer, problems as Body[]);
};
const signatures = async (accountNumber: string): Promise<readonly Body[]> =>
  (await accounts.get(accountNumber, '/customeragreement')) as Body[];
const reasons = async (accountNumber: string): Promise<unknown[]> =>
  ((await accounts.get(accountNumber, '/restrictions')) as Body[]).map((one) => one['reasonCode']);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** What the document store has for the newest signature of an account. */
async function documentOf(accountNumber: string): Promise<Buffer> {
  const { eventStore, vault } = accounts.service.service.platform;
  let key = '';
  for await (const { type, data } of eventStore.readStream(`account-${accountNumber}`)) {
    if (type.startsWith('account.AgreementSigned')) {
      key = (data as { documentKey: string }).documentKey;
    }
  }
  return vault.get(key) as Promise<Buffer>;
}

describe('Customer agreement signature', () => {
  it('Signature › response › 200, empty body, Location of the agreement [1.response conventions.update]', async () => {
    const number = await accounts.opened('I');
    expectWritten(await sign(number, pdf(accounts.owner)), 200, pathOf(number));
  });

  it('Signature › signatureMethod › missing or null is null.signature.method [1.errors signature.signatureMethod §1.codes]', async () => {
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
    'Signature › loginId › is case-sensitive: %s is SYNTAX [1.body signature.loginId errors.SYNTAX]',
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
  ])('Signature › unknown field › %s [1.body errors.SYNTAX]', async (field) => {
    await refused({ ...pdf(accounts.owner), [field]: true }, { type: 'SYNTAX', field });
  });

  it.each<[string, unknown, string]>([
    ['loginId', '', VALUE],
    ['loginId', {}, VALUE],
    ['loginId', true, VALUE],
    ['loginId', 'x'.repeat(65), LENGTH],
    ['signatureData', '', VALUE],
    ['signatureData', 5, VALUE],
    ['signatureData', {}, VALUE],
    ['signatureData', ['JVBERi0='], VALUE],
    ['signatureMethod', '', CHOICE],
    ['signatureMethod', 'INK', CHOICE],
    ['signatureMethod', 'signed_pdf', CHOICE],
    ['signatureMethod', 1, CHOICE],
    ['signatureMethod', {}, CHOICE],
    ['signatureImageEncoding', 'BMP', CHOICE],
    ['signatureImageEncoding', 'png', CHOICE],
    ['signatureImageEncoding', 'JPEG', CHOICE],
    ['signatureImageEncoding', true, CHOICE],
    ['w9Withhold', 'yes', VALUE],
    ['w9Withhold', 'TRUE', VALUE],
    ['w9Withhold', 1, VALUE],
    ['w9Withhold', '', VALUE],
    ['w9Withhold', {}, VALUE],
  ])(
    'Signature › %s › %j [signature.loginId signature.signatureData signature.signatureMethod signature.signatureImageEncoding signature.w9Withhold]',
    async (field, value, errorCode) => {
      await refused(pdf(accounts.owner, { [field]: value }), { ...FIELD, field, errorCode });
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

  it('Signature › error list › every problem at once [§1.errors]', async () => {
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
  ])('Wire › body › %s is no signature [§1.malformed]', async (_what, body) => {
    await refused(body, { type: 'SYNTAX' });
  });
});

describe('Signature data', () => {
  const accepted = async (body: Body, bytes: Buffer): Promise<void> => {
    const number = await accounts.opened('I');
    expectStatus(await sign(number, body), 200);
    expect(await signatures(number)).toEqual([
      {
        loginId: accounts.owner,
        signatureMethod: body['signatureMethod'],
        signatureImageEncoding: body['signatureImageEncoding'] ?? null,
        w9Withhold: null,
        sha256: sha256(bytes),
        signedAt: expect.stringMatching(TIMESTAMP),
      },
    ]);
    expect(sha256(await documentOf(number))).toBe(sha256(bytes));
    expect(await reasons(number)).toEqual([]);
  };
  const bad = (errorCode: string): Expected => ({ ...FIELD, field: 'signatureData', errorCode });

  it.each<[string, Encoding, Buffer]>([
    ['SVG', 'SVG', SVG],
    ['SVG with prolog', 'SVG', SVG_WITH_PROLOG],
    ['GIF89a', 'GIF', GIF],
    ['GIF87a', 'GIF', GIF87],
    ['JPG', 'JPG', JPG],
    ['PNG', 'PNG', PNG],
  ])(
    'Signature › signatureImageEncoding › %s by its bytes [signature.signatureImageEncoding §6.data]',
    async (_what, encoding, bytes) => {
      await accepted(image(accounts.owner, encoding, bytes), bytes);
    },
  );

  it('Signature › signatureMethod › SIGNED_PDF [signature.signatureMethod]', async () => {
    await accepted(pdf(accounts.owner), PDF);
  });

  const wrongPairs = (Object.keys(IMAGES) as Encoding[]).flatMap((claimed) =>
    [...Object.entries(IMAGES), ['PDF', PDF] as const, ['text', Buffer.from('hello')] as const]
      .filter(([real]) => real !== claimed)
      .map(([real, bytes]) => [claimed, real, bytes] as const),
  );
  it.each(wrongPairs)(
    'Agreement › bytes › claimed %s, really %s [§6.data]',
    async (claimed, _real, bytes) => {
      await refused(image(accounts.owner, claimed, bytes), bad(VALUE));
    },
  );

  it.each<[string, Buffer]>([
    ...Object.entries(IMAGES),
    ['text', Buffer.from('hello, world')],
    ['header too late', Buffer.concat([Buffer.from('x'), PDF])],
    ['header too short', Buffer.from('%PDF')],
    ['header in small letters', Buffer.from('%pdf-1.7')],
    ['HTML', Buffer.from('<html><svg/></html>')],
  ])('Agreement › bytes › SIGNED_PDF, really %s [§6.data]', async (_what, bytes) => {
    await refused(pdf(accounts.owner, { signatureData: bytes.toString('base64') }), bad(VALUE));
  });

  it.each<[string, string]>([
    ['HTML with an SVG inside', `<html>${SVG.toString()}</html>`],
    ['XML that is no SVG', '<?xml version="1.0"?><note/>'],
    ['SVG in a comment', `<!-- ${SVG.toString()} -->`],
    ['the word', 'svg'],
  ])('Agreement › bytes › SVG, really %s [§6.data]', async (_what, text) => {
    await refused(image(accounts.owner, 'SVG', Buffer.from(text)), bad(VALUE));
  });

  const prefixes = ['GIF', 'JPG', 'PNG'].flatMap((encoding) => {
    const name = encoding.toLowerCase();
    return [
      `data:image/${name};base64,`,
      `data:image/${name}:base64,`,
      `DATA:IMAGE/${encoding};BASE64,`,
      `Data:Image/${name}:Base64,`,
    ].map((prefix) => [encoding, prefix] as const);
  });
  it.each([
    ...prefixes,
    ['JPG', 'data:image/jpeg;base64,'],
    ['JPG', 'data:image/JPEG:base64,'],
    ['SVG', 'data:image/svg+xml;base64,'],
    ['PNG', 'data:image/gif;base64,'],
  ] as const)(
    'Agreement › prefix › %s after %s [signature.prefix §6.data]',
    async (encoding, prefix) => {
      const bytes = IMAGES[encoding as Encoding];
      const data = prefix + bytes.toString('base64');
      await accepted(image(accounts.owner, encoding as Encoding, data), bytes);
    },
  );

  it.each<[string, string]>([
    ['a prefix alone', 'data:image/png;base64,'],
    ['two prefixes', `data:image/png;base64,data:image/png;base64,${PNG.toString('base64')}`],
    ['no comma', `data:image/png;base64${PNG.toString('base64')}`],
    ['other characters', '!!!!'],
    ['the URL alphabet', PNG.toString('base64').replaceAll('+', '-')],
    ['a wrong length', PNG.toString('base64').slice(0, -3)],
    ['padding within', `iVBO=Rw0${PNG.toString('base64')}`],
    ['something after the padding', `${PNG.toString('base64')}!`],
    ['a blank', ' '],
  ])('Agreement › Base64 › %s [signature.signatureData §6.data]', async (_what, data) => {
    await refused(image(accounts.owner, 'PNG', data), bad(VALUE));
  });

  it('Agreement › prefix › is for images, not for PDF [signature.prefix]', async () => {
    const signatureData = `data:application/pdf;base64,${PDF.toString('base64')}`;
    await refused(pdf(accounts.owner, { signatureData }), bad(VALUE));
  });

  it('Agreement › size › 8 MiB are taken, one byte more is not [§6.data]', async () => {
    const most = Buffer.concat([PNG, Buffer.alloc(8 * MIB - PNG.length)]);
    await accepted(image(accounts.owner, 'PNG', most), most);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    await refused(image(accounts.owner, 'PNG', more), bad(LENGTH));
    const prefixed = `data:image/png;base64,${most.toString('base64')}`;
    await accepted(image(accounts.owner, 'PNG', prefixed), most);
  });

  it('Wire › 413 › a body above 12 MiB [§1.413]', async () => {
    const signatureData = 'A'.repeat(12 * MIB);
    const answer = await expectUnchanged(accounts.service, () =>
      sign(unsigned, pdf(accounts.owner, { signatureData })),
    );
    expectProblems(answer, [{ type: 'PAYLOAD_TOO_LARGE' }], 413);
  });

  it('Agreement › documents › events carry the key and the SHA-256 only [§6.store]', async () => {
    const secret = uniqueName('secret');
    const bytes = Buffer.concat([PDF, Buffer.from(secret)]);
    const number = await accounts.opened('I');
    const signatureData = bytes.toString('base64');
    expectStatus(await sign(number, pdf(accounts.owner, { signatureData })), 200);
    const text = JSON.stringify(await accounts.service.log(), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).toContain(sha256(bytes));
    expect(text).not.toContain(secret);
    expect(text).not.toContain(signatureData.slice(-40));
  });
});

describe('Required signers', () => {
  /** Who has to sign an account of a type, and the account. */
  async function unsignedOf(type: Type): Promise<[string, readonly string[]]> {
    const body = await accounts.body(type);
    const joint = (body['jointOwners'] ?? []) as string[];
    const { firmRep } = await accounts.unusedFirm();
    const signers = isCorporate(type) ? [firmRep] : [accounts.owner, ...joint];
    return [await accounts.open(body), signers];
  }

  it.each(TYPES)(
    'Accounts › restriction › the last signature lifts 020: %s [§5.lift service.restricted]',
    async (type) => {
      const [number, signers] = await unsignedOf(type);
      for (const [index, loginId] of signers.entries()) {
        expect(await reasons(number)).toEqual(['020']);
        expect(await accounts.items(number, loginId)).toMatchObject([
          { ifaType: 'SA', ifaStatus: 'I', targetOidType: 'A' },
        ]);
        const body = signatureBody(loginId);
        expectWritten(await sign(number, body), 200, pathOf(number));
        expect(await accounts.items(number, loginId)).toMatchObject([
          { ifaType: 'SA', ifaStatus: 'A' },
        ]);
        expect(await signatures(number)).toHaveLength(index + 1);
      }
      expect(await reasons(number)).toEqual([]);
      expect((await accounts.eventTypes(number)).slice(-2)).toEqual([
        'account.AgreementSigned',
        'account.RestrictionLifted',
      ]);
    },
  );

  it('Accounts › restriction › any order; the first does not lift it [§5.lift]', async () => {
    const third = await accounts.service.member();
    const number = await accounts.opened('K', { jointOwners: [accounts.partner, third] });
    for (const loginId of [third, accounts.partner]) {
      expectStatus(await sign(number, signatureBody(loginId)), 200);
      expect(await reasons(number)).toEqual(['020']);
    }
    expectStatus(await sign(number, signatureBody(accounts.owner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Accounts › restriction › both signers at once [§5.lift]', async () => {
    const number = await accounts.opened('J');
    const answers = await Promise.all(
      [accounts.owner, accounts.partner].map((loginId) => sign(number, signatureBody(loginId))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await reasons(number)).toEqual([]);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(1);
  });

  it('States › no IFA › the document is stored all the same, and counts for nothing [states.agreement-without-ifa]', async () => {
    const corporate = await accounts.opened('A');
    expectStatus(await sign(corporate, pdf(accounts.trustee)), 200);
    expect(await signatures(corporate)).toMatchObject([
      { loginId: accounts.trustee, sha256: sha256(PDF) },
    ]);
    expect(await documentOf(corporate)).toEqual(PDF);
    expect(await reasons(corporate)).toEqual(['020']);
    // also once everybody has signed
    const number = await accounts.opened('I');
    expectStatus(await sign(number, signatureBody(accounts.owner)), 200);
    const viewer = await accounts.service.member();
    const grant = { loginId: viewer, permission: 'DV' };
    const path = `${ACCOUNTS}/${number}/permissions`;
    expectStatus(await accounts.service.client.post(path, grant), 201);
    expectStatus(await sign(number, pdf(viewer)), 200);
    expect(await signatures(number)).toHaveLength(2);
  });

  it('Agreement › repeated › the same document is stored once [1.response]', async () => {
    const number = await accounts.opened('J');
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    const again = await expectUnchanged(accounts.service, () => sign(number, pdf(accounts.owner)));
    expectWritten(again, 200, pathOf(number));
    expect(await reasons(number)).toEqual(['020']);
  });

  it('Agreement › repeated › another document replaces the first, nothing is lifted twice [§5.lift]', async () => {
    const number = await accounts.opened('I');
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    expectStatus(await sign(number, image(accounts.owner, 'PNG')), 200);
    expect(await signatures(number)).toMatchObject([
      { signatureMethod: 'SIGNATURE_IMAGE', sha256: sha256(PNG) },
    ]);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(1);
    expect(types.filter((type) => type === 'account.AgreementSigned')).toHaveLength(2);
    expect(await accounts.items(number, accounts.owner)).toMatchObject([{ ifaStatus: 'A' }]);
  });

  it("Agreement › loginId › somebody who isn't a party [signature.loginId]", async () => {
    const { client } = await accounts.service.otherFirm();
    const foreigner = await accounts.service.member({}, client);
    for (const loginId of ['nobody', accounts.partner, foreigner]) {
      await refused(pdf(loginId), { ...FIELD, field: 'loginId', errorCode: VALUE });
    }
  });

  it('Restrictions › other restrictions stay when 020 is lifted [§5.lift]', async () => {
    const number = await accounts.opened('I');
    const { client } = accounts.service;
    expectStatus(await client.post(`${ACCOUNTS}/${number}/restrictions`, {}), 201);
    expect(await reasons(number)).toEqual(['020', '021']);
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    expect(await reasons(number)).toEqual(['021']);
    expect(await accounts.read(number)).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});

describe('Who may sign', () => {
  it('Permissions › a signer signs, others do not sign for the signer [§2.permissions]', async () => {
    const { service, owner, partner } = accounts;
    const number = await accounts.opened('J');
    const viewer = await service.member();
    const grant = { loginId: viewer, permission: 'TM' };
    const path = `${ACCOUNTS}/${number}/permissions`;
    expectStatus(await service.client.post(path, grant), 201);
    for (const login of [viewer, await service.member(), 'nobody-at-all']) {
      for (const body of [pdf(owner), { junk: 1 }]) {
        const answer = await expectUnchanged(service, () => sign(number, body, service.as(login)));
        expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
      }
    }
    expectStatus(await sign(number, pdf(owner), service.as(owner)), 200);
    expectStatus(await sign(number, pdf(partner), service.as(partner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Permissions › a signature is the own act of the signer: nobody who manages the account signs for an owner [§2.permissions 1.response]', async () => {
    const { service, owner, partner } = accounts;
    const number = await accounts.opened('J');
    const manager = await service.member();
    const grant = { loginId: manager, permission: 'AM' };
    expectStatus(await service.client.post(`${ACCOUNTS}/${number}/permissions`, grant), 201);
    for (const login of [partner, manager]) {
      const answer = await expectUnchanged(service, () =>
        sign(number, pdf(owner), service.as(login)),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectStatus(await sign(number, pdf(partner), service.as(partner)), 200);
    expect(await reasons(number)).toEqual(['020']);
    expectStatus(await sign(number, pdf(owner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Permissions › an advisor hands in what a client signed, but opens no account for others by that [§2.permissions §2.at-creation]', async () => {
    const { service } = accounts;
    const advisor = await service.member();
    const client = await service.member({}, service.as(advisor));
    const stranger = await service.member();
    const opened = async (primaryAccountOwner: string): Promise<string> =>
      accounts.open(service.accountBody(primaryAccountOwner), service.as(advisor));
    const [own, other] = [await opened(client), await opened(stranger)];
    expectStatus(await sign(own, pdf(client), service.as(advisor)), 200);
    const answer = await expectUnchanged(service, () =>
      sign(other, pdf(stranger), service.as(advisor)),
    );
    expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    expectStatus(await sign(other, pdf(stranger), service.as(stranger)), 200);
  });

  it('Who may call › roles › only clients [§2.bearer]', async () => {
    const { auditor, backoffice, operator } = accounts.service;
    for (const client of [auditor, backoffice, operator]) {
      const answer = await expectUnchanged(accounts.service, () =>
        sign(unsigned, pdf(accounts.owner), client),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectStatus(await auditor.get(pathOf(unsigned)), 200);
  });

  it("Wire › 404 › another firm's account and unknown ones, whatever is sent [§1.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    for (const body of [pdf(accounts.owner), { junk: 1 }]) {
      expectExactly(
        await expectUnchanged(accounts.service, () => sign(unsigned, body, client)),
        [{ type: 'NOT_FOUND' }],
        404,
      );
      expectExactly(await sign('RZ00000000', body), [{ type: 'NOT_FOUND' }], 404);
    }
    expectStatus(await client.get(pathOf(unsigned)), 404);
  });

  it('Agreement › documents › are never served [§6.svg]', async () => {
    const number = await accounts.opened('I');
    const marker = uniqueName('mark');
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${marker}--></svg>`);
    expectStatus(await sign(number, image(accounts.owner, 'SVG', svg)), 200);
    const text = JSON.stringify(await signatures(number));
    expect(text).not.toContain(marker);
    expect(text).not.toContain(svg.toString('base64').slice(0, 40));
  });
});

import { describe, expect, it } from '@jest/globals';
import { FIELD, LENGTH, VALUE } from '../../support/problems.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { type Body, type Expected, TIMESTAMP } from '../accounts.fixture.js';
import {
  accounts,
  documentOf,
  type Encoding,
  GIF,
  image,
  IMAGES,
  JPG,
  PDF,
  pdf,
  PNG,
  reasons,
  refused,
  sha256,
  sign,
  signatures,
  SVG,
  unsigned,
} from './set-up.js';

const MIB = 1024 * 1024;
const GIF87 = Buffer.concat([Buffer.from('GIF87a'), GIF.subarray(6)]);
const SVG_WITH_PROLOG = Buffer.from(
  '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- signed --><!DOCTYPE svg>\n' + SVG.toString(),
);

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
    ['PNG with nothing behind its header', 'PNG', PNG.subarray(0, 8)],
  ])(
    'Signature › signatureImageEncoding › %s by its bytes [signature.signatureImageEncoding signature.signatureData]',
    async (_what, encoding, bytes) => {
      await accepted(image(accounts.owner, encoding, bytes), bytes);
    },
  );

  it('Signature › signatureMethod › SIGNED_PDF [signature.signatureMethod]', async () => {
    await accepted(pdf(accounts.owner), PDF);
  });

  it.each<[string, Buffer]>([
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf])],
    ['a line break', Buffer.from('\r\n')],
    ['200 bytes', Buffer.alloc(200, 'x')],
    ['1,019 bytes', Buffer.alloc(1_019)],
  ])(
    'Signature › signatureMethod › SIGNED_PDF with %s before its header [signature.signatureData]',
    async (_what, before) => {
      const bytes = Buffer.concat([before, PDF]);
      await accepted(pdf(accounts.owner, { signatureData: bytes.toString('base64') }), bytes);
    },
  );

  it.each<unknown>(['PNG', 'TIFF', '', 5, {}, null])(
    'Signature › signatureImageEncoding › %j beside SIGNED_PDF is ignored [signature.signatureImageEncoding]',
    async (signatureImageEncoding) => {
      const number = await accounts.opened('I');
      expectStatus(await sign(number, pdf(accounts.owner, { signatureImageEncoding })), 200);
      expect(await signatures(number)).toMatchObject([{ signatureImageEncoding: null }]);
    },
  );

  const wrongPairs = (Object.keys(IMAGES) as Encoding[]).flatMap((claimed) =>
    [...Object.entries(IMAGES), ['PDF', PDF] as const, ['text', Buffer.from('hello')] as const]
      .filter(([real]) => real !== claimed)
      .map(([real, bytes]) => [claimed, real, bytes] as const),
  );
  it.each(wrongPairs)(
    'Agreement › bytes › claimed %s, really %s [signature.signatureData]',
    async (claimed, _real, bytes) => {
      await refused(image(accounts.owner, claimed, bytes), bad(VALUE));
    },
  );

  it.each<[string, Buffer]>([
    ...Object.entries(IMAGES),
    ['text', Buffer.from('hello, world')],
    ['header too late', Buffer.concat([Buffer.alloc(1_020), PDF])],
    ['header too short', Buffer.from('%PDF')],
    ['header in small letters', Buffer.from('%pdf-1.7')],
    ['HTML', Buffer.from('<html><svg/></html>')],
  ])(
    'Agreement › bytes › SIGNED_PDF, really %s [signature.signatureData]',
    async (_what, bytes) => {
      await refused(pdf(accounts.owner, { signatureData: bytes.toString('base64') }), bad(VALUE));
    },
  );

  it.each<[string, string]>([
    ['HTML with an SVG inside', `<html>${SVG.toString()}</html>`],
    ['XML that is no SVG', '<?xml version="1.0"?><note/>'],
    ['SVG in a comment', `<!-- ${SVG.toString()} -->`],
    ['the word', 'svg'],
  ])('Agreement › bytes › SVG, really %s [signature.signatureData]', async (_what, text) => {
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
    'Agreement › prefix › %s after %s [signature.prefix signature.signatureData]',
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
  ])('Agreement › Base64 › %s [signature.signatureData]', async (_what, data) => {
    await refused(image(accounts.owner, 'PNG', data), bad(VALUE));
  });

  it('Agreement › prefix › is for images, not for PDF [signature.prefix]', async () => {
    const signatureData = `data:application/pdf;base64,${PDF.toString('base64')}`;
    await refused(pdf(accounts.owner, { signatureData }), bad(VALUE));
  });

  it('Agreement › size › 8 MiB are taken, one byte more is not [signature.signatureData]', async () => {
    const most = Buffer.concat([PNG, Buffer.alloc(8 * MIB - PNG.length)]);
    await accepted(image(accounts.owner, 'PNG', most), most);
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    await refused(image(accounts.owner, 'PNG', more), bad(LENGTH));
    const prefixed = `data:image/png;base64,${most.toString('base64')}`;
    await accepted(image(accounts.owner, 'PNG', prefixed), most);
  });

  it('Wire › 413 › a body above 12 MiB [errors.413]', async () => {
    const signatureData = 'A'.repeat(12 * MIB);
    const answer = await expectUnchanged(accounts.service, () =>
      sign(unsigned, pdf(accounts.owner, { signatureData })),
    );
    expectProblems(answer, [{ type: 'PAYLOAD_TOO_LARGE' }], 413);
  });

  it('Agreement › documents › events carry the key and the SHA-256 only [signature.store]', async () => {
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

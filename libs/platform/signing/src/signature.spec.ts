import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  formatSignatureHeader,
  parseSignatureHeader,
  sign,
  signedAuthorization,
  stringToSign,
} from './signature.js';

const request = {
  method: 'POST',
  url: 'https://api.example.com/restapi/accounts?a=%20b&c',
  timestamp: '2026-03-02T10:00:00.000+00:00',
  body: '{"a":1}',
};

describe('the string to sign [auth.signing]', () => {
  it('is method, URL, timestamp and MD5 of the body in lines', () => {
    expect(stringToSign(request)).toBe(
      [
        'POST',
        'https://api.example.com/restapi/accounts?a=%20b&c',
        '2026-03-02T10:00:00.000+00:00',
        createHash('md5').update('{"a":1}').digest('hex'),
      ].join('\n'),
    );
  });

  it.each([undefined, '', Buffer.alloc(0)])('takes no body (%j) for an empty one', (body) => {
    expect(
      stringToSign({ ...request, body }).endsWith(`\n${createHash('md5').digest('hex')}`),
    ).toBe(true);
  });

  it('signs it with HMAC-SHA256 in Base64', () => {
    const expected = createHmac('sha256', 's3cret').update(stringToSign(request)).digest('base64');
    expect(sign('s3cret', request)).toBe(expected);
    // Computed apart from this code: openssl dgst -sha256 -hmac s3cret -binary | base64
    expect(sign('s3cret', request)).toMatchInlineSnapshot(
      `"nBIe8Pk4V0wljb/NlZ20lQLLwGgFmI7q0OFeNv4z2LQ="`,
    );
  });
});

describe('the Authorization header', () => {
  const base64 = sign('s3cret', request);
  const signature = Buffer.from(base64, 'base64');
  const timestamp = request.timestamp;
  const parse = (text: string) => parseSignatureHeader(text);

  it('reads what it writes', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9._~-]{1,40}$/),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 }), { nil: undefined }),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 }), { nil: undefined }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (apiKey, memberId, selectedMemberId, bytes) => {
          const text = formatSignatureHeader({
            apiKey,
            memberId,
            selectedMemberId,
            signature: Buffer.from(bytes).toString('base64'),
            timestamp,
          });
          expect(text.startsWith('FOLIOWS ')).toBe(true);
          expect(parse(text.slice(8))).toEqual({
            apiKey,
            timestamp,
            signature: Buffer.from(bytes),
            ...(memberId !== undefined && { memberId }),
            ...(selectedMemberId !== undefined && { selectedMemberId }),
          });
        },
      ),
    );
  });

  const encoded = encodeURIComponent;
  it.each([
    [
      'as specified',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${encoded(base64)},FOLIOWS_TIMESTAMP=${encoded(timestamp)}`,
    ],
    [
      'any order',
      `FOLIOWS_TIMESTAMP=${encoded(timestamp)},FOLIOWS_SIGNATURE=${encoded(base64)},FOLIOWS_API_KEY=k`,
    ],
    [
      'blanks after commas',
      `FOLIOWS_API_KEY=k, FOLIOWS_SIGNATURE=${encoded(base64)},\t FOLIOWS_TIMESTAMP=${encoded(timestamp)} `,
    ],
    [
      'quotes',
      `FOLIOWS_API_KEY="k", FOLIOWS_SIGNATURE="${encoded(base64)}",FOLIOWS_TIMESTAMP="${encoded(timestamp)}"`,
    ],
    [
      'nothing encoded',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'lower-case escapes',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${encoded(base64).replace(/%../g, (e) => e.toLowerCase())},FOLIOWS_TIMESTAMP=${encoded(timestamp).toLowerCase().replace('t', 'T')}`,
    ],
    [
      'names in lower case',
      `foliows_api_key=k,foliows_signature=${base64},foliows_timestamp=${timestamp}`,
    ],
    [
      'empty member ids',
      `FOLIOWS_API_KEY=k,FOLIOWS_MEMBER_ID=,FOLIOWS_SELECTED_MEMBER_ID="",FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'something new',
      `FOLIOWS_API_KEY=k,FOLIOWS_NEW=1,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
  ])('is read tolerantly: %s', (_, text) => {
    expect(parse(text)).toEqual({ apiKey: 'k', timestamp, signature });
  });

  it('does not decode the key, but everything else', () => {
    expect(
      parse(
        `FOLIOWS_API_KEY=a%41+b,FOLIOWS_MEMBER_ID=j%40x+y,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
      ),
    ).toMatchObject({ apiKey: 'a%41+b', memberId: 'j@x+y' });
  });

  it.each([
    ['nothing', ''],
    ['no key', `FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`],
    ['an empty key', `FOLIOWS_API_KEY=,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`],
    ['no signature', `FOLIOWS_API_KEY=k,FOLIOWS_TIMESTAMP=${timestamp}`],
    ['no timestamp', `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${base64}`],
    [
      'a short signature',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=c2hvcnQ=,FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'a long signature',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${'A'.repeat(60)},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'a key given twice',
      `FOLIOWS_API_KEY=k,FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'a key given twice, in another spelling',
      `FOLIOWS_API_KEY=k,foliows_api_key=l,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'a bad escape',
      `FOLIOWS_API_KEY=k,FOLIOWS_MEMBER_ID=%ZZ,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'a trailing comma',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp},`,
    ],
    [
      'a half quote',
      `FOLIOWS_API_KEY="key,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'nothing but a quote',
      `FOLIOWS_API_KEY=k,FOLIOWS_MEMBER_ID=",FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    [
      'no equals sign',
      `FOLIOWS_API_KEY,FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
  ])('is refused with %s', (_, text) => {
    expect(parse(text)).toEqual(expect.any(String));
  });

  it.each([
    ['FOLIOWS_API_KEY, FOLIOWS_SIGNATURE, FOLIOWS_TIMESTAMP missing', 'a=b'],
    ['FOLIOWS_SIGNATURE missing', `FOLIOWS_API_KEY=k,FOLIOWS_TIMESTAMP=${timestamp}`],
    [
      'FOLIOWS_SIGNATURE must be the Base64 of 32 bytes',
      `FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=s3cret,FOLIOWS_TIMESTAMP=${timestamp}`,
    ],
    ['a value is not properly percent-encoded', 'FOLIOWS_MEMBER_ID=%zz'],
    ['a parameter is given twice', 'FOLIOWS_API_KEY=k,FOLIOWS_API_KEY=k'],
  ])('tells that %s', (what, text) => {
    expect(parse(text)).toBe(what);
  });

  it('never throws and never takes long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        parse(text);
        parse(`FOLIOWS_API_KEY=${text},FOLIOWS_SIGNATURE=${base64},FOLIOWS_TIMESTAMP=${timestamp}`);
      }),
    );
    const start = process.cpuUsage();
    parse(`${' '.repeat(16_000)}x`);
    parse(`FOLIOWS_API_KEY=${' '.repeat(16_000)}x"`);
    parse('A=1,'.repeat(4000));
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });

  it('is what a client sends', () => {
    const header = signedAuthorization({ apiKey: 'k', sharedSecret: 's3cret' }, request);
    expect(header).toBe(
      `FOLIOWS FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${encoded(base64)},FOLIOWS_TIMESTAMP=${encoded(timestamp)}`,
    );
  });
});

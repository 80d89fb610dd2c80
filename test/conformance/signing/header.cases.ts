import { describe, expect, it } from '@jest/globals';
import { rawRequest } from '../../support/raw-request.js';
import { expectUnauthenticated, get, parameters, PATH, service, url } from './set-up.js';

describe('Request signing › the header is read tolerantly', () => {
  const encode = encodeURIComponent;
  type Form = (of: ReturnType<typeof parameters>) => string;
  it.each<[string, Form]>([
    [
      'plainly',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'blanks after commas and around',
      (of) =>
        `FOLIOWS  FOLIOWS_API_KEY=${of.KEY},  FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)} , FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)} `,
    ],
    [
      'double quotes',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY="${of.KEY}",FOLIOWS_SIGNATURE="${encode(of.SIGNATURE)}",FOLIOWS_TIMESTAMP="${encode(of.TIMESTAMP)}"`,
    ],
    [
      'quotes on some only',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY}, FOLIOWS_SIGNATURE="${encode(of.SIGNATURE)}", FOLIOWS_TIMESTAMP=${of.TIMESTAMP}`,
    ],
    [
      'another order',
      (of) =>
        `FOLIOWS FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_API_KEY=${of.KEY}`,
    ],
    [
      'values not percent-encoded',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${of.SIGNATURE},FOLIOWS_TIMESTAMP=${of.TIMESTAMP}`,
    ],
    [
      'lower-case percent-encoding',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE).replace(/%../g, (code) => code.toLowerCase())},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP).toLowerCase().replace('t', 'T').replace('z', 'Z')}`,
    ],
    [
      'scheme in another case',
      (of) =>
        `foliows FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'both member ids',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_MEMBER_ID=${encode(service.credentials.apiLoginId)},FOLIOWS_SELECTED_MEMBER_ID=${encode(service.credentials.apiLoginId)},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'empty member ids are none',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_MEMBER_ID=,FOLIOWS_SELECTED_MEMBER_ID="",FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
  ])('%s [auth.signing]', async (_form, header) => {
    expect((await get(header(parameters()))).status).toBe(200);
  });

  const whole = (of: ReturnType<typeof parameters>): string[] => [
    `FOLIOWS_API_KEY=${of.KEY}`,
    `FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)}`,
    `FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
  ];
  it.each<[string, (parts: string[]) => string]>([
    ['without the key', ([, signature, time]) => `FOLIOWS ${[signature, time].join()}`],
    ['without the signature', ([key, , time]) => `FOLIOWS ${[key, time].join()}`],
    ['without the timestamp', ([key, signature]) => `FOLIOWS ${[key, signature].join()}`],
    ['with nothing but the scheme', () => 'FOLIOWS'],
    ['with blanks after the scheme', () => 'FOLIOWS   '],
    ['with an empty key', ([, ...rest]) => `FOLIOWS ${['FOLIOWS_API_KEY=', ...rest].join()}`],
    ['with a part twice', (parts) => `FOLIOWS ${[...parts, parts[0]].join()}`],
    [
      'with a part that has no value',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID'].join()}`,
    ],
    ['with half a quote', ([key, ...rest]) => `FOLIOWS ${[`${key}"`, ...rest].join()}`],
    [
      'with broken percent-encoding',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID=%zz'].join()}`,
    ],
    [
      'with a truncated UTF-8 sequence',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID=%e2%82'].join()}`,
    ],
    [
      'with a signature cut short',
      ([key, , time]) => `FOLIOWS ${[key, 'FOLIOWS_SIGNATURE=AAAA', time].join()}`,
    ],
    ['with another scheme', (parts) => `Basic ${parts.join()}`],
    ['without a scheme', (parts) => parts.join()],
  ])('%s: 401 [auth.signing]', async (_what, header) => {
    expectUnauthenticated(await get(header(whole(parameters()))), 'credentials.malformed');
  });

  it.each<[string, string]>([
    ['Basic abc', 'expected the scheme FOLIOWS or Bearer'],
    ['Bearer nonsense', 'the access token must be a JWT'],
    ['FOLIOWS FOLIOWS_API_KEY=k', 'FOLIOWS_SIGNATURE, FOLIOWS_TIMESTAMP missing'],
    [
      `FOLIOWS FOLIOWS_API_KEY=k,FOLIOWS_SIGNATURE=${encode('a'.repeat(43))},FOLIOWS_TIMESTAMP=2026-03-02T10:00:00`,
      'FOLIOWS_TIMESTAMP must be ISO-8601 with an offset, such as 2026-03-02T15:00:00.000+00:00',
    ],
  ])('%s: the message says what is wrong [auth.malformed]', async (header, what) => {
    expect((await get(header)).body).toEqual([
      {
        type: 'UNAUTHENTICATED',
        errorCode: 'credentials.malformed',
        message: `The Authorization header is malformed: ${what}.`,
      },
    ]);
  });

  it('401 without the header and with an empty one [errors.401]', async () => {
    expectUnauthenticated(await rawRequest(url(), { path: PATH }), 'credentials.missing');
    expectUnauthenticated(await get(''), 'credentials.missing');
  });
});

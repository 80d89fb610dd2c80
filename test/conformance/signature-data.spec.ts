import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  expectProblems,
  expectUnchanged,
  ServiceUnderTest,
  signatureBody,
} from '../support/running-service.js';

let service: ServiceUnderTest;
let owner: string;
let accountNumber: string;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  owner = await service.member();
  accountNumber = await service.account({ primaryAccountOwner: owner });
});
afterAll(() => service.stop());

describe('Signature data › bad Base64 and documents that are something else', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  it.each<[string, string, object]>([
    ['no Base64', '%%%%', {}],
    ['Base64 with blanks', 'AAAA AAAA', {}],
    ['Base64url', '_-_-', {}],
    ['a length that cannot be', 'AAAAA', {}],
    ['padding in the middle', 'AA==AAAA', {}],
    ['nothing', '', {}],
    ['padding only', '====', {}],
    ['a prefix only', 'data:image/png;base64,', { signatureImageEncoding: 'PNG' }],
    ['a PNG as SVG', PNG.toString('base64'), {}],
    ['an SVG as PNG', signatureBody('x').signatureData, { signatureImageEncoding: 'PNG' }],
    [
      'an SVG as PDF',
      signatureBody('x').signatureData,
      { signatureMethod: 'SIGNED_PDF', signatureImageEncoding: undefined },
    ],
    ['HTML as SVG', Buffer.from('<html><svg></svg></html>').toString('base64'), {}],
    ['NULs as SVG', Buffer.alloc(1_000).toString('base64'), {}],
    [
      'more than 8 MiB',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8 * 1024 * 1024)]).toString('base64'),
      { signatureMethod: 'SIGNED_PDF', signatureImageEncoding: undefined },
    ],
  ])('%s [signature.signatureData]', async (_what, signatureData, fields) => {
    const path = `/restapi/accounts/${accountNumber}/customeragreement`;
    const body = { ...signatureBody(owner), signatureData, ...fields };
    const answer = await expectUnchanged(service, () => service.client.post(path, body));
    expectProblems(answer, [{ field: 'signatureData' }]);
    expect(answer.body).toHaveLength(1);
  });
});

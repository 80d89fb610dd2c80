import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectExactly, expectUnchanged } from '../../support/running-service.js';
import { ACCOUNTS, AccountsUnderTest, type Body, type Expected } from '../accounts.fixture.js';

export let accounts: AccountsUnderTest;
/** An individual account that stays unsigned, for refusals. */
export let unsigned: string;

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const GIF = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);
export const JPG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' + '08'.repeat(64) + 'ffd9',
  'hex',
);
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 L9 9"/></svg>',
);
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const IMAGES = { SVG, GIF, JPG, PNG } as const;
export type Encoding = keyof typeof IMAGES;

export const pathOf = (accountNumber: string): string =>
  `${ACCOUNTS}/${accountNumber}/customeragreement`;
export const sign = (
  accountNumber: string,
  body: unknown,
  client = accounts.service.client,
): Promise<ClientAnswer> => client.post(pathOf(accountNumber), body);
export const pdf = (loginId: string, fields: Body = {}): Body => ({
  loginId,
  signatureMethod: 'SIGNED_PDF',
  signatureData: PDF.toString('base64'),
  ...fields,
});
export const image = (
  loginId: string,
  signatureImageEncoding: Encoding,
  signatureData: Buffer | string = IMAGES[signatureImageEncoding],
): Body => ({
  loginId,
  signatureMethod: 'SIGNATURE_IMAGE',
  signatureImageEncoding,
  signatureData: Buffer.isBuffer(signatureData) ? signatureData.toString('base64') : signatureData,
});
export const refused = async (body: unknown, ...problems: readonly Expected[]): Promise<void> => {
  const answer = await expectUnchanged(accounts.service, () => sign(unsigned, body));
  expectExactly(answer, problems as Body[]);
};
export const signatures = async (accountNumber: string): Promise<readonly Body[]> =>
  (await accounts.get(accountNumber, '/customeragreement')) as Body[];
export const reasons = async (accountNumber: string): Promise<unknown[]> =>
  ((await accounts.get(accountNumber, '/restrictions')) as Body[]).map((one) => one['reasonCode']);
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** The stored document of an account's newest signature. */
export async function documentOf(accountNumber: string): Promise<Buffer> {
  const { eventStore, vault } = accounts.service.service.platform;
  let key = '';
  for await (const { type, data } of eventStore.readStream(`account-${accountNumber}`)) {
    if (type.startsWith('account.AgreementSigned')) {
      key = (data as { documentKey: string }).documentKey;
    }
  }
  return vault.get(key) as Promise<Buffer>;
}

/** Starts the service before the cases of the customer agreement and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    accounts = await AccountsUnderTest.start();
    unsigned = await accounts.opened('I');
  });
  afterAll(() => accounts.stop());
}

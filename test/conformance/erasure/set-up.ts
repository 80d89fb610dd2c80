import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { eventually } from '../../support/condition.js';
import {
  expectStatus,
  ServiceUnderTest,
  uniqueName,
  validSsn,
} from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

/** A service without a retention period. */
export let service: ServiceUnderTest;
/** A service with the default retention period. */
export let strict: ServiceUnderTest;

/** Starts both services before the cases of erasure. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, { RETENTION_YEARS: '0' });
    strict = await ServiceUnderTest.shared();
  });
  afterAll(async () => {
    await service.stop();
    await strict.stop();
  });
}

export const erasurePath = (loginId: string): string => `/operator/members/${loginId}/erasure`;

/** A unique name of at most 16 letters. */
export function uniqueWord(): string {
  return uniqueName('Z')
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))
    .slice(-16);
}

/** Codes that describe a person. */
const situation = {
  employmentStatus: 'Self-Employed',
  occupationType: 'Education',
  annualIncome: '3',
  liquidNetWorth: '4',
  netWorth: '5',
  dependentCount: '2',
  citizenship: 'R',
  memberProfileItems: { maritalStatus: 'W', topMarginalTaxBracket: '4' },
} as const;
export const SITUATION = Object.keys(situation);

/** A person with data in every context, all of it recognisable by one word. */
export async function person(): Promise<{ loginId: string; accountNumber: string; word: string }> {
  const word = uniqueWord();
  const loginId = await service.member({
    firstName: word,
    lastName: word,
    email1: `${word}@example.com`,
    employerName: word,
    finraCompany: word,
    previousExperienceSector: word,
    ...situation,
  });
  const beneficiary = {
    firstName: word,
    lastName: word,
    relationship: 'S',
    dateOfBirth: '1980-05-17T00:00:00.000+00:00',
    ssn: validSsn(),
    sharePct: '100',
  };
  const accountNumber = await service.account({
    primaryAccountOwner: loginId,
    accountName: word,
    accountType: 'R',
    primaryBeneficiaries: [beneficiary],
    trustedContacts: [
      { firstName: word, lastName: word, email: `${word}@example.org`, telephone: '212-555-0100' },
    ],
  });
  await service.sign(accountNumber, loginId);
  const link = await service.client.post(`/restapi/accounts/${accountNumber}/achbanklinks`, {
    accountType: 'C',
    bankAccountNumber: String(Math.floor(Math.random() * 1e10) + 1e10),
    routingNumber: '021000021',
    ownerLoginId: loginId,
    nameOnAccount: word,
    bankName: 'A bank',
  });
  expectStatus(link, 201);
  return { loginId, accountNumber, word };
}

/** Every GET that could show data of the person. */
const readsOf = (loginId: string, accountNumber: string): readonly string[] => [
  `/restapi/members/${loginId}`,
  `/restapi/members/${loginId}/ifas`,
  `/restapi/members/${loginId}/orders`,
  `/restapi/members/${loginId}/history`,
  `/restapi/accounts/${accountNumber}`,
  `/restapi/accounts`,
  `/restapi/accounts/${accountNumber}/achbanklinks`,
  `/restapi/accounts/${accountNumber}/permissions`,
  `/restapi/accounts/${accountNumber}/restrictions`,
  `/restapi/accounts/${accountNumber}/folios`,
  `/restapi/accounts/${accountNumber}/history`,
  `/restapi/accounts/${accountNumber}/cashtransactions`,
];

export async function textsOf(loginId: string, accountNumber: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of readsOf(loginId, accountNumber)) {
    const answer = await service.client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    found.push(JSON.stringify(answer.body));
  }
  return found;
}

/** All documents, including superseded generations. */
export async function storedText(): Promise<string> {
  return (await storedTexts(() => true)).join('\n');
}

/** The document versions kept for as-of reads. */
export function storedVersions(): Promise<readonly string[]> {
  return storedTexts((collection) => collection.endsWith('_past'));
}

export async function storedTexts(isIncluded: (collection: string) => boolean): Promise<string[]> {
  const { documents } = service.service.platform;
  const found: string[] = [];
  for (const collection of (await documents.listCollections()).filter(isIncluded)) {
    for await (const { document } of documents.scan(collection)) {
      found.push(JSON.stringify(document));
    }
  }
  return found;
}

/** Waits for the certificate. It follows the response if read models take long to process the erasure. */
export async function certified(loginId: string): Promise<void> {
  await eventually(async () => {
    const { body } = await service.auditor.get(erasurePath(loginId));
    return (body as { erasure: Body | null }).erasure?.['certified'] === true || undefined;
  });
}

/** Erases a person and waits for the certificate. Returns the response. */
export async function erase(loginId: string): Promise<ClientAnswer> {
  const answer = await service.operator.post(erasurePath(loginId));
  expectStatus(answer, 201);
  await certified(loginId);
  return answer;
}

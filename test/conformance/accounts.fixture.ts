import { expect } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { addDays, businessDate, type Problem } from '#libs/platform/kernel';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  uniqueName,
  validSsn,
} from '../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

/** An expected problem; values may be matchers. */
export type Expected = { readonly [Key in keyof Problem]?: unknown };

export const ACCOUNTS = '/restapi/accounts';

export const OTHER_TYPE = 'invalid.for.account.type';

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
export const ACCOUNT_NUMBER = /^R[A-Z][0-9A-Z]{8}$/;

/** Account types by kind ([account.accountType]). */
export const JOINT = ['J', 'K', 'L', 'M'] as const;
export const RETIREMENT = ['9', 'P', 'Q', 'R', 'S'] as const;
export const CORPORATE = ['D', 'A', 'F', 'E', 'B', 'V', 'C', 'H'] as const;
export const TYPES = ['I', ...JOINT, 'U', ...RETIREMENT, 'X', ...CORPORATE] as const;
export type Type = (typeof TYPES)[number];

const within = (types: readonly string[], type: string): boolean => types.includes(type);
export const isRetirement = (type: Type): boolean => within(RETIREMENT, type);
export const isCorporate = (type: Type): boolean => within(CORPORATE, type);

export const METHODS = [
  ...['FIFO', 'LIFO', 'LGHL', 'HGLL', 'LLTG', 'LSTG', 'HLTG', 'HSTG', 'AVGC', 'WLFS', 'WGFS'],
] as const;

export const contact = (fields: Body = {}): Body => ({
  firstName: 'Tom',
  lastName: 'Fox',
  email: 'tom@example.com',
  telephone: '555-123-4567',
  ...fields,
});

export const beneficiary = (fields: Body = {}): Body => ({
  firstName: 'Ben',
  lastName: 'Doe',
  relationship: 'S',
  dateOfBirth: '1980-01-31T00:00:00.000-05:00',
  ssn: '123456780',
  sharePct: '100',
  ...fields,
});

/** Beneficiaries with these shares. */
export const shares = (...all: readonly unknown[]): readonly Body[] =>
  all.map((sharePct) => beneficiary({ sharePct }));

export const minor = (fields: Body = {}): Body => ({
  firstName: 'Mia',
  lastName: 'Doe',
  dateOfBirth: '2018-04-05T00:00:00.000+00:00',
  ssn: '123456789',
  citizenship: 'C',
  state: 'NY',
  ...fields,
});

export const omit = (body: Body, ...fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

/** A day in the future, even if midnight passes in New York meanwhile. */
export const inTwoDays = (): string => addDays(businessDate(new Date().toISOString()), 2);

/** The last segment of a response's Location. */
export const idOf = ({ location = '' }: ClientAnswer): string => location.split('/').at(-1) ?? '';

/** A service, and people to open accounts for. */
export class AccountsUnderTest {
  #unusedFirm: Promise<{ firmId: string; firmRep: string }> | undefined;

  private constructor(
    readonly service: ServiceUnderTest,
    /** A member who owns accounts. */
    readonly owner: string,
    /** Another one. */
    readonly partner: string,
    readonly trustee: string,
  ) {}

  static async start(): Promise<AccountsUnderTest> {
    const service = await ServiceUnderTest.shared();
    const [owner, partner] = [await service.member(), await service.member()];
    return new AccountsUnderTest(service, owner, partner, await trustee(service.client));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** A corporate firm without an account. */
  async unusedFirm(): Promise<{ firmId: string; firmRep: string }> {
    return (this.#unusedFirm ??= corporateFirm(this.service));
  }

  /** The required fields of an account of a type. */
  async body(type: Type, fields: Body = {}): Promise<Body> {
    const owner = isCorporate(type) ? (await this.unusedFirm()).firmId : this.owner;
    return {
      ...this.service.accountBody(owner),
      accountType: type,
      ...((within(JOINT, type) || type === 'X') && { jointOwners: [this.partner] }),
      ...(type === 'U' && { minor: minor() }),
      ...(isCorporate(type) && { trustees: [this.trustee] }),
      ...((isCorporate(type) || type === 'X') && { accountRegistrationInfo: 'The Doe Estate' }),
      ...((type === 'A' || type === 'F') && { taxClassification: 'C' }),
      ...fields,
    };
  }

  create(body: unknown, client = this.service.client): Promise<ClientAnswer> {
    return client.post(ACCOUNTS, body);
  }

  /** Creates an account, which must succeed. Returns its number. */
  async open(body: Body, client = this.service.client): Promise<string> {
    const answer = await this.create(body, client);
    expectStatus(answer, 201);
    if ('trustees' in body) this.#unusedFirm = undefined;
    return idOf(answer);
  }

  /** Opens an account with the required fields of its type and more. */
  async opened(type: Type, fields: Body = {}): Promise<string> {
    return this.open(await this.body(type, fields));
  }

  /** Expects a creation to be refused with exactly these problems and to store nothing. */
  async refused(body: unknown, ...problems: readonly Expected[]): Promise<void> {
    const answer = await expectUnchanged(this.service, () => this.create(body));
    expectExactly(answer, problems as Partial<Problem>[]);
  }

  /** The same for an update. */
  async notUpdated(
    accountNumber: string,
    body: unknown,
    ...problems: readonly Expected[]
  ): Promise<void> {
    const answer = await expectUnchanged(this.service, () => this.update(accountNumber, body));
    expectExactly(answer, problems as Partial<Problem>[]);
  }

  update(
    accountNumber: string,
    body: unknown,
    client: BrokerageClient = this.service.client,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ClientAnswer> {
    return client.put(`${ACCOUNTS}/${accountNumber}`, body, headers);
  }

  /** Updates an account, expecting success, and reads it. */
  async updated(accountNumber: string, body: Body): Promise<Body> {
    expectStatus(await this.update(accountNumber, body), 200);
    return this.read(accountNumber);
  }

  async read(accountNumber: string, client = this.service.client): Promise<Body> {
    return (await this.get(accountNumber, '', client)) as Body;
  }

  /** Reads something below an account. */
  async get(accountNumber: string, below = '', client = this.service.client): Promise<unknown> {
    const answer = await client.get(`${ACCOUNTS}/${accountNumber}${below}`);
    expectStatus(answer, 200);
    return answer.body;
  }

  /** The items for attention of a member that are about an account. */
  async items(accountNumber: string, loginId: string): Promise<readonly Body[]> {
    const answer = await this.service.client.get(`/restapi/members/${loginId}/ifas`);
    expectStatus(answer, 200);
    return (answer.body as Body[]).filter(({ targetOid }) => targetOid === accountNumber);
  }

  /** Types of the events of an account, oldest first. */
  async eventTypes(accountNumber: string): Promise<readonly string[]> {
    const types = [];
    const { eventStore } = this.service.service.platform;
    for await (const { type } of eventStore.readStream(`account-${accountNumber}`)) {
      types.push(type.replace(/\.v\d+$/, ''));
    }
    return types;
  }
}

/** A corporate firm with its own firm rep. */
export async function corporateFirm(
  service: ServiceUnderTest,
  client = service.client,
  rep?: string,
): Promise<{ firmId: string; firmRep: string }> {
  const firmRep = rep ?? (await service.member({}, client));
  const answer = await client.post('/restapi/firms', firmBody(firmRep));
  expectStatus(answer, 201);
  return { firmId: idOf(answer), firmRep };
}

export function firmBody(firmRep: string): Body {
  return {
    firmName: 'Acme',
    firmTaxId: validSsn(),
    firmRep,
    primaryAddress: memberBody()['primaryAddress'],
  };
}

export async function trustee(client: BrokerageClient, fields: object = {}): Promise<string> {
  const loginId = uniqueName('t');
  const body = {
    loginId,
    firstName: 'Ann',
    lastName: 'Roe',
    dateOfBirth: '1970-01-01T00:00:00.000+00:00',
    email1: 'ann@example.com',
    primaryAddress: memberBody()['primaryAddress'],
    ...fields,
  };
  expectStatus(await client.post('/restapi/trustees', body), 201);
  return loginId;
}

/** The empty response to a write, with the resource's absolute URL ([request.created], [request.updated], [request.location]). */
export function expectWritten(
  answer: ClientAnswer,
  status: 200 | 201,
  path: string | RegExp,
): void {
  expectStatus(answer, status);
  expect(answer.body).toBeUndefined();
  expect(answer.location).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
  expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/restapi\//);
}

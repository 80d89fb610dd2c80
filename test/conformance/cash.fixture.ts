import { type BrokerageClient, type ClientAnswer } from '#libs/client';
import { addDays, businessDate, type LocalDate } from '#libs/platform/kernel';
import { expectStatus, type ServiceUnderTest, uniqueName } from '../support/running-service.js';
import { linkBody } from './bank-links.fixture.js';

/** Today in New York by the system clock. */
export function today(): LocalDate {
  return businessDate(new Date().toISOString());
}

/** A signed account with a verified bank link, ready for cash transactions. */
export class CashUnderTest {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly client: BrokerageClient,
    readonly accountNumber: string,
    readonly owner: string,
    /** Id of the bank link. */
    readonly link: string,
  ) {}

  static async create(
    service: ServiceUnderTest,
    fields: Readonly<Record<string, unknown>> = {},
    client: BrokerageClient = service.client,
  ): Promise<CashUnderTest> {
    const owner = await service.member({}, client);
    const accountNumber = await service.account({ primaryAccountOwner: owner, ...fields }, client);
    const agreement = {
      loginId: owner,
      signatureMethod: 'SIGNED_PDF',
      signatureData: Buffer.from('%PDF-1.7\n').toString('base64'),
    };
    const path = `/restapi/accounts/${accountNumber}`;
    expectStatus(await client.post(`${path}/customeragreement`, agreement), 200);
    const bankLinkOid = await linked(client, accountNumber, owner);
    const verification = { bankLinkOid, op: 'verify_own', ownerLoginId: owner };
    const verify = `${path}/verify/${bankLinkOid}/ownerverification`;
    expectStatus(await client.post(verify, verification), 200);
    return new CashUnderTest(service, client, accountNumber, owner, bankLinkOid);
  }

  /** Creates another, unverified link of the account. Returns its oid. */
  unverifiedLink(): Promise<string> {
    return linked(this.client, this.accountNumber, this.owner);
  }

  get path(): string {
    return `/restapi/accounts/${this.accountNumber}/cashtransactions`;
  }

  get linkPath(): string {
    return `/restapi/accounts/${this.accountNumber}/achbanklinks/${this.link}`;
  }

  /** Body of a deposit of 250 dollars in a week. */
  deposit(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      transactionType: 'AHD',
      sourceId: this.link,
      targetId: this.accountNumber,
      amount: '250.00',
      processDate: addDays(today(), 7),
      repeatType: 'O',
      ...fields,
    };
  }

  /** Body of a withdrawal of 100 dollars in a week. */
  withdrawal(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      ...this.deposit(),
      transactionType: 'AHW',
      sourceId: this.accountNumber,
      targetId: this.link,
      amount: '100.00',
      ...fields,
    };
  }

  post(body: unknown): Promise<ClientAnswer> {
    return this.client.post(this.path, body);
  }

  /** Creates a transaction. Returns its oid. */
  async make(body: unknown = this.deposit()): Promise<string> {
    const made = await this.post(body);
    expectStatus(made, 201);
    return made.location?.split('/').at(-1) ?? '';
  }

  async read(oid: string): Promise<Record<string, unknown>> {
    const answer = await this.client.get(`${this.path}/${oid}`);
    expectStatus(answer, 200);
    return answer.body as Record<string, unknown>;
  }

  /** Ids of the transactions that a query lists, in order. */
  async list(query = ''): Promise<readonly string[]> {
    const answer = await this.client.get(`${this.path}${query}`);
    expectStatus(answer, 200);
    return (answer.body as { oid: string }[]).map(({ oid }) => oid);
  }

  cancel(
    oid: string,
    body: unknown = { cancelReasonCode: '8' },
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientAnswer> {
    return this.client.put(`${this.path}/${oid}`, body, headers);
  }

  cancelLink(): Promise<ClientAnswer> {
    const body = { bankLinkOid: this.link, status: 'D', op: 'delete', ownerLoginId: this.owner };
    return this.client.put(this.linkPath, body);
  }

  /** Reports a transaction as the back office does. */
  async report(oid: string, body: unknown): Promise<ClientAnswer> {
    const { accountNumber } = this;
    const path = `/backoffice/accounts/${accountNumber}/cashtransactions/${oid}`;
    const answer = await this.service.backoffice.put(path, body);
    // lets the client read what the back office wrote
    const token = answer.headers.get('x-consistency-token');
    if (token !== null) {
      await this.client.get(this.path, { 'x-consistency-token': token });
    }
    return answer;
  }
}

async function linked(
  client: BrokerageClient,
  accountNumber: string,
  owner: string,
): Promise<string> {
  const path = `/restapi/accounts/${accountNumber}/achbanklinks`;
  const made = await client.post(path, linkBody(owner));
  expectStatus(made, 201);
  return made.location?.split('/').at(-1) ?? '';
}

/** An oid that no transaction has. */
export function unusedOid(): string {
  return uniqueName('t');
}

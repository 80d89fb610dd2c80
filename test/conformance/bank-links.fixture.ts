import { type BrokerageClient, type ClientAnswer } from '#libs/client';
import { expectStatus, type ServiceUnderTest, uniqueName } from '../support/running-service.js';

/** An ABA routing number. */
export const ROUTING = '021000021';

let count = 0;

/** A bank account number unique in this run. */
export function bankAccountNumber(): string {
  return `${process.pid % 10_000}`.padStart(4, '7') + String(1_000_000 + ++count);
}

/** Body of a new link. */
export function linkBody(
  owner: string,
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    accountType: 'C',
    bankAccountNumber: bankAccountNumber(),
    routingNumber: ROUTING,
    ownerLoginId: owner,
    nameOnAccount: 'Jane Doe',
    bankName: 'First Bank',
    ...fields,
  };
}

/** A link of an account, with its owner and the amounts that were sent. */
export class LinkUnderTest {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly accountNumber: string,
    readonly owner: string,
    readonly oid: string,
    /** The correct amounts. */
    readonly amounts: readonly [string, string],
  ) {}

  /** Creates a link of a new account, unless an account and its owner are given. */
  static async create(
    service: ServiceUnderTest,
    on?: { readonly accountNumber: string; readonly owner: string },
    client: BrokerageClient = service.client,
  ): Promise<LinkUnderTest> {
    const owner = on?.owner ?? (await service.member({}, client));
    const accountNumber =
      on?.accountNumber ?? (await service.account({ primaryAccountOwner: owner }, client));
    const path = `/restapi/accounts/${accountNumber}/achbanklinks`;
    const made = await client.post(path, linkBody(owner));
    expectStatus(made, 201);
    const oid = made.location?.split('/').at(-1) ?? '';
    return LinkUnderTest.of(service, { accountNumber, owner }, oid);
  }

  /** An existing link. */
  static async of(
    service: ServiceUnderTest,
    { accountNumber, owner }: { readonly accountNumber: string; readonly owner: string },
    oid: string,
  ): Promise<LinkUnderTest> {
    const { amounts } = (await amountsOf(service, accountNumber, oid)).body as {
      amounts: [string, string];
    };
    return new LinkUnderTest(service, accountNumber, owner, oid, amounts);
  }

  get path(): string {
    return `/restapi/accounts/${this.accountNumber}/achbanklinks/${this.oid}`;
  }

  get verifyPath(): string {
    return `/restapi/accounts/${this.accountNumber}/verify/microdeposits/${this.oid}`;
  }

  get ownerPath(): string {
    return `/restapi/accounts/${this.accountNumber}/verify/${this.oid}/ownerverification`;
  }

  /** Valid but wrong amounts. */
  get wrong(): { readonly md1: string; readonly md2: string } {
    return { md1: this.amounts[0], md2: this.amounts[0] };
  }

  verifyBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const [md1, md2] = this.amounts;
    const { oid: bankLinkOid, owner: ownerLoginId } = this;
    return { bankLinkOid, md1, md2, op: 'verify_md', ownerLoginId, ...fields };
  }

  cancelBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const { oid: bankLinkOid, owner: ownerLoginId } = this;
    return { bankLinkOid, status: 'D', op: 'delete', ownerLoginId, ...fields };
  }

  ownerBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const { oid: bankLinkOid, owner: ownerLoginId } = this;
    return { bankLinkOid, op: 'verify_own', ownerLoginId, ...fields };
  }

  verify(
    fields: Readonly<Record<string, unknown>> = {},
    client: BrokerageClient = this.service.client,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ClientAnswer> {
    return client.put(this.verifyPath, this.verifyBody(fields), headers);
  }

  cancel(fields: Readonly<Record<string, unknown>> = {}): Promise<ClientAnswer> {
    return this.service.client.put(this.path, this.cancelBody(fields));
  }

  async read(): Promise<Record<string, unknown>> {
    const answer = await this.service.client.get(this.path);
    expectStatus(answer, 200);
    return answer.body as Record<string, unknown>;
  }
}

/** The back office's view of the amounts. */
export function amountsOf(
  service: ServiceUnderTest,
  accountNumber: string,
  oid: string,
): Promise<ClientAnswer> {
  return service.backoffice.get(
    `/backoffice/accounts/${accountNumber}/achbanklinks/${oid}/microdeposits`,
  );
}

/** A member of the firm who holds a permission on an account; the client acts as that member. */
export async function holder(
  service: ServiceUnderTest,
  accountNumber: string,
  permission: string,
): Promise<BrokerageClient> {
  const loginId = await service.member({ loginId: uniqueName('h') });
  const body = {
    loginId,
    accountNumber,
    permission,
    alertLevel: permission === 'AM' ? 'all' : 'none',
    listOnReport: false,
  };
  const path = `/restapi/accounts/${accountNumber}/permissions`;
  expectStatus(await service.client.post(path, body), 201);
  return service.as(loginId);
}

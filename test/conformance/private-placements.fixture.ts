import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { type Expected } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  type ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

export const HEADER = 'X-Associated-Member-Id';
export const OFFERS = '/restapi/privateplacementoffers';
export const PDF = Buffer.from('%PDF-1.7\nthe memorandum');

/** A document that has to be fetched. */
export const documentBody = (fields: Body = {}): Body => ({
  name: 'Memorandum',
  required: true,
  signable: false,
  data: PDF.toString('base64'),
  ...fields,
});

/** Offers, an account that may subscribe, and its owner, an accredited investor. */
export class PlacementsUnderTest {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly owner: string,
    readonly accountNumber: string,
  ) {}

  static async create(service: ServiceUnderTest): Promise<PlacementsUnderTest> {
    const owner = await service.member({ accreditedInvestorNetWorth: true });
    const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    return new PlacementsUnderTest(service, owner, accountNumber);
  }

  get orders(): string {
    return `/restapi/accounts/${this.accountNumber}/privateplacementorders`;
  }

  offerBody(fields: Body = {}): Body {
    return {
      name: 'Growth Fund I',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [this.service.credentials.firmId],
      eligibility: 'ACCREDITED',
      minimum: '1000.00',
      maximum: '50000.00',
      ...fields,
    };
  }

  /** Back office: puts something of an offer. */
  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.service.backoffice.put(`/backoffice/privateplacementoffers/${path}`, body, headers);
  }

  /** A new offer; answers its id. */
  async offer(fields: Body = {}): Promise<string> {
    const oid = uniqueName('offer');
    expectStatus(await this.put(oid, this.offerBody(fields)), 200);
    return oid;
  }

  /** A document of an offer. */
  async document(oid: string, id: string, fields: Body = {}): Promise<void> {
    expectStatus(await this.put(`${oid}/documents/${id}`, documentBody(fields)), 200);
  }

  fetch(
    oid: string,
    id: string,
    member: string = this.owner,
    client: BrokerageClient = this.service.client,
  ): Promise<ClientAnswer> {
    return client.get(`${OFFERS}/${oid}/documents/${id}`, { [HEADER]: member });
  }

  /** A subscription that is fine, to an offer. */
  body(oid: string, fields: Body = {}): Body {
    return {
      discretionary: false,
      solicited: true,
      privatePlacementOfferOid: oid,
      reasonForTrade: 'NS',
      requestedDollarAmount: '25000.00',
      side: '1',
      ...fields,
    };
  }

  subscribe(
    body: unknown,
    member: string = this.owner,
    client: BrokerageClient = this.service.client,
    path = this.orders,
  ): Promise<ClientAnswer> {
    return client.post(path, body, { [HEADER]: member });
  }

  /** A new subscription; answers its path. */
  async subscribed(oid: string, fields: Body = {}): Promise<string> {
    const answer = await this.subscribe(this.body(oid, fields));
    expectStatus(answer, 201);
    return answer.location ?? '';
  }

  /** A subscription that is refused for exactly these problems and leaves nothing. */
  async refused(
    body: unknown,
    problems: readonly Expected[],
    member: string = this.owner,
    path = this.orders,
  ): Promise<void> {
    const { client } = this.service;
    const request = () => this.subscribe(body, member, client, path);
    expectExactly(await expectUnchanged(this.service, request), problems);
  }

  /** Back office: puts a subscription, named by its public path. */
  report(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.service.backoffice.put(path.replace('/restapi', '/backoffice'), body, headers);
  }

  /** The object a GET answers. */
  async read(path: string, client: BrokerageClient = this.service.client): Promise<Body> {
    const answer = await client.get(path);
    expectStatus(answer, 200);
    return answer.body as Body;
  }
}

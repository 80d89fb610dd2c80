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

/** A required document. */
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

  /** Back office: puts an offer or one of its documents. */
  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.service.backoffice.put(`/backoffice/privateplacementoffers/${path}`, body, headers);
  }

  /** Creates an offer. Returns its id. */
  async offer(fields: Body = {}): Promise<string> {
    const oid = uniqueName('offer');
    expectStatus(await this.put(oid, this.offerBody(fields)), 200);
    return oid;
  }

  /** Adds a document to an offer. */
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

  /** Body of a valid subscription to an offer. */
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

  /** Creates a subscription. Returns its path. */
  async subscribed(oid: string, fields: Body = {}): Promise<string> {
    const answer = await this.subscribe(this.body(oid, fields));
    expectStatus(answer, 201);
    return answer.location ?? '';
  }

  /** Expects a subscription to be refused with exactly these problems and nothing stored. */
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

  /** Back office: puts a subscription, given by its public path. */
  report(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.service.backoffice.put(path.replace('/restapi', '/backoffice'), body, headers);
  }

  /** The object that a GET returns. */
  async read(path: string, client: BrokerageClient = this.service.client): Promise<Body> {
    const answer = await client.get(path);
    expectStatus(answer, 200);
    return answer.body as Body;
  }
}

import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { addDays } from '#libs/platform/kernel';
import { bankAccountNumber, LinkUnderTest, linkBody } from '../conformance/bank-links.fixture.js';
import { today } from '../conformance/cash.fixture.js';
import { actionBody, newNotification } from '../conformance/corporate-actions.fixture.js';
import { orderBody, reportBody } from '../conformance/orders.fixture.js';
import {
  expectStatus,
  type ServiceUnderTest,
  signatureBody,
  uniqueName,
} from './running-service.js';

type Headers = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;
type Id = Promise<string>;

/** A request that is ready to be sent. */
export type Send = (headers: Headers) => Promise<ClientAnswer>;

/** A sandbox firm that may do everything with its accounts. */
export type SandboxFirm = Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;

const idOf = ({ location }: ClientAnswer): string => location?.split('/').at(-1) ?? '';

/** A request with an answer of 200. */
async function done(answer: Promise<ClientAnswer>): Promise<void> {
  expectStatus(await answer, 200);
}

/** Makes something once, when it is first asked for. */
function once(make: () => Id): () => Id {
  let made: Id | undefined;
  return () => (made ??= make());
}

/** An account and what belongs to it, each made when a command first needs it. */
export class OneAccount {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly firm: SandboxFirm,
    readonly owner: string,
    readonly accountNumber: string,
  ) {}

  /** @param isSigned whether its restriction is lifted */
  static async open(
    service: ServiceUnderTest,
    firm: SandboxFirm,
    isSigned: boolean,
  ): Promise<OneAccount> {
    const owner = await service.member({ accreditedInvestorNetWorth: true }, firm.client);
    const fields = { primaryAccountOwner: owner, billingPlanOid: firm.planOid };
    const accountNumber = await service.account(fields, firm.client);
    const account = new OneAccount(service, firm, owner, accountNumber);
    if (isSigned) await done(account.sign({}));
    return account;
  }

  get client(): BrokerageClient {
    return this.firm.client;
  }

  get backoffice(): BrokerageClient {
    return this.service.backoffice;
  }

  /** Its path below a prefix. */
  path(below = '', prefix = '/restapi'): string {
    return `${prefix}/accounts/${this.accountNumber}${below}`;
  }

  async made(below: string, body: unknown, headers: Headers = {}): Id {
    const answer = await this.client.post(this.path(below), body, headers);
    expectStatus(answer, 201);
    return idOf(answer);
  }

  sign(headers: Headers): Promise<ClientAnswer> {
    return this.client.post(this.path('/customeragreement'), signatureBody(this.owner), headers);
  }

  readonly folio = once(() => this.made('/folios', this.folioBody('Growth')));
  readonly other = once(() => this.service.member({}, this.client));
  readonly holder = once(async () => {
    const loginId = await this.service.member({}, this.client);
    await this.made('/permissions', { loginId, permission: 'TM' });
    return loginId;
  });
  readonly restriction = once(() => this.made('/restrictions', { reasonCode: '021' }));
  readonly unverified = once(() => this.made('/achbanklinks', linkBody(this.owner)));
  readonly link = once(async () => {
    const oid = await this.made('/achbanklinks', linkBody(this.owner));
    await done(this.verify(oid, {}));
    return oid;
  });
  readonly deposit = once(async () =>
    this.made('/cashtransactions', this.cash({ sourceId: await this.link() })),
  );
  readonly order = once(async () => this.made(`/folios/${await this.folio()}/orders`, orderBody()));
  readonly otherOrder = once(async () =>
    this.made(`/folios/${await this.folio()}/orders`, orderBody()),
  );
  readonly offer = once(async () => {
    const oid = uniqueName('offer');
    await done(this.putOffer(oid, {}, {}));
    return oid;
  });
  readonly subscription = once(async () => {
    const answer = await this.subscribe(await this.offer(), {});
    expectStatus(answer, 201);
    return idOf(answer);
  });
  readonly action = once(async () => {
    const id = newNotification();
    await done(
      this.backoffice.put(this.path(`/corporateactions/${id}`, '/backoffice'), actionBody()),
    );
    return id;
  });
  readonly model = once(async () => {
    const oid = uniqueName('rtg');
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100' }];
    await done(this.backoffice.put(`/backoffice/rtgs/${oid}`, { name: 'Model', targetWeights }));
    return oid;
  });

  verify(bankLinkOid: string, headers: Headers): Promise<ClientAnswer> {
    const body = { bankLinkOid, op: 'verify_own', ownerLoginId: this.owner };
    return this.client.post(this.path(`/verify/${bankLinkOid}/ownerverification`), body, headers);
  }

  putOffer(oid: string, fields: Body, headers: Headers): Promise<ClientAnswer> {
    const body = {
      ...{ name: 'Fund', openingDate: '2020-01-01', closingDate: '2099-12-31' },
      ...{ eligibleFirms: [this.firm.firmId], eligibility: 'ALL' },
      ...{ minimum: '1.00', maximum: '50000.00', ...fields },
    };
    return this.backoffice.put(`/backoffice/privateplacementoffers/${oid}`, body, headers);
  }

  subscribe(privatePlacementOfferOid: string, headers: Headers): Promise<ClientAnswer> {
    const body = {
      ...{ discretionary: false, solicited: true, privatePlacementOfferOid },
      ...{ reasonForTrade: 'NS', requestedDollarAmount: '25000.00', side: '1' },
    };
    const member = { ...headers, 'X-Associated-Member-Id': this.owner };
    return this.client.post(this.path('/privateplacementorders'), body, member);
  }

  folioBody(folioName: string): Body {
    return { folioName, accountNumber: this.accountNumber, dividendReinvest: true };
  }

  /** Body of a deposit. */
  cash(fields: Body): Body {
    const processDate = addDays(today(), 7);
    return { transactionType: 'AHD', amount: '250.00', processDate, ...fields };
  }
}

/** A command on an account, by the route of its request. */
export interface AccountCommand {
  readonly route: string;
  /** Makes what it needs. */
  readonly prepare: (account: OneAccount) => Promise<Send>;
  /** Whether the account may not be signed before it. */
  readonly signs?: boolean;
  /** Whether what it needs can be made on a signed account only. */
  readonly needsSigned?: boolean;
}

/** A command whose path has the ids of what it needs, in order. */
function command(
  route: string,
  needs: readonly ((account: OneAccount) => Id)[],
  body: (account: OneAccount, ...ids: string[]) => unknown = () => undefined,
  options: {
    readonly as?: 'holder';
    readonly inPath?: number;
    readonly needsSigned?: boolean;
  } = {},
): AccountCommand {
  const [method = '', template = ''] = route.split(' ');
  const prepare = async (account: OneAccount): Promise<Send> => {
    const ids: string[] = [];
    for (const need of needs) ids.push(await need(account));
    const inPath = ids.slice(0, options.inPath);
    let path = template.replace('{accountnumber}', account.accountNumber);
    for (const id of inPath) path = path.replace(/\{\w+\}/, id);
    const client =
      options.as === 'holder'
        ? account.firm.as(await account.holder())
        : template.startsWith('/backoffice')
          ? account.backoffice
          : account.client;
    const sent = body(account, ...ids);
    return (headers) => client.request(method, path, sent, headers);
  };
  return { route, prepare, needsSigned: options.needsSigned ?? false };
}

const ACCOUNT = '/restapi/accounts/{accountnumber}';
const FOLIO = `${ACCOUNT}/folios/{folionumber}`;
const BACK_OFFICE = '/backoffice/accounts/{accountnumber}';
const SANDBOX = '/sandbox/accounts/{accountnumber}';
const SIGNED = { needsSigned: true };
const folio = (account: OneAccount): Id => account.folio();
const link = (account: OneAccount): Id => account.link();
const unverified = (account: OneAccount): Id => account.unverified();
const deposit = (account: OneAccount): Id => account.deposit();
const order = (account: OneAccount): Id => account.order();
const owner = (account: OneAccount): Id => Promise.resolve(account.owner);
const offer = (account: OneAccount): Id => account.offer();
const newId = (): Id => Promise.resolve(uniqueName('x'));
const weekly = { repeatType: 'W', repeatOffset: '2' };
const accountBody = ({ service, firm }: OneAccount, primaryAccountOwner: string): Body => ({
  ...service.accountBody(primaryAccountOwner),
  billingPlanOid: firm.planOid,
});

/** Every command on an account, and those on members, offers and plans that it relies on. */
export const ACCOUNT_COMMANDS: Readonly<Record<string, AccountCommand>> = {
  rename: command(`PUT ${ACCOUNT}`, [], () => ({ accountName: uniqueName('n').slice(-16) })),
  close: command(`PUT ${ACCOUNT}`, [], () => ({ accountStatus: 'CLOSED' })),
  sign: {
    route: `POST ${ACCOUNT}/customeragreement`,
    prepare: (account) => Promise.resolve((headers) => account.sign(headers)),
    signs: true,
  },
  restrict: command(`POST ${ACCOUNT}/restrictions`, [], () => ({ reasonCode: '021' })),
  permit: command(`POST ${ACCOUNT}/permissions`, [(account) => account.other()], (_, loginId) => ({
    loginId,
    permission: 'TR',
  })),
  'change a permission': command(
    `PUT ${ACCOUNT}/permissions/{loginid}`,
    [(account) => account.holder()],
    () => ({ permission: 'SV' }),
  ),
  'revoke a permission': command(`DELETE ${ACCOUNT}/permissions/{loginid}`, [
    (account) => account.holder(),
  ]),
  'end the membership': command('PUT /restapi/members/{loginid}/membership', [owner], () => ({
    transState: 'CM',
  })),
  'open another account': command('POST /restapi/accounts', [owner], accountBody, { inPath: 0 }),
  'open a folio': command(`POST ${ACCOUNT}/folios`, [], (account) => account.folioBody('Income')),
  'rename a folio': command(`PUT ${FOLIO}`, [folio], () => ({ folioName: 'Value' })),
  'close a folio': command(`PUT ${FOLIO}`, [folio], () => ({ folioStatus: 'C' })),
  'set weights': command(`PUT ${FOLIO}/targetweights`, [folio], () => [
    { ticker: 'IBM', targetWeight: '100' },
  ]),
  'follow a model': command(
    `PUT ${FOLIO}/rtgsubscription`,
    [folio, (account) => account.model()],
    (_, folioNumber, prePackagedFolioOid) => ({ folioNumber, prePackagedFolioOid }),
    { inPath: 1 },
  ),
  'report positions': command(`PUT ${BACK_OFFICE}/folios/{folionumber}/positions`, [folio], () => [
    { ticker: 'IBM', shareQuantity: '5' },
  ]),
  'report no positions': command(
    `PUT ${BACK_OFFICE}/folios/{folionumber}/positions`,
    [folio],
    () => [],
  ),
  order: command(`POST ${FOLIO}/orders`, [folio], () => orderBody()),
  'order as a holder': command(`POST ${FOLIO}/orders`, [folio], () => orderBody(), {
    as: 'holder',
  }),
  'cancel an order': command(
    `PUT ${FOLIO}/orders/{oid}`,
    [folio, order],
    () => ({ state: 'C' }),
    SIGNED,
  ),
  'report an order': command(
    `PUT ${BACK_OFFICE}/folios/{folionumber}/orders/{oid}`,
    [folio, newId],
    () => reportBody(),
  ),
  'report a rejected order': command(
    `PUT ${BACK_OFFICE}/folios/{folionumber}/orders/{oid}`,
    [folio, order],
    () => ({ ...reportBody(), state: 'R' }),
    SIGNED,
  ),
  'fill an order': command(
    `POST ${SANDBOX}/folios/{folionumber}/orders/{oid}/fill`,
    [folio, order],
    () => ({}),
    SIGNED,
  ),
  'fill another order': command(
    `POST ${SANDBOX}/folios/{folionumber}/orders/{oid}/fill`,
    [folio, (account) => account.otherOrder()],
    () => ({}),
    SIGNED,
  ),
  'reject an order': command(
    `POST ${SANDBOX}/folios/{folionumber}/orders/{oid}/reject`,
    [folio, order],
    () => ({}),
    SIGNED,
  ),
  'link a bank': command(
    `POST ${ACCOUNT}/achbanklinks`,
    [owner],
    (_, loginId) => linkBody(loginId, { bankAccountNumber: bankAccountNumber() }),
    { inPath: 0 },
  ),
  'cancel a bank link': command(
    `PUT ${ACCOUNT}/achbanklinks/{banklinkoid}`,
    [link, owner],
    (_, bankLinkOid, ownerLoginId) => ({ bankLinkOid, status: 'D', op: 'delete', ownerLoginId }),
    { inPath: 1 },
  ),
  'verify by micro-deposits': {
    route: `PUT ${ACCOUNT}/verify/microdeposits/{banklinkoid}`,
    prepare: async ({ service, client, accountNumber, owner: ownerLoginId, unverified: made }) => {
      const on = { accountNumber, owner: ownerLoginId };
      const under = await LinkUnderTest.of(service, on, await made());
      return (headers) => under.verify({}, client, headers);
    },
  },
  'verify as the owner': {
    route: `POST ${ACCOUNT}/verify/{banklinkoid}/ownerverification`,
    prepare: async (account) => {
      const oid = await account.unverified();
      return (headers) => account.verify(oid, headers);
    },
  },
  'cancel an unverified link': command(
    `PUT ${ACCOUNT}/achbanklinks/{banklinkoid}`,
    [unverified, owner],
    (_, bankLinkOid, ownerLoginId) => ({ bankLinkOid, status: 'D', op: 'delete', ownerLoginId }),
    { inPath: 1 },
  ),
  deposit: command(
    `POST ${ACCOUNT}/cashtransactions`,
    [link],
    (account, sourceId) => account.cash({ sourceId }),
    { inPath: 0 },
  ),
  'deposit weekly': command(
    `POST ${ACCOUNT}/cashtransactions`,
    [link],
    (account, sourceId) => account.cash({ sourceId, ...weekly }),
    { inPath: 0 },
  ),
  withdraw: command(
    `POST ${ACCOUNT}/cashtransactions`,
    [link],
    (account, targetId) => account.cash({ transactionType: 'AHW', targetId, amount: '5.00' }),
    { inPath: 0 },
  ),
  'cancel cash': command(
    `PUT ${ACCOUNT}/cashtransactions/{cashtransactionoid}`,
    [deposit],
    () => ({ cancelReasonCode: '8' }),
    SIGNED,
  ),
  'report cash': command(
    `PUT ${BACK_OFFICE}/cashtransactions/{cashtransactionoid}`,
    [newId, link],
    (account, _, sourceId) => account.cash({ sourceId, status: 'PR' }),
    { inPath: 1 },
  ),
  'report cash as processed': command(
    `PUT ${BACK_OFFICE}/cashtransactions/{cashtransactionoid}`,
    [deposit],
    () => ({ status: 'PR' }),
    SIGNED,
  ),
  'complete cash': command(
    `POST ${SANDBOX}/cashtransactions/{oid}/complete`,
    [deposit],
    undefined,
    SIGNED,
  ),
  'reject cash': command(
    `POST ${SANDBOX}/cashtransactions/{oid}/reject`,
    [deposit],
    undefined,
    SIGNED,
  ),
  fund: command(`POST ${SANDBOX}/fund`, [], () => ({ amount: '10.00' })),
  subscribe: {
    route: `POST ${ACCOUNT}/privateplacementorders`,
    prepare: async (account) => {
      const oid = await account.offer();
      return (headers) => account.subscribe(oid, headers);
    },
  },
  'accept a subscription': command(
    `PUT ${BACK_OFFICE}/privateplacementorders/{oid}`,
    [(account) => account.subscription()],
    () => ({ status: 'ACCEPTED' }),
    SIGNED,
  ),
  'close the offer': {
    route: 'PUT /backoffice/privateplacementoffers/{oid}',
    prepare: async (account) => {
      const oid = await offer(account);
      return (headers) => account.putOffer(oid, { closingDate: '2020-01-02' }, headers);
    },
  },
  'announce a corporate action': command(
    `PUT ${BACK_OFFICE}/corporateactions/{notificationid}`,
    [() => Promise.resolve(newNotification())],
    () => actionBody(),
  ),
  vote: command(
    `PUT ${ACCOUNT}/corporateactions/{notificationid}`,
    [(account) => account.action()],
    () => ({ questions: [{ questionsId: 'q-p', answer: '1' }] }),
  ),
  'report tax data': command(`PUT ${BACK_OFFICE}/taxdata`, [], () => ({ available: true })),
  'report a tax lot': command(
    `PUT ${BACK_OFFICE}/reportedtaxlots/{originatingtxnid}/{closingtxnid}`,
    [newId, newId],
    () => ({
      ...{ taxYear: '2024', termOfSale: 'S', security: { ticker: 'IBM' } },
      ...{ netSaleAmount: '54.70', covered: 'C', salePrice: '25.56', shareQuantity: '2.14' },
      lotReliefStrategyIndicator: 'F',
    }),
  ),
  'report a folio transaction': command(
    `PUT ${BACK_OFFICE}/folios/{folionumber}/transactions/{transactionid}`,
    [folio, newId],
    () => ({ categoryName: 'Transfers', date: '2026-01-05T16:00:00.000+00:00' }),
  ),
  'report unit values': command(
    `PUT ${BACK_OFFICE}/folios/{folionumber}/performance/unitvalues`,
    [folio],
    () => ({ values: [{ date: '2026-01-05', gross: '10.5', net: '10.4' }] }),
  ),
  // last: the restriction that it needs is in the way of what others need
  'lift a restriction': command(`DELETE ${ACCOUNT}/restrictions/{id}`, [
    (account) => account.restriction(),
  ]),
};

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { account } from '#libs/contexts/accounts';
import { findFolio, folioBook } from '#libs/contexts/folios';
import { processMetadata, Quantity } from '#libs/platform/kernel';
import { corporateFirm, minor, trustee } from '../conformance/accounts.fixture.js';
import { bankAccountNumber, linkBody } from '../conformance/bank-links.fixture.js';
import { CashUnderTest } from '../conformance/cash.fixture.js';
import {
  newFolio,
  orderBody,
  ordersPath,
  reportBody,
  reportPath,
} from '../conformance/orders.fixture.js';
import { HEADER, PlacementsUnderTest } from '../conformance/private-placements.fixture.js';
import { eventually } from '../support/condition.js';
import {
  Interleaving,
  interruptions,
  oneAfterTheOther,
  type Party,
} from '../support/interleaving.js';
import { SeededRandom } from '../support/seeded-random.js';
import { expectStatus, ServiceUnderTest, uniqueName } from '../support/running-service.js';
import { together } from '../support/together.js';

type Headers = Readonly<Record<string, string>>;
type Send = (headers: Headers) => Promise<ClientAnswer>;

/** Something that ends beside something that relies on it. */
interface Beside {
  readonly ends: Send;
  readonly relies: Send;
  /** Whether it has ended. */
  readonly isOver: () => Promise<boolean>;
  /** Whether what relies on it holds or moves anything. */
  readonly isThere: () => Promise<boolean>;
  /** Whether it came after the end, as what is of the past may; absent if nothing may. */
  readonly isLate?: () => Promise<boolean>;
}

/** How many orders are tried at once. */
const AT_ONCE = 8;

let service: ServiceUnderTest;
let client: BrokerageClient;
let interleaving: Interleaving;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  ({ client } = service);
  const { app, platform } = service.service;
  interleaving = new Interleaving({
    server: app.getHttpServer(),
    stores: { eventStore: platform.eventStore },
  });
});
afterAll(() => service.stop());

const bodyOf = async (path: string): Promise<Record<string, unknown>> => {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
};
const listOf = async (path: string): Promise<readonly Record<string, unknown>[]> =>
  (await bodyOf(path)) as unknown as readonly Record<string, unknown>[];
const accountPath = (accountNumber: string): string => `/restapi/accounts/${accountNumber}`;

/** Types of the events after a position that name an account or offer, without version. */
async function typesAfter(after: bigint, name: string): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const event of service.service.platform.eventStore.readAll({ after })) {
    const isOne = `${event.stream} ${JSON.stringify(event.data)}`.includes(name);
    if (isOne) types.push(event.type.replace(/\.v\d+$/, ''));
  }
  return types;
}

/** The closing of an account. */
function closing(accountNumber: string): Pick<Beside, 'ends' | 'isOver'> {
  const path = accountPath(accountNumber);
  return {
    ends: (headers) => client.put(path, { accountStatus: 'CLOSED' }, headers),
    isOver: async () => (await bodyOf(path))['accountStatus'] === 'CLOSED',
  };
}

async function hasCash(accountNumber: string): Promise<boolean> {
  const path = `${accountPath(accountNumber)}/cashtransactions?transactionStatuses=PD,PR`;
  return (await listOf(path)).length > 0;
}

async function hasOrders(folioNumber: string): Promise<boolean> {
  const orders = await listOf(`${ordersPath(folioNumber)}?state=O,P`);
  return orders.length > 0;
}

/** A report of an order that is not known yet, and is filled. */
function bought(folioNumber: string): Pick<Beside, 'relies' | 'isThere'> {
  const body = reportBody({
    state: 'F',
    securityOrders: [{ security: { ticker: 'IBM' }, side: '1', filledShareAmount: '5' }],
  });
  const path = reportPath(folioNumber, uniqueName('o'));
  return {
    relies: (headers) => service.backoffice.put(path, body, headers),
    isThere: async () => {
      const orders = await listOf(`${ordersPath(folioNumber)}?state=F`);
      const [none] = await listOf(`${ordersPath(folioNumber)}?state=R`);
      const [rejected] = (none?.['securityOrders'] ?? []) as Record<string, unknown>[];
      return orders.length > 0 || (rejected?.['filledShareAmount'] ?? '0') !== '0';
    },
  };
}

/** A report of more shares of an order that was over. */
async function corrected(folioNumber: string): Promise<Pick<Beside, 'relies' | 'isThere'>> {
  const path = reportPath(folioNumber, uniqueName('o'));
  const filled = { security: { ticker: 'IBM' }, side: '1', filledShareAmount: '5' };
  expectStatus(await service.backoffice.put(path, reportBody({ state: 'C' })), 200);
  return {
    relies: (headers) => service.backoffice.put(path, { securityOrders: [filled] }, headers),
    isThere: async () => {
      const [order] = await listOf(`${ordersPath(folioNumber)}?state=C`);
      const [security] = (order?.['securityOrders'] ?? []) as Record<string, unknown>[];
      return security?.['filledShareAmount'] !== '0';
    },
  };
}

async function withdrawing(body: (cash: CashUnderTest) => object): Promise<Beside> {
  const cash = await CashUnderTest.create(service);
  return {
    ...closing(cash.accountNumber),
    relies: (headers) => client.post(cash.path, body(cash), headers),
    isThere: () => hasCash(cash.accountNumber),
  };
}

const weekly = { repeatType: 'W', repeatOffset: '2' };

const CLOSING: Readonly<Record<string, () => Promise<Beside>>> = {
  'a withdrawal': () => withdrawing((cash) => cash.withdrawal()),
  'a series of withdrawals': () => withdrawing((cash) => cash.withdrawal(weekly)),
  'a report of cash': async () => {
    const cash = await CashUnderTest.create(service);
    const { accountNumber } = cash;
    const path = `/backoffice/accounts/${accountNumber}/cashtransactions/${uniqueName('t')}`;
    return {
      ...closing(accountNumber),
      relies: (headers) => service.backoffice.put(path, cash.withdrawal({ status: 'PR' }), headers),
      isThere: () => hasCash(accountNumber),
    };
  },
  'an order': async () => {
    const accountNumber = await service.openAccount();
    const folioNumber = await newFolio(service, accountNumber);
    return {
      ...closing(accountNumber),
      relies: (headers) => client.post(ordersPath(folioNumber), orderBody(), headers),
      isThere: () => hasOrders(folioNumber),
    };
  },
  'a report of an order': async () => {
    const accountNumber = await service.openAccount();
    const folioNumber = await newFolio(service, accountNumber);
    const path = reportPath(folioNumber, uniqueName('o'));
    return {
      ...closing(accountNumber),
      relies: (headers) => service.backoffice.put(path, reportBody(), headers),
      isThere: () => hasOrders(folioNumber),
    };
  },
  'a report of a filled order': async () => {
    const accountNumber = await service.openAccount();
    const folioNumber = await newFolio(service, accountNumber);
    return { ...closing(accountNumber), ...bought(folioNumber) };
  },
  'a report of more shares of an order that was over': async () => {
    const accountNumber = await service.openAccount();
    const folioNumber = await newFolio(service, accountNumber);
    return { ...closing(accountNumber), ...(await corrected(folioNumber)) };
  },
  'a report of positions': async () => {
    const accountNumber = await service.openAccount();
    const folio = `${accountNumber}/folios/${await newFolio(service, accountNumber)}/positions`;
    const positions = [{ ticker: 'IBM', shareQuantity: '5' }];
    return {
      ...closing(accountNumber),
      relies: (headers) =>
        service.backoffice.put(`/backoffice/accounts/${folio}`, positions, headers),
      isThere: async () => (await listOf(`/restapi/accounts/${folio}`)).length > 0,
    };
  },
  'a bank link': async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = `${accountPath(accountNumber)}/achbanklinks`;
    const body = linkBody(owner, { bankAccountNumber: bankAccountNumber() });
    return {
      ...closing(accountNumber),
      relies: (headers) => client.post(path, body, headers),
      isThere: async () => (await listOf(path)).some(({ status }) => status === 'A'),
    };
  },
  'a subscription': async () => {
    const placements = await PlacementsUnderTest.create(service);
    const body = placements.body(await placements.offer());
    const { orders, owner, accountNumber } = placements;
    return {
      ...closing(accountNumber),
      relies: (headers) => client.post(orders, body, { ...headers, [HEADER]: owner }),
      isThere: async () => (await listOf(orders)).some(({ status }) => status === 'INITIAL'),
    };
  },
};

/** The closing of a folio. */
function closingFolio(accountNumber: string, number: string): Pick<Beside, 'ends' | 'isOver'> {
  const path = `${accountPath(accountNumber)}/folios/${number}`;
  return {
    ends: (headers) => client.put(path, { folioStatus: 'C' }, headers),
    isOver: async () => (await bodyOf(path))['folioStatus'] === 'C',
  };
}

async function onFolio(
  relies: (
    folioNumber: string,
  ) => Pick<Beside, 'relies' | 'isThere'> | Promise<Pick<Beside, 'relies' | 'isThere'>>,
): Promise<Beside> {
  const accountNumber = await service.openAccount();
  const folioNumber = await newFolio(service, accountNumber);
  return { ...closingFolio(accountNumber, folioNumber), ...(await relies(folioNumber)) };
}

const CLOSING_FOLIO: Readonly<Record<string, () => Promise<Beside>>> = {
  'an order': () =>
    onFolio((number) => ({
      relies: (headers) => client.post(ordersPath(number), orderBody(), headers),
      isThere: () => hasOrders(number),
    })),
  'a report of an order': () =>
    onFolio((number) => {
      const path = reportPath(number, uniqueName('o'));
      return {
        relies: (headers) => service.backoffice.put(path, reportBody({ state: 'P' }), headers),
        isThere: () => hasOrders(number),
      };
    }),
  'a report of a filled order': async () => {
    let folio = '';
    const beside = await onFolio((number) => {
      folio = number;
      return bought(number);
    });
    const after = await service.service.platform.eventStore.head();
    const isLate = async (): Promise<boolean> => {
      const types = await typesAfter(after, folio);
      return types.indexOf('folio.FolioClosed') < types.indexOf('order.OrderRecorded');
    };
    return { ...beside, isLate };
  },
  'a report of more shares of an order that was over': () => onFolio(corrected),
  'a report of positions': () =>
    onFolio((number) => {
      const path = `${number.slice(0, -2)}/folios/${number}/positions`;
      const positions = [{ ticker: 'IBM', shareQuantity: '5' }];
      return {
        relies: (headers) =>
          service.backoffice.put(`/backoffice/accounts/${path}`, positions, headers),
        isThere: async () => (await listOf(`/restapi/accounts/${path}`)).length > 0,
      };
    }),
};

async function cancelling(relies: (cash: CashUnderTest) => Send): Promise<Beside> {
  const cash = await CashUnderTest.create(service);
  const { accountNumber, link, linkPath, owner } = cash;
  const body = { bankLinkOid: link, status: 'D', op: 'delete', ownerLoginId: owner };
  return {
    ends: (headers) => client.put(linkPath, body, headers),
    relies: relies(cash),
    isOver: async () => (await bodyOf(linkPath))['status'] === 'D',
    isThere: () => hasCash(accountNumber),
  };
}

const reporting =
  (status: string) =>
  (cash: CashUnderTest): Send => {
    const { accountNumber } = cash;
    const path = `/backoffice/accounts/${accountNumber}/cashtransactions/${uniqueName('t')}`;
    return (headers) => service.backoffice.put(path, cash.withdrawal({ status }), headers);
  };

const CANCELLING: Readonly<Record<string, () => Promise<Beside>>> = {
  'a deposit': () =>
    cancelling((cash) => (headers) => client.post(cash.path, cash.deposit(), headers)),
  'a series of deposits': () =>
    cancelling((cash) => (headers) => client.post(cash.path, cash.deposit(weekly), headers)),
  'a report of cash that is pending': () => cancelling(reporting('PD')),
  'a report of cash that is processed': () => cancelling(reporting('PR')),
};

async function opening(
  fields: (owner: string) => Promise<object> | object,
  of: (owner: string) => string = (owner) => owner,
): Promise<Beside & { readonly owner: string }> {
  const owner = await service.member();
  const body: Record<string, unknown> = {
    ...service.accountBody(owner),
    ...(await fields(owner)),
  };
  const memberPath = `/restapi/members/${of(owner)}`;
  return {
    owner,
    ends: (headers) => client.put(`${memberPath}/membership`, { transState: 'CM' }, headers),
    relies: (headers) => client.post('/restapi/accounts', body, headers),
    isOver: async () => (await bodyOf(memberPath))['transState'] === 'CM',
    isThere: async () => {
      const named = new URLSearchParams({ accountName: body['accountName'] as string });
      const accounts = await listOf(`/restapi/accounts?${named.toString()}`);
      return accounts.some(({ accountStatus }) => accountStatus !== 'CLOSED');
    },
  };
}

const ENDING_MEMBERSHIP: Readonly<Record<string, () => Promise<Beside>>> = {
  'an individual account': () => opening(() => ({})),
  'a joint account, of the joint owner': () => {
    let joint = '';
    return opening(
      async () => {
        joint = await service.member();
        return { accountType: 'J', jointOwners: [joint] };
      },
      () => joint,
    );
  },
  'a corporate account, of the firm rep': openingCorporate,
  'a custodial account': () => opening(() => ({ accountType: 'U', minor: minor() })),
};

/** The end of the membership of a firm rep beside the account of the firm. */
async function openingCorporate(): Promise<Beside> {
  const { firmId, firmRep } = await corporateFirm(service);
  const fields = {
    accountType: 'A',
    accountRegistrationInfo: 'Doe Holdings Inc.',
    taxClassification: 'C',
    trustees: [await trustee(client)],
    primaryAccountOwner: firmId,
  };
  return opening(
    () => fields,
    () => firmRep,
  );
}

/** A firm rep owns no accounts: the firm is created beside the opening. */
async function representing(): Promise<Beside> {
  const besides = await opening(() => ({}));
  const body = {
    firmName: uniqueName('Doe Holdings '),
    firmTaxId: '123456789',
    primaryAddress: {
      line1: '1 Main St',
      city: 'Boston',
      state: 'MA',
      zipcode: '02110',
      country: 'US',
    },
    firmRep: besides.owner,
  };
  return {
    ...besides,
    ends: (headers) => client.post('/restapi/firms', body, headers),
    isOver: async () =>
      (await listOf('/restapi/firms')).some(({ firmName }) => firmName === body.firmName),
  };
}

/** Orders of two requests that were tried in vain so far. */
const tried: string[] = [];
afterEach(() => {
  tried.length = 0;
});

type Attempt = (order: readonly Party[]) => Promise<Readonly<Record<Party, number>>>;

/** Tries one request after the other, every interruption and more orders, several at once. */
async function tryAll(attempt: Attempt, more: readonly (readonly Party[])[]): Promise<void> {
  const [a, b] = await Promise.all([
    attempt(oneAfterTheOther('a')),
    attempt(oneAfterTheOther('b')),
  ]);
  await together(AT_ONCE, [...interruptions({ a: a.a, b: b.b }), ...more], attempt);
  expect(tried).toEqual([]);
}

/** Tries every order; expects that exactly one of both is carried out, and that nothing relies on what is over. */
async function expectOneOfBoth(setUp: () => Promise<Beside>): Promise<void> {
  const attempt = async (order: readonly Party[]) => {
    const { ends, relies, isOver, isThere, isLate } = await setUp();
    const { results, calls } = await interleaving.run(order, ends, relies);
    const [ended, relied] = results.map(({ status }) => status < 300);
    const found = { ended, relied, over: await isOver(), there: await isThere() };
    const answers = results.map(({ status, body }) => `${status} ${JSON.stringify(body ?? '')}`);
    const oneOfBoth = ended !== relied || (ended && (await isLate?.()) === true);
    const right = ended === found.over && relied === found.there && oneOfBoth;
    if (!right) tried.push(`${order.join('')}: ${JSON.stringify(found)} ${answers.join(' | ')}`);
    return calls;
  };
  const random = new SeededRandom(7);
  const mixed = (): Party[] => Array.from({ length: 40 }, () => (random.next() < 0.5 ? 'a' : 'b'));
  await tryAll(attempt, [[], mixed(), mixed(), mixed(), mixed()]);
}

const cases = (table: Readonly<Record<string, () => Promise<Beside>>>) => Object.entries(table);

describe('an account is closed beside', () => {
  it.each(cases(CLOSING))('%s: one of both', (_name, setUp) => expectOneOfBoth(setUp));
});

describe('a folio is closed beside', () => {
  it.each(cases(CLOSING_FOLIO))('%s: one of both', (_name, setUp) => expectOneOfBoth(setUp));
});

describe('a bank link is cancelled beside', () => {
  it.each(cases(CANCELLING))('%s: one of both', (_name, setUp) => expectOneOfBoth(setUp));
});

describe('a membership is ended beside the opening of', () => {
  it.each(cases(ENDING_MEMBERSHIP))('%s: one of both', (_name, setUp) => expectOneOfBoth(setUp));
});

describe('a member becomes a firm rep beside the opening of', () => {
  it('an account: one of both', () => expectOneOfBoth(representing));
});

/** Something that ends at once, whatever relies on it: what came before it stays. */
interface Ending {
  /** The account or offer that both name. */
  readonly on: string;
  readonly ends: Send;
  /** Type of the event that ends it. */
  readonly end: string;
  readonly relies: Send;
  /** Type of the event that relies on it. */
  readonly event: string;
  readonly isThere: () => Promise<boolean>;
}

async function revoking(
  accountNumber: string,
  relies: (member: BrokerageClient) => Omit<Ending, 'on' | 'ends' | 'end'>,
): Promise<Ending> {
  const loginId = await service.member();
  const path = `${accountPath(accountNumber)}/permissions`;
  expectStatus(await client.post(path, { loginId, permission: 'TM' }), 201);
  return {
    on: accountNumber,
    ends: (headers) => client.request('DELETE', `${path}/${loginId}`, undefined, headers),
    end: 'account.PermissionRevoked',
    ...relies(service.as(loginId)),
  };
}

const ENDING_AT_ONCE: Readonly<Record<string, () => Promise<Ending>>> = {
  'a permission is revoked beside a withdrawal': async () => {
    const cash = await CashUnderTest.create(service);
    return revoking(cash.accountNumber, (member) => ({
      event: 'cash.TransactionCreated',
      relies: (headers) => member.post(cash.path, cash.withdrawal(), headers),
      isThere: () => hasCash(cash.accountNumber),
    }));
  },
  'a permission is revoked beside an order': async () => {
    const accountNumber = await service.openAccount();
    const number = await newFolio(service, accountNumber);
    return revoking(accountNumber, (member) => ({
      event: 'order.OrderPlaced',
      relies: (headers) => member.post(ordersPath(number), orderBody(), headers),
      isThere: () => hasOrders(number),
    }));
  },
  'a permission is revoked beside a bank link': async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = `${accountPath(accountNumber)}/achbanklinks`;
    return revoking(accountNumber, (member) => ({
      event: 'bankLink.BankLinkCreated',
      relies: (headers) => member.post(path, linkBody(owner), headers),
      isThere: async () => (await listOf(path)).some(({ status }) => status === 'A'),
    }));
  },
  'an offer is closed beside a subscription': async () => {
    const placements = await PlacementsUnderTest.create(service);
    const oid = await placements.offer();
    const { orders, owner } = placements;
    const offer = placements.offerBody({ closingDate: '2020-01-02' });
    return {
      on: oid,
      ends: (headers) =>
        service.backoffice.put(`/backoffice/privateplacementoffers/${oid}`, offer, headers),
      end: 'placement.OfferUpdated',
      event: 'placement.SubscriptionSubmitted',
      relies: (headers) =>
        client.post(orders, placements.body(oid), { ...headers, [HEADER]: owner }),
      isThere: async () => (await listOf(orders)).some(({ status }) => status === 'INITIAL'),
    };
  },
};

describe('what comes after the end is refused, and what came before it stays', () => {
  it.each(Object.entries(ENDING_AT_ONCE))('%s', async (_name, setUp) => {
    const attempt = async (order: readonly Party[]) => {
      const { on, ends, end, relies, event, isThere } = await setUp();
      const { eventStore } = service.service.platform;
      const after = await eventStore.head();
      const { results, calls } = await interleaving.run(order, ends, relies);
      expect(results[0].status).toBeLessThan(300);
      const relied = results[1].status < 300;
      const types = await typesAfter(after, on);
      const at = types.indexOf(event);
      const isBefore = at !== -1 && at < types.indexOf(end);
      const found = { relied, isBefore, there: await isThere() };
      const right = relied === isBefore && relied === found.there;
      if (!right) tried.push(`${order.join('')}: ${JSON.stringify({ ...found, types })}`);
      return calls;
    };
    await tryAll(attempt, [[]]);
  });
});

describe('what a process that died left is finished by the subscription', () => {
  const metadata = () => processMetadata('test', randomUUID(), new Date().toISOString());

  /** Begins the closing of an account, and no more. */
  async function begin(accountNumber: string): Promise<void> {
    const { aggregates } = service.service.platform;
    const command = {
      type: 'UpdateAccount',
      input: { accountStatus: 'CLOSED' },
      caller: { roles: ['client'], firmId: service.credentials.firmId, firmItself: true },
      facts: { billingLevel: 'account', managesAll: true, nameTaken: false, obstacles: [] },
    } as const;
    const outcome = await aggregates.handle(account, accountNumber, command, metadata());
    expect(outcome).toMatchObject({ events: [{ type: 'account.ClosingBegun' }] });
  }

  /** Positions of folio 02 are in the log, and nobody has looked again. */
  async function reportPositions(accountNumber: string): Promise<void> {
    const { aggregates } = service.service.platform;
    const command = {
      type: 'SetPositions',
      accountNumber,
      folioNumber: `${accountNumber}02`,
      positions: [{ ticker: 'IBM', shareQuantity: Quantity.of('5') }],
      facts: { closed: undefined },
    } as const;
    const outcome = await aggregates.handle(folioBook, accountNumber, command, metadata());
    expect(outcome).toMatchObject({ events: [{ type: 'folio.PositionsSet' }] });
  }

  const accountNow = async (accountNumber: string) => {
    const { state } = await service.service.platform.aggregates.load(account, accountNumber);
    return state.opened ? state : undefined;
  };
  const positionsNow = async (accountNumber: string) => {
    const { state } = await service.service.platform.aggregates.load(folioBook, accountNumber);
    return findFolio(state, accountNumber, `${accountNumber}02`)?.folio.positions;
  };

  it('a closing that has begun is completed', async () => {
    const accountNumber = await service.openAccount();
    await begin(accountNumber);
    await eventually(async () => (await accountNow(accountNumber))?.closed === true || undefined);
  });

  it('or taken back by what is there', async () => {
    const accountNumber = await service.openAccount();
    await reportPositions(accountNumber);
    await begin(accountNumber);
    const closing = await eventually(async () => {
      const now = await accountNow(accountNumber);
      return now?.closing.begun === false ? now.closing : undefined;
    });
    expect(closing).toEqual({
      begun: false,
      obstacles: [`Folio ${accountNumber}02 has positions.`],
    });
    expect(await positionsNow(accountNumber)).toHaveLength(1);
  });

  it('what came to a closed account is undone', async () => {
    const accountNumber = await service.openAccount();
    expectStatus(await client.put(accountPath(accountNumber), { accountStatus: 'CLOSED' }), 200);
    await reportPositions(accountNumber);
    await eventually(async () => (await positionsNow(accountNumber))?.length === 0 || undefined);
  });
});

import type { SeededRandom } from '../../support/seeded-random.js';
import { memberBody, signatureBody, uniqueName } from '../../support/running-service.js';
import type { WeatherService } from './weather-service.js';

type Body = Readonly<Record<string, unknown>>;

/** An account and everything created in it, all acknowledged. */
export interface Household {
  readonly loginId: string;
  readonly email: string;
  readonly accountNumber: string;
  /** Folio names by number. */
  readonly folios: ReadonlyMap<string, string>;
  /** Order notes by id. */
  readonly orders: ReadonlyMap<string, string>;
  /** Amounts of cash transactions by id. */
  readonly cash: ReadonlyMap<string, string>;
  /** Net amounts of folio transactions by id. */
  readonly transactions: ReadonlyMap<string, string>;
}

const lastOf = (path: string | undefined): string => path?.split('/').at(-1) ?? '';
const money = (random: SeededRandom): string => `${1 + random.below(9_000)}.50`;

/** Creates a member with a signed account. */
export async function openAccount(
  service: WeatherService,
): Promise<Pick<Household, 'loginId' | 'email' | 'accountNumber'>> {
  const email = `${uniqueName()}@example.com`;
  const member = memberBody({ email1: email });
  const loginId = String(member['loginId']);
  await service.done('firm', 'POST', '/restapi/members', member);
  const account = await service.done('firm', 'POST', '/restapi/accounts', {
    accountName: uniqueName().slice(-16),
    accountType: 'I',
    billingPlanOid: service.credentials.billingPlans.A,
    primaryAccountOwner: loginId,
  });
  const path = account.location ?? '';
  await service.done('firm', 'POST', `${path}/customeragreement`, signatureBody(loginId));
  return { loginId, email, accountNumber: lastOf(path) };
}

/** Creates a folio. Returns its number. */
export async function createFolio(
  service: WeatherService,
  accountNumber: string,
  folioName: string,
): Promise<string> {
  const body = { folioName, accountNumber, dividendReinvest: true };
  const path = `/restapi/accounts/${accountNumber}/folios`;
  return lastOf((await service.done('firm', 'POST', path, body)).location);
}

/** Opens an account and creates something of every kind in it, partly concurrently. */
export async function createHousehold(
  service: WeatherService,
  random: SeededRandom,
): Promise<Household> {
  const opened = await openAccount(service);
  const path = `/restapi/accounts/${opened.accountNumber}`;
  const feed = `/backoffice/accounts/${opened.accountNumber}`;

  const folios = new Map<string, string>();
  const folio = async (): Promise<string> => {
    const name = uniqueName('folio');
    const folioNumber = await createFolio(service, opened.accountNumber, name);
    folios.set(folioNumber, name);
    return folioNumber;
  };
  const [first] = await Promise.all([folio(), folio(), folio()]);

  const orders = new Map<string, string>();
  const order = async (): Promise<void> => {
    const amount = money(random);
    const body = orderBody(amount);
    const made = await service.done('firm', 'POST', `${path}/folios/${first}/orders`, body);
    orders.set(lastOf(made.location), amount);
    // writers read their own writes, even if the process was killed meanwhile
    await service.done('firm', 'GET', made.location ?? '');
  };
  const cash = new Map<string, string>();
  const deposit = async (oid: string): Promise<void> => {
    const body = { transactionType: 'COW', amount: money(random) };
    cash.set(oid, body.amount);
    for (const status of ['PD', 'PR', 'CL']) {
      const put = `${feed}/cashtransactions/${oid}`;
      await service.done('backoffice', 'PUT', put, { ...body, status });
    }
  };
  const transactions = new Map<string, string>();
  const transaction = async (id: string): Promise<void> => {
    const net = money(random);
    transactions.set(id, net);
    const date = new Date().toISOString().replace('Z', '+00:00');
    const put = `${feed}/folios/${first}/transactions/${id}`;
    await service.done('backoffice', 'PUT', put, { categoryName: 'Trades', date, net });
  };
  const account = service.done('firm', 'PUT', path, { accountName: uniqueName().slice(-16) });
  await Promise.all([
    ...[account, order(), order(), deposit('1'), deposit('2')],
    ...[transaction('1'), transaction('2'), transaction('3')],
  ]);
  return { ...opened, folios, orders, cash, transactions };
}

function orderBody(requestedDollarAmount: string): Body {
  return {
    orderType: 'W',
    discretionary: false,
    solicited: true,
    dollarShareBasedIndicator: 'D',
    securityOrders: [{ security: { ticker: 'IBM' }, side: '1', requestedDollarAmount }],
  };
}

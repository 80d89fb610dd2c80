import type { Household } from './households.js';
import type { Weather } from './weather.js';
import type { WeatherService } from './weather-service.js';

type Item = Readonly<Record<string, unknown>>;

const RAISED = 'brokerage.item-for-attention.raised.v1';

/** An event of the feed. */
interface Published {
  readonly id: string;
  readonly type: string;
  readonly sequence: string;
  readonly data: { readonly accountNumber: string; readonly ifaType?: string };
}

/** All items of a list, read page by page. */
async function list<T = Item>(
  service: WeatherService,
  role: 'firm' | 'operator',
  first: string,
): Promise<T[]> {
  const items: T[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { body, headers } = await service.done(role, 'GET', path);
    items.push(...(body as T[]));
    path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return items;
}

/** All published events. */
export interface Feed {
  readonly ids: ReadonlySet<string>;
  /** Newest sequence of each account. */
  readonly newest: ReadonlyMap<string, number>;
  /** Types of the events of each account. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** Number of notices by account. */
  readonly notices: ReadonlyMap<string, number>;
  /** Gaps in an account's sequences, and duplicate events. */
  readonly faults: readonly string[];
}

/** Reads the feed of the firm from its beginning. */
export async function published(service: WeatherService): Promise<Feed> {
  const types = new Map<string, string[]>();
  const newest = new Map<string, number>();
  const notices = new Map<string, number>();
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const event of await list<Published>(service, 'firm', '/restapi/events')) {
    const { accountNumber, ifaType } = event.data;
    if (event.type === RAISED && ifaType === 'NO') {
      notices.set(accountNumber, (notices.get(accountNumber) ?? 0) + 1);
    }
    const expected = (newest.get(accountNumber) ?? 0) + 1;
    if (Number(event.sequence) !== expected) {
      faults.push(`${accountNumber}: ${event.sequence} instead of ${expected}`);
    }
    if (ids.has(event.id)) faults.push(`${accountNumber}: ${event.sequence} is there already`);
    newest.set(accountNumber, expected);
    ids.add(event.id);
    types.set(accountNumber, [...(types.get(accountNumber) ?? []), event.type]);
  }
  return { ids, newest, types, notices, faults };
}

/** Whether every expected notice has been published. */
export function everybodyTold({ notices }: Feed, { models }: Weather): boolean {
  const expected = models.expectedNotices();
  return models.followers.every(
    ({ accountNumber }, index) => (notices.get(accountNumber) ?? 0) === expected[index],
  );
}

/** Parts of a household that are missing, duplicated, or not as acknowledged. */
export async function missingFrom(
  service: WeatherService,
  household: Household,
): Promise<string[]> {
  const { accountNumber, loginId, folios, orders, cash, transactions } = household;
  const path = `/restapi/accounts/${accountNumber}`;
  const [first = ''] = [...folios.keys()].sort();
  const faults: string[] = [];
  const compare = (what: string, found: readonly string[], wanted: Iterable<string>): void => {
    const [is, shall] = [JSON.stringify([...found].sort()), JSON.stringify([...wanted].sort())];
    if (is !== shall) faults.push(`${accountNumber}: ${what} ${is} instead of ${shall}`);
  };
  const member = await service.request('firm', 'GET', `/restapi/members/${loginId}`);
  if (member.status !== 200) faults.push(`${loginId}: ${member.status}`);

  const named = (await list(service, 'firm', `${path}/folios`)).slice(2);
  compare('folios', named.map(text('folioNumber', 'folioName')), pairs(folios));
  const numbers = named.map(({ folioNumber }) => Number(String(folioNumber).slice(-2))).sort();
  compare('numbers', numbers.map(String), ['3', '4', '5']);

  const owner = [...orders.keys()].length > 0 ? await ordersOf(service, path, folios) : [];
  compare('orders', owner, pairs(orders));
  const cashItems = await list(service, 'firm', `${path}/cashtransactions`);
  compare('cash', cashItems.map(text('oid', 'amount')), pairs(cash));
  for (const { status } of cashItems) compare('cash status', [String(status)], ['CL']);
  const lots = await list(service, 'firm', `${path}/folios/${first}/transactions`);
  const others = await Promise.all(
    [...folios.keys()]
      .filter((folio) => folio !== first)
      .map((folio) => list(service, 'firm', `${path}/folios/${folio}/transactions`)),
  );
  const all = [...lots, ...others.flat()];
  compare('transactions', all.map(text('transactionId', 'net')), pairs(transactions));
  return faults;
}

async function ordersOf(
  service: WeatherService,
  path: string,
  folios: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const folio of folios.keys()) {
    const items = await list(service, 'firm', `${path}/folios/${folio}/orders`);
    for (const { folioOrderOid, securityOrders } of items) {
      const [one] = securityOrders as Item[];
      found.push(`${String(folioOrderOid)}=${String(one?.['requestedDollarAmount'])}`);
    }
  }
  return found;
}

const text =
  (key: string, value: string) =>
  (item: Item): string =>
    `${String(item[key])}=${String(item[value])}`;
const pairs = (map: ReadonlyMap<string, string>): string[] =>
  [...map].map(([key, value]) => `${key}=${value}`);

const SUBJECT = 'A model you follow has changed: ';

/** Outcome of each expected mail by `address model`: `sent`, or the reason. Undefined while any is due or not yet requested. */
export async function mailsKnown({
  service,
  models,
}: Weather): Promise<ReadonlyMap<string, string> | undefined> {
  const mails = async (status: string): Promise<Item[]> =>
    list(service, 'operator', `/operator/mails?status=${status}&limit=1000`);
  if ((await mails('due')).length > 0) return undefined;
  const addresses = new Map(models.followers.map(({ loginId, email }) => [loginId, email]));
  const settled = [...(await mails('sent')), ...(await mails('failed'))].filter(({ loginId }) =>
    addresses.has(String(loginId)),
  );
  const known = settled.map(({ loginId, subject, failure }) => {
    const name = String(subject).slice(SUBJECT.length);
    return [
      `${addresses.get(String(loginId))} ${name}`,
      typeof failure === 'string' ? failure : 'sent',
    ] as const;
  });
  return known.length >= models.expectedMails().length ? new Map(known) : undefined;
}

/** Mails accepted by the mail server, as `address model`, including duplicates. */
export function mailsTaken({ mails }: Weather): string[] {
  return mails.mails.map(({ to, source }) => {
    const name = new RegExp(`^Subject: ${SUBJECT}(.*?)\\r?$`, 'm').exec(source)?.[1] ?? '';
    return `${to.join()} ${name}`;
  });
}

/** Number of items for attention of each follower. */
export async function noticesOf({ service, models }: Weather): Promise<number[]> {
  const counts: number[] = [];
  for (const { loginId } of models.followers) {
    const items = await list(service, 'firm', `/restapi/members/${loginId}/ifas?ifaType=NO`);
    counts.push(items.length);
  }
  return counts;
}

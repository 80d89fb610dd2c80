import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokerageClient, type ClientAnswer, type Schemas } from '#libs/client';
import {
  accountClass,
  type AccountType,
  AccountTypes,
  hasJointOwners,
  hasRegistrationInfo,
  taxClassificationsOf,
} from '#libs/contexts/codes';
import { type Credentials, credentialsPath } from '#libs/platform/identity';
import { addMonths, codesOf, Turns, pick, pluralize } from '#libs/platform/kernel';
import { type Config, writeFileAtomically } from '#libs/platform/runtime';
import { conversation } from './conversation.js';
import {
  advisoryPlanBody,
  folioBody,
  halves,
  jane,
  minor,
  signature,
  windowOrder,
} from './demo-bodies.js';
import { show } from './demo-narrator.js';

const TYPES = codesOf(AccountTypes) as AccountType[];
/** Length of the history, in months. */
const MONTHS = 24;
/** Classes of accounts that have a bank link with a monthly deposit. */
const LINKED: ReadonlySet<string> = new Set(['individual', 'joint', 'custodial', 'trust']);
/** The last accounts are opened this many months before the end. */
const NEWEST_ACCOUNT = 3;
const ACCOUNTS_PER_FIRM = 50;
const AT_ONCE = 4;
const PLAN = '1';
const FIRST_NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida', 'Joe', 'Kim'];
const LAST_NAMES = ['Adams', 'Baker', 'Clark', 'Davis', 'Evans', 'Ford', 'Green', 'Hill', 'Irwin'];
/** Price of a share at the beginning, its yearly trend, and the amplitude of a wave on it. */
const SECURITIES = [
  { ticker: 'VTI', price: 220, trend: 0.11, wave: 0.04 },
  { ticker: 'BND', price: 72, trend: 0.03, wave: 0.01 },
] as const;

/** A filled firm, with the credentials of its API client. */
export interface FilledFirm {
  /** A person without an account, who was erased; undefined while the data has to be kept. */
  readonly erased: string | undefined;
  readonly firmId: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  readonly accountNumbers: readonly string[];
}

/** Options of {@link fillWithHistory}. */
export interface HistoryOptions {
  readonly baseUrl: string;
  readonly tokens: Pick<Credentials['tokens'], 'operator' | 'backoffice'>;
  readonly accounts: number;
  /** End of the history, in milliseconds since 1970. */
  readonly now: number;
  /** @param done finished months of all firms, of `total` */
  readonly progress: (done: number, total: number) => void;
}

/** Fills a service on embedded stores with sandboxes with two years of history: people, accounts of every type, trades, cash. */
export async function fillWithHistory(options: HistoryOptions): Promise<readonly FilledFirm[]> {
  const count = Math.ceil(options.accounts / ACCOUNTS_PER_FIRM);
  const shares = Array.from({ length: count }, (_, index) =>
    Math.ceil((options.accounts - index) / count),
  );
  let done = 0;
  const monthDone = (): void => options.progress(++done, count * (MONTHS + 1));
  return Promise.all(
    shares.map(async (accounts, index) => {
      const firm = await FirmHistory.begin(options, `Demonstration ${index + 1}`, index);
      for (let month = 0; month <= MONTHS; month++) {
        await firm.month(month, accounts);
        monthDone();
      }
      return firm.filled(options);
    }),
  );
}

interface OpenAccount {
  readonly number: string;
  readonly folio: string;
  readonly owner: string;
  readonly since: number;
  /** Whether it has a series of transfers. */
  readonly repeats: boolean;
}

type Body = Readonly<Record<string, unknown>>;
interface Report {
  readonly path: string;
  readonly body: unknown;
}

class FirmHistory {
  readonly #accounts: OpenAccount[] = [];
  readonly #numbers: string[] = [];
  /** Reports to send together at the end of the month. */
  #reports: Report[] = [];
  #people = 0;

  private constructor(
    private readonly key: Pick<FilledFirm, 'firmId' | 'apiKey' | 'sharedSecret'>,
    private readonly client: BrokerageClient,
    private readonly start: string,
    private readonly run: string,
  ) {}

  static async begin(
    { baseUrl, tokens: { operator }, now }: HistoryOptions,
    name: string,
    index: number,
  ): Promise<FirmHistory> {
    const asOperator = new BrokerageClient(baseUrl, { token: operator });
    const run = `${now.toString(36)}${index}`;
    const [firmId, apiKey] = [String(randomInt(1e9, 9e9)), `demo-${run}`];
    const end = new Date(now).toISOString();
    const start = `${addMonths(end.slice(0, 10), -MONTHS)}${end.slice(10)}`;
    const path = `/backoffice/firms/${firmId}`;
    const firm = { name, sandbox: true, sandboxStart: start, entitlements: ['fullTid'] };
    good(await asOperator.put(path, firm));
    const made = await asOperator.put(`${path}/clients/${apiKey}`, { loginId: `api.${run}` });
    const { sharedSecret } = good(made).body as Schemas['SharedSecret'];
    const key = { firmId, apiKey, sharedSecret };
    const client = new BrokerageClient(baseUrl, { apiKey, sharedSecret });
    const history = new FirmHistory(key, client, start, run);
    await history.#report([
      { path: `/firms/${firmId}/billingplans/${PLAN}`, body: advisoryPlanBody('Advisory') },
    ]);
    return history;
  }

  /** Adds what happens at the present: mails about a changed model, a webhook that nobody answers, an erasure, a read of the past. */
  async filled({ baseUrl, tokens }: HistoryOptions): Promise<FilledFirm> {
    const [asBackOffice, asOperator] = [tokens.backoffice, tokens.operator].map(
      (token) => new BrokerageClient(baseUrl, { token }),
    ) as [BrokerageClient, BrokerageClient];
    const rtgOid = String(randomInt(1e9, 9e9));
    const model = async (targetWeights: object): Promise<void> => {
      good(await asBackOffice.put(`/backoffice/rtgs/${rtgOid}`, { name: 'Growth', targetWeights }));
    };
    await model(halves);
    for (const { number, folio } of this.#accounts.slice(0, 2)) {
      const body = { folioNumber: folio, prePackagedFolioOid: rtgOid };
      await this.#put(`/restapi/accounts/${number}/folios/${folio}/rtgsubscription`, body);
    }
    await model([{ ticker: 'VTI', targetWeight: '100.00' }]);
    await this.#post('/restapi/webhooks', { url: 'https://webhooks.example.invalid/brokerage' });
    const [number = ''] = this.#numbers;
    good(await this.client.get(`/restapi/accounts/${number}?asOf=${this.#at(MONTHS - 1)}`));
    const leaver = await this.#member();
    const path = `/operator/members/${leaver}/erasure`;
    const { status } = await asOperator.post(path, { reason: 'Request of the person' });
    return {
      ...this.key,
      accountNumbers: this.#numbers,
      erased: status === 201 ? leaver : undefined,
    };
  }

  /** Plays a month, then moves the clock to the next one, and in the end to the present. */
  async month(month: number, accounts: number): Promise<void> {
    const due = Array.from({ length: accounts }, (_, index) => index).filter(
      (index) => Math.floor((index * (MONTHS - NEWEST_ACCOUNT)) / accounts) === month,
    );
    await each(due, (index) => this.#open(index, month));
    await each(this.#accounts, (account, index) => this.#trade(account, index, month));
    await this.#report(this.#reports.splice(0));
    const to = month < MONTHS ? this.#at(month + 1) : new Date().toISOString();
    await this.#post('/sandbox/clock', { to });
  }

  async #open(index: number, month: number): Promise<void> {
    const accountType = TYPES[index % TYPES.length] ?? 'I';
    const kind = accountClass(accountType);
    const owner = await this.#member(index);
    const partner = hasJointOwners(accountType) ? await this.#member() : undefined;
    const trustee = kind === 'corporate' ? await this.#trustee() : undefined;
    const [taxClassification] = taxClassificationsOf(accountType);
    const number = await this.#created('/restapi/accounts', {
      accountName: `Account ${index + 1}`,
      accountType,
      billingPlanOid: PLAN,
      primaryAccountOwner: trustee === undefined ? owner : await this.#firm(owner, index),
      ...(partner !== undefined && { jointOwners: [partner] }),
      ...(trustee !== undefined && { trustees: [trustee] }),
      ...(hasRegistrationInfo(accountType) && { accountRegistrationInfo: `Estate ${index + 1}` }),
      ...(taxClassification !== undefined && { taxClassification }),
      ...(kind === 'custodial' && { minor: minor(this.#taxId()) }),
    });
    this.#numbers.push(number);
    // some accounts are left without a signature
    if (index % 17 === 16) return;
    for (const signer of partner === undefined ? [owner] : [owner, partner]) {
      await this.#post(`/restapi/accounts/${number}/customeragreement`, signature(signer));
    }
    await this.#post(`/sandbox/accounts/${number}/fund`, { amount: `${5_000 + 500 * index}.00` });
    const folios = `/restapi/accounts/${number}/folios`;
    const folio = await this.#created(folios, folioBody(number, 'Growth'));
    await this.#put(`${folios}/${folio}/targetweights`, halves);
    const repeats = LINKED.has(kind);
    if (repeats) await this.#transferMonthly(number, owner, { index, month });
    this.#accounts.push({ number, folio, owner, since: month, repeats });
  }

  /** Monthly cash, quarterly and recent trades, dividends, daily unit values, and occasional items for attention. */
  async #trade(
    { number, folio, owner, since, repeats }: OpenAccount,
    index: number,
    month: number,
  ): Promise<void> {
    const path = `/accounts/${number}/folios/${folio}`;
    this.#moveCash(number, index, month);
    const isQuarter = (month - since) % 3 === 0;
    if (isQuarter || month === MONTHS) {
      const sells = month > since && (index + month) % 4 === 0;
      const orders = `/restapi${path}/orders`;
      const order = await this.#created(orders, windowOrder(sells, 1_000 + 100 * (index % 20)));
      const playing = `/sandbox${path}/orders/${order}`;
      const isRejected = (index + month) % 11 === 10;
      const traded = sells ? SECURITIES.slice(0, 1) : SECURITIES;
      const prices = traded.map((security) => ({
        ticker: security.ticker,
        price: (security.price * growth(security, month / 12)).toFixed(2),
      }));
      if (isRejected) await this.#post(`${playing}/reject`, {});
      else await this.#post(`${playing}/fill`, { prices });
      if (month > since) this.#reports.push(this.#dividend(path, month, index));
    }
    if (repeats) await this.#completeTransfers(number, month);
    if (month > since) this.#reports.push(this.#unitValues(path, since, month));
    if ((index + 3 * month) % 40 === 39) {
      const item = String(randomInt(1e9, 9e9));
      const body = { ifaType: 'NO', targetOid: number, targetOidType: 'A', forceView: true };
      this.#reports.push({ path: `/members/${owner}/ifas/${item}`, body });
    }
  }

  /** A deposit each month, and withdrawals, a few of them large. */
  #moveCash(number: string, index: number, month: number): void {
    const move = (oid: string, amount: number, goes: boolean): void => {
      const [sourceId, targetId] = goes ? [number, 'bank'] : ['bank', number];
      const path = `/accounts/${number}/cashtransactions/${oid}`;
      const day = this.#at(month).slice(0, 10);
      const type = goes ? 'WIW' : 'AHD';
      const body = {
        status: 'CL',
        amount: amount.toFixed(2),
        processDate: day,
        sourceId,
        targetId,
      };
      this.#reports.push({ path, body: { ...body, transactionType: type } });
    };
    const oid = `${this.#numbers.indexOf(number)}`.padStart(4, '0') + `${month}`.padStart(3, '0');
    move(`1${oid}`, 400 + 10 * (index % 30), false);
    if ((index + month) % 6 === 5) move(`2${oid}`, (index + month) % 18 === 5 ? 12_500 : 300, true);
  }

  /** Creates and verifies a bank link, and a monthly deposit from it; some fail to verify it at first. */
  async #transferMonthly(
    number: string,
    ownerLoginId: string,
    { index, month }: { readonly index: number; readonly month: number },
  ): Promise<void> {
    const links = `/accounts/${number}/achbanklinks`;
    const bankLinkOid = await this.#created(`/restapi${links}`, {
      accountType: 'C',
      bankAccountNumber: String(randomInt(1e9, 9e9)),
      routingNumber: '021000021',
      ownerLoginId,
      nameOnAccount: 'Demonstration',
      bankName: 'First Bank',
    });
    const sent = await this.client.get(`/sandbox${links}/${bankLinkOid}/microdeposits`);
    const [md1, md2] = (good(sent).body as Schemas['MicroDeposits']).amounts;
    const body = { bankLinkOid, md1, md2, op: 'verify_md', ownerLoginId };
    const verification = `/restapi/accounts/${number}/verify/microdeposits/${bankLinkOid}`;
    if (index % 4 === 1) {
      const { status } = await this.client.put(verification, { ...body, md1: '0.98', md2: '0.99' });
      if (status !== 400) throw new Error(`Wrong amounts returned ${status}.`);
    }
    await this.#put(verification, body);
    await this.#post(`/restapi/accounts/${number}/cashtransactions`, {
      transactionType: 'AHD',
      sourceId: bankLinkOid,
      amount: '250.00',
      processDate: this.#at(month).slice(0, 10),
      repeatType: 'M',
      repeatInterval: '1',
      endDateChoice: 'transfersInfinite',
    });
  }

  /** Processes pending transfers that are due, as the back office would. */
  async #completeTransfers(number: string, month: number): Promise<void> {
    const path = `/accounts/${number}/cashtransactions`;
    const pending = await this.client.get(`/restapi${path}?transactionStatuses=PD`);
    const today = this.#at(month).slice(0, 10);
    for (const { oid, processDate = '' } of good(pending).body as Schemas['CashTransaction'][]) {
      if (processDate > today) continue;
      for (const status of ['PR', 'CL']) {
        this.#reports.push({ path: `${path}/${oid}`, body: { status } });
      }
    }
  }

  #dividend(path: string, month: number, index: number): Report {
    const amount = (3 + (index % 7) + month / 10).toFixed(2);
    return {
      path: `${path}/transactions/${month}`,
      body: {
        categoryName: 'Dividends',
        transactionDesc: 'Dividend of VTI',
        transactionType: 'Dividend',
        date: this.#at(month),
        ticker: 'VTI',
        net: amount,
      },
    };
  }

  /** Unit values for each day of the previous month. */
  #unitValues(path: string, since: number, month: number): Report {
    const [from, to] = [Date.parse(this.#at(month - 1)), Date.parse(this.#at(month))];
    const values = [];
    for (let day = from; day < to; day += 86_400_000) {
      const years = (day - Date.parse(this.#at(since))) / (365 * 86_400_000);
      const gross = 10 * growth(SECURITIES[0], years + since / 12);
      const date = new Date(day).toISOString().slice(0, 10);
      values.push({ date, gross: gross.toFixed(4), net: (gross * 0.995 ** years).toFixed(4) });
    }
    return { path: `${path}/performance/unitvalues`, body: { values } };
  }

  /** Creates a person; occasionally the identity check fails first, or is pending. */
  async #member(index?: number): Promise<string> {
    const count = this.#people++;
    const firstName = FIRST_NAMES[count % FIRST_NAMES.length] ?? 'Ann';
    const lastName = LAST_NAMES[count % LAST_NAMES.length] ?? 'Doe';
    const loginId = `${firstName}.${lastName}.${this.run}.${count}`.toLowerCase();
    const tid = this.#taxId();
    const body = { ...jane(loginId), firstName, lastName, tid };
    if (index !== undefined && index % 25 === 24) {
      const failing = { ...body, tid: `${tid.slice(0, 5)}9999` };
      const { status } = await this.client.post('/restapi/members', failing);
      if (status !== 400) throw new Error(`A failing identity check returned ${status}.`);
    }
    const waits = index !== undefined && index % 10 === 7;
    if (waits) body.tid = `${tid.slice(0, 5)}9998`;
    await this.#post('/restapi/members', body);
    if (waits) {
      await this.#post(`/sandbox/members/${loginId}/verification`, { cipStatus: 'PASSED' });
    }
    return loginId;
  }

  async #trustee(): Promise<string> {
    const loginId = `trustee.${this.run}.${this.#people++}`;
    const { firstName, lastName, dateOfBirth, email1, primaryAddress } = jane(loginId);
    const body = { loginId, firstName, lastName, dateOfBirth, email1, primaryAddress };
    await this.#created('/restapi/trustees', body);
    return loginId;
  }

  #firm(firmRep: string, index: number): Promise<string> {
    const { primaryAddress } = jane(firmRep);
    const firmName = `Company ${index + 1}`;
    return this.#created('/restapi/firms', {
      ...{ firmName, firmRep, firmTaxId: this.#taxId(), primaryAddress },
    });
  }

  #taxId(): string {
    return `${randomInt(100, 600)}${randomInt(10, 99)}${randomInt(1000, 9000)}`;
  }

  #at(month: number): string {
    return `${addMonths(this.start.slice(0, 10), month)}${this.start.slice(10)}`;
  }

  async #report(reports: readonly Report[]): Promise<void> {
    for (let from = 0; from < reports.length; from += 500) {
      const some = reports.slice(from, from + 500);
      const answers = good(await this.client.post('/sandbox/backoffice', some)).body;
      const bad = (answers as Schemas['Report'][]).find(({ status }) => status >= 300);
      if (bad) throw new Error(`${bad.path} was refused: ${JSON.stringify(bad.errors)}`);
    }
  }

  async #created(path: string, body: Body): Promise<string> {
    return (await this.#post(path, body)).location?.split('/').at(-1) ?? '';
  }

  async #post(path: string, body: Body): Promise<ClientAnswer> {
    return good(await this.client.post(path, body));
  }

  async #put(path: string, body: unknown): Promise<void> {
    good(await this.client.put(path, body));
  }
}

async function each<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const turns = new Turns(AT_ONCE);
  await Promise.all(items.map((item, index) => turns.take(() => act(item, index))));
}

/** @throws Error if the request failed */
function good(answer: ClientAnswer): ClientAnswer {
  if (answer.status < 300) return answer;
  throw new Error(`A request returned ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Returns the value of one dollar after some years. */
function growth({ trend, wave }: (typeof SECURITIES)[number], years: number): number {
  return (1 + trend) ** years * (1 + wave * Math.sin(2 * Math.PI * 1.7 * years));
}

/** Fills a running service with accounts and prints a summary. */
export async function fill(
  { dataDir, embedded }: Pick<Config, 'dataDir' | 'embedded'>,
  { baseUrl, tokens }: Credentials,
  accounts: number,
): Promise<void> {
  if (!embedded) throw new Error('A history needs sandboxes, which need embedded stores.');
  const started = performance.now();
  const progress = conversation({ asJson: false, yes: true }).progress('history', 'months', 1);
  const firms = await fillWithHistory({
    ...{ baseUrl, tokens, accounts },
    now: Date.now(),
    progress: (done, total) => {
      progress.update(done, total);
    },
  });
  progress.stop();
  const path = join(dataDir, 'demo-credentials.json');
  await addKeys(path, baseUrl, firms);
  const seconds = Math.round((performance.now() - started) / 1_000);
  show(
    `\n${pluralize(accounts, 'account')} in ${pluralize(firms.length, 'firm')}, two years of history, in ${seconds} s:`,
  );
  for (const { firmId, apiKey, accountNumbers: numbers } of firms) {
    show(
      `  firm ${firmId}, API client ${apiKey}: ${pluralize(numbers.length, 'account')}, ${numbers[0] ?? ''} …`,
    );
  }
  const erased = firms.map((firm) => firm.erased).filter((one) => one !== undefined);
  show(
    erased.length > 0
      ? `Erased: ${erased.join(', ')}`
      : 'Nobody was erased, since data has to be kept for RETENTION_YEARS: with 0 one person of each firm is.',
  );
  show('The first daily root is signed after midnight UTC, for the day that has then ended.');
  show(`Keys and secrets of the API clients: ${path}`);
  show(`Browse them at ${baseUrl}/console with the token "auditor" of ${credentialsPath(dataDir)}`);
}

/** Adds the credentials of API clients to the file, keeping those of earlier runs. */
async function addKeys(path: string, baseUrl: string, firms: readonly FilledFirm[]): Promise<void> {
  const known = await readFile(path, 'utf8').then(
    (text) => {
      const found = JSON.parse(text) as readonly object[] | { readonly firms: readonly object[] };
      // as the first version wrote it
      return 'firms' in found ? found.firms : found;
    },
    () => [],
  );
  const keys = firms.map((firm) => ({
    baseUrl,
    ...pick(firm, 'firmId', 'apiKey', 'sharedSecret'),
  }));
  const text = `${JSON.stringify([...known, ...keys], undefined, 2)}\n`;
  await writeFileAtomically(path, Buffer.from(text));
}

// A read model of one's own: the firm's accounts and their cash transactions, in a file. It begins from lists, follows the event feed from
// exactly there, and goes on where it was after a restart. Environment: BASE_URL, API_KEY, SHARED_SECRET, MODEL (the file).
import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  bodyOf,
  BrokerageClient,
  connect,
  FeedConsumer,
  type FeedEvent,
  type FeedState,
  itemsOf,
  ProblemError,
  type Schemas,
} from 'brokerage-client';

const { BASE_URL = '', API_KEY = '', SHARED_SECRET = '', MODEL = 'model.json' } = process.env;
const credentials = { apiKey: API_KEY, sharedSecret: SHARED_SECRET };
const api = connect(BASE_URL, credentials);
const client = new BrokerageClient(BASE_URL, credentials);

/** The model and the place in the feed that it has reached, kept together: so each event changes it once. */
interface Model extends FeedState {
  readonly accounts: Record<string, Schemas['Account']>;
  /** By account number and id. */
  readonly cash: Record<string, Record<string, Schemas['CashTransaction']>>;
}

async function load(): Promise<Model | undefined> {
  try {
    return JSON.parse(await readFile(MODEL, 'utf8')) as Model;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function save(state: Model): Promise<void> {
  await writeFile(`${MODEL}.new`, JSON.stringify(state));
  await rename(`${MODEL}.new`, MODEL);
}

/**
 * Begins: takes the end of the feed first, then lists that are not older. What happens meanwhile may be in a list already and comes as an
 * event too, which reads it once more.
 */
async function begin(): Promise<Model> {
  const { headers } = await client.get('/restapi/events?cursor=newest&limit=1');
  const [cursor = '', position = ''] = ['x-feed-cursor', 'x-feed-position'].map(
    (name) => headers.get(name) ?? undefined,
  );
  const since = { headers: { 'X-Consistency-Token': position } };
  const model: Model = { cursor, sequences: {}, accounts: {}, cash: {} };
  for await (const account of itemsOf((place) =>
    api.accounts.list({ params: { query: { ...place, limit: 500 } }, ...since }),
  )) {
    const { accountNumber } = account;
    model.accounts[accountNumber] = account;
    const path = { accountnumber: accountNumber };
    for await (const transaction of itemsOf((place) =>
      api.cashTransactions.list({
        params: { path, query: { ...place, limit: 500 } },
        ...since,
      }),
    )) {
      (model.cash[accountNumber] ??= {})[transaction.oid] = transaction;
    }
  }
  return model;
}

/** Events are thin: they say what has changed. The state right after it, or a later one, is read. */
async function handle({ data, position, ...event }: FeedEvent): Promise<void> {
  const { accountNumber } = data;
  const since = { headers: { 'X-Consistency-Token': position } };
  if (event.type.startsWith('brokerage.account.')) {
    const path = { accountnumber: accountNumber };
    const read = api.accounts.get({ params: { path }, ...since });
    const account = await ifThere(bodyOf(read));
    if (account) model.accounts[accountNumber] = account;
  }
  if (event.type.startsWith('brokerage.cash-transaction.') && 'oid' in data) {
    const path = { accountnumber: accountNumber, cashtransactionoid: String(data.oid) };
    const read = api.cashTransactions.get({
      params: { path },
      ...since,
    });
    const transaction = await ifThere(bodyOf(read));
    if (transaction) (model.cash[accountNumber] ??= {})[transaction.oid] = transaction;
  }
}

/** Undefined for what may no longer be read. */
async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ProblemError && [403, 404, 410].includes(error.status)) return undefined;
    throw error;
  }
}

const known = await load();
const model = known ?? (await begin());
if (known === undefined) await save(model);

const stopping = new AbortController();
process.on('SIGTERM', () => {
  stopping.abort();
});
const consumer = new FeedConsumer({
  client,
  state: {
    load: () => Promise.resolve(model),
    save: (state) => save(Object.assign(model, state)),
  },
  handle,
});
await consumer.run(stopping.signal);

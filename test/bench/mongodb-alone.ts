import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';

interface Account {
  readonly _id: string;
}

/** What the process is asked for, a JSON line each. */
export interface DriverWork {
  readonly kind: 'reads' | 'writes';
  readonly amount: number;
  readonly connections: number;
}

/** The MongoDB driver without this service, as a process. Argument: connection string. Answers each line with its microseconds of processor time a call. */
const client = await MongoClient.connect(process.argv[2] ?? '');
// what the service stores, so that both handle the same documents
const stored = await client.db().listCollections({}, { nameOnly: true }).toArray();
const name = stored.map((one) => one.name).find((one) => /^accounts_account_v\d+_g\d+$/.test(one));
if (name === undefined) throw new Error('there are no accounts');
const accounts = client.db().collection<Account>(name);
const documents = await accounts.find().toArray();
const copies = client.db('bench_driver').collection<Account>('copies');
const CALLS: Readonly<Record<DriverWork['kind'], (n: number) => Promise<unknown>>> = {
  reads: (n) => accounts.findOne({ _id: documents[n % documents.length]?._id ?? '' }),
  writes: (n) =>
    copies.replaceOne(
      { _id: `w${n}` },
      { ...documents[n % documents.length], _id: `w${n}` },
      { upsert: true },
    ),
};
process.stdout.write('ready\n');
let sent = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, amount, connections } = JSON.parse(line) as DriverWork;
  const before = process.cpuUsage();
  const end = sent + amount;
  const worker = async (): Promise<void> => {
    while (sent < end) await CALLS[kind](sent++);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${Math.round((user + system) / amount)}\n`);
}
await client.close();

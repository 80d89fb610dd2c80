import { createInterface } from 'node:readline';
import { type Collection, MongoClient } from 'mongodb';

/** Number of documents, and their size: about that of an account's. */
const DOCUMENTS = 64;
const TEXT = 'x'.repeat(1_200);

interface Account {
  readonly _id: string;
  readonly text: string;
  readonly n?: number;
}

/** What the process is asked for, a JSON line each. */
export interface DriverWork {
  readonly kind: 'reads' | 'writes';
  readonly amount: number;
  readonly connections: number;
}

const CALLS: Readonly<
  Record<DriverWork['kind'], (all: Collection<Account>, n: number) => Promise<unknown>>
> = {
  reads: (all, n) => all.findOne({ _id: String(n % DOCUMENTS) }),
  writes: (all, n) =>
    all.updateOne({ _id: `w${n}` }, { $set: { text: TEXT, n } }, { upsert: true }),
};

/** The MongoDB driver without this service, as a process. Argument: connection string. Answers each line with its microseconds of processor time a call. */
const client = await MongoClient.connect(process.argv[2] ?? '');
const all = client.db('bench_driver').collection<Account>('accounts');
for (let n = 0; n < DOCUMENTS; n++) {
  await all.updateOne({ _id: String(n) }, { $set: { text: TEXT } }, { upsert: true });
}
process.stdout.write('ready\n');
let sent = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, amount, connections } = JSON.parse(line) as DriverWork;
  const before = process.cpuUsage();
  const end = sent + amount;
  const worker = async (): Promise<void> => {
    while (sent < end) await CALLS[kind](all, sent++);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${Math.round((user + system) / amount)}\n`);
}
await client.close();

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientSession, type Collection, MongoClient, type MongoServerError } from 'mongodb';
import { eventually } from './condition.js';
import { MongoFixture } from './mongodb-fixture.js';

interface Thing {
  readonly _id: string;
  readonly n: number;
}

describe('the double of MongoDB', () => {
  let fixture: MongoFixture;
  let client: MongoClient;
  let things: Collection<Thing>;
  let session: ClientSession;

  beforeEach(async () => {
    fixture = await MongoFixture.start({ replicaSet: true });
    client = new MongoClient(fixture.url());
    things = client.db().collection<Thing>('things');
    await things.insertOne({ _id: 'b', n: 9 });
    session = client.startSession();
    fixture.forget();
  });
  afterEach(async () => {
    await client.close();
    await fixture.stop();
  });

  const put = (_id: string, n: number, within?: ClientSession) =>
    things.updateOne(
      { _id },
      { $set: { n } },
      { upsert: true, ...(within && { session: within }) },
    );
  const failing = (work: Promise<unknown>): Promise<MongoServerError> =>
    work.then(
      () => {
        throw new Error('it did not fail');
      },
      (error: unknown) => error as MongoServerError,
    );
  const stored = async (): Promise<readonly string[]> =>
    (await things.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id, n }) => `${_id}${n}`);

  it('ends a transaction at the first error of a batch, ordered or not', async () => {
    session.startTransaction();
    const upserts = ['a', 'b', 'c'].map((_id) => ({
      replaceOne: { filter: { _id, n: { $lt: 5 } }, replacement: { n: 5 }, upsert: true },
    }));
    const error = await failing(things.bulkWrite(upserts, { ordered: false, session }));
    expect(error).toMatchObject({ code: 11000, errorLabels: [] });
    expect(error).toHaveProperty('writeErrors.length', 1);
    const later = await failing(put('d', 1, session));
    expect(later).toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] });
    expect((await failing(session.commitTransaction())).code).toBe(251);
    expect(await stored()).toEqual(['b9']);
  });

  it('passes over the same errors outside of a transaction where a batch has no order', async () => {
    const inserts = ['a', 'b', 'c'].map((_id) => ({ _id, n: 1 }));
    const error = await failing(things.insertMany(inserts, { ordered: false }));
    expect(error.code).toBe(11000);
    expect(await stored()).toEqual(['a1', 'b9', 'c1']);
  });

  it('lets one of two transactions change a document, and others wait for it', async () => {
    session.startTransaction();
    await put('b', 1, session);
    const other = client.startSession();
    other.startTransaction();
    const conflict = await failing(put('b', 2, other));
    expect(conflict).toMatchObject({ code: 112, errorLabels: ['TransientTransactionError'] });
    await other.endSession();
    const waiting = put('b', 3);
    await eventually(() => (fixture.count('update') === 3 ? true : undefined));
    expect(await stored()).toEqual(['b9']);
    await session.commitTransaction();
    await waiting;
    expect(await stored()).toEqual(['b3']);
  });

  it('refuses what only a primary does while it is none, and transactions have ended then', async () => {
    session.startTransaction();
    await put('b', 1, session);
    fixture.stepDown();
    const error = await failing(put('b', 2, session));
    expect(error).toMatchObject({ code: 10107, errorLabels: ['TransientTransactionError'] });
    const writing = put('c', 1);
    fixture.stepUp();
    await writing;
    expect(await stored()).toEqual(['b9', 'c1']);
  });

  it('makes a write once that is sent again after a connection broke', async () => {
    fixture.dropAt('update', 'after');
    await things.updateOne({ _id: 'b' }, { $inc: { n: 1 } });
    expect(fixture.count('update')).toBe(2);
    expect(await stored()).toEqual(['b10']);
  });

  it('counts what it is asked, at a time and one after the other', async () => {
    fixture.delay = 5;
    const all = () => Promise.all(['a', 'b', 'c'].map((id) => put(id, 1)));
    // opens the driver's connections
    await all();
    fixture.forget();
    await all();
    await stored();
    expect(fixture.received).toEqual(['update', 'update', 'update', 'find']);
    expect([fixture.mostAtOnce, fixture.roundTrips]).toEqual([3, 2]);
    expect(fixture.finds).toEqual(['things']);
  });

  it('counts no command that arrived before the counters were reset', async () => {
    // opens the driver's connections
    await Promise.all([stored(), stored()]);
    fixture.forget();
    fixture.delay = 200;
    const reading = stored();
    await eventually(() => fixture.finds[0]);
    fixture.delay = 0;
    fixture.forget();
    await put('a', 1);
    expect([fixture.mostAtOnce, fixture.roundTrips]).toEqual([1, 1]);
    await reading;
  });
});

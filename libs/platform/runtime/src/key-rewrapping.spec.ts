import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { type KeyMedium, keyMedia } from '../test/key-media.js';
import {
  MasterKeyReplacedError,
  SubjectErasedError,
  WrongMasterKeyError,
  type KeyTable,
} from './key-store.js';
import { LAST_CHECK } from './key-rewrapping.js';
import type { MasterKeys } from './key-wrapper.js';
import { WrappedKeyStore } from './wrapped-key-store.js';

const masterKey = (): KeyObject => createSecretKey(randomBytes(32));
const [before, after, third] = [masterKey(), masterKey(), masterKey()];
const both: MasterKeys = { wraps: after, opens: before };
/** More than the work takes at a time. */
const PERSONS = 260;
const persons = Array.from({ length: PERSONS }, (_, i) => `person:${i}`);

describe.each(Object.keys(keyMedia))('the master key, replaced in keys on %s', (name) => {
  let medium: KeyMedium;
  let keys: ReadonlyMap<string, Buffer>;
  let hashKey: Buffer;
  const stores: WrappedKeyStore[] = [];
  const open = async (masterKeys: MasterKeys | KeyObject): Promise<WrappedKeyStore> => {
    const store = await WrappedKeyStore.over(await medium.table(), masterKeys, { refreshMs: 0 });
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    medium = await keyMedia[name]!();
    const store = await open(before);
    keys = new Map(
      await Promise.all(persons.map(async (one) => [one, await store.ensure(one)] as const)),
    );
    hashKey = await store.secret('hash-key');
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await medium.remove();
  });
  const rewrap = async (store: WrappedKeyStore, most = Infinity): Promise<number> => {
    let rewrapped = 0;
    let steps = 0;
    for await (const progress of store.rewrapping.run()) {
      rewrapped = progress.rewrapped;
      if (++steps >= most) break;
    }
    return rewrapped;
  };
  const expectSameKeys = async (store: WrappedKeyStore): Promise<void> => {
    await store.open(persons);
    const wrong = persons.filter((one) => store.keyOf(one)?.equals(keys.get(one)!) !== true);
    expect(wrong).toEqual([]);
    expect(await store.secret('hash-key')).toEqual(hashKey);
  };

  it('opens every key afterwards, and the one before opens none', async () => {
    const store = await open(both);
    expect(await store.rewrapping.census()).toMatchObject({ wraps: 0, opens: PERSONS + 3 });
    expect(await rewrap(store)).toBe(PERSONS + 3);
    const done = { wraps: PERSONS + 3, opens: 0, erased: 0, unopened: 0 };
    expect(await store.rewrapping.census()).toEqual(done);
    await expectSameKeys(await open(after));
    await expect(open(before)).rejects.toThrow('MASTER_KEY does not open the key store');
    // one that comes from a file is called by its name
    const ofFile = { wraps: before, source: '/data/master.key' };
    await expect(open(ofFile)).rejects.toThrow('/data/master.key does not open the key store');
    expect(await rewrap(store)).toBe(0);
  });

  it('is needed with the one before while the work is interrupted; both open everything', async () => {
    const done = await rewrap(await open(both), 2);
    expect(done).toBeGreaterThan(3);
    expect(done).toBeLessThan(PERSONS);
    for (const one of [before, after]) {
      await expect(open(one)).rejects.toThrow('its replacement is not finished');
    }
    await expect(open(third)).rejects.toThrow(WrongMasterKeyError);
    await expectSameKeys(await open(both));
    await expectSameKeys(await open({ wraps: before, opens: after }));
    expect(await rewrap(await open(both))).toBe(PERSONS + 3 - done);
    await expectSameKeys(await open(after));
  });

  it('leaves erased keys erased, also those that are erased while the work is done', async () => {
    const other = await open({ wraps: before, opens: after });
    await other.destroy('person:7');
    const store = await open(both);
    const table = await medium.table();
    const swap = table.swap.bind(table);
    const late = await WrappedKeyStore.over(
      Object.assign(table, {
        swap: async (...[kind, swaps]: Parameters<KeyTable['swap']>) => {
          await other.destroy('person:8');
          return swap(kind, swaps);
        },
      }),
      both,
    );
    await rewrap(late);
    expect(await store.rewrapping.census()).toMatchObject({ opens: 0, erased: 2 });
    for (const person of ['person:7', 'person:8']) {
      await expect((await open(after)).ensure(person)).rejects.toThrow(SubjectErasedError);
    }
    await late.close();
  });

  it('goes on beside processes that make keys, and finds what one of them wrapped as before', async () => {
    const store = await open(both);
    const early = await open({ wraps: before, opens: after });
    await rewrap(store);
    const made = await early.ensure('person:new');
    expect(await early.ensure('person:3')).toEqual(keys.get('person:3'));
    expect((await store.rewrapping.census()).opens).toBe(1);
    expect(await rewrap(store)).toBe(1);
    const now = await open(after);
    expect(await now.ensure('person:new')).toEqual(made);
  });

  it('leaves a process with the earlier one waiting for its restart, which it asks for', async () => {
    const told: string[] = [];
    const logger = { error: (...line: unknown[]) => void told.push(JSON.stringify(line)) };
    let now = 0;
    const left = await WrappedKeyStore.over(await medium.table(), before, {
      refreshMs: 0,
      clock: { now: () => now },
      logger: logger as never,
    });
    stores.push(left);
    await left.ensure('person:1');
    await rewrap(await open(both), 2);
    const away = { name: 'StoreUnavailableError' };
    await expect(left.open(persons)).rejects.toMatchObject(away);
    await expect(left.ensure('person:2')).rejects.toMatchObject(away);
    await expect(left.secret('hash-key')).rejects.toBeInstanceOf(MasterKeyReplacedError);
    expect(told).toEqual([expect.stringContaining('MASTER_KEY_OTHER')]);
    for (const key of [before, after]) {
      for (const form of ['base64', 'hex'] as const) {
        expect(told.join()).not.toContain(key.export().toString(form));
      }
    }
    now += 60_000;
    await expect(left.ensure('person:2')).rejects.toMatchObject(away);
    expect(told).toHaveLength(2);
  });

  it('may be replaced by two at the same time', async () => {
    const [one, two] = [await open(both), await open(both)];
    const sum = (await Promise.all([rewrap(one), rewrap(two)])).reduce((a, b) => a + b);
    expect(sum).toBe(PERSONS + 3);
    await expectSameKeys(await open(after));
  });

  it('counts what neither key opens, and leaves it as it is', async () => {
    const table = await medium.table();
    await table.replace('subject', 'person:5', Buffer.alloc(61, 1));
    const store = await open(both);
    await rewrap(store);
    expect(await store.rewrapping.census()).toMatchObject({ opens: 0, unopened: 1 });
    await expect(store.open(['person:5'])).rejects.toThrow(WrongMasterKeyError);
    await table.close();
  });
});

describe('a key store of an earlier build, which made one check only', () => {
  /** Such a table, with keys that were wrapped by {@link before}. */
  async function earlier(): Promise<KeyTable> {
    const made = new MemoryKeyTable();
    const store = await WrappedKeyStore.over(made, before);
    await Promise.all(persons.map((one) => store.ensure(one)));
    const table = new MemoryKeyTable();
    for (const kind of ['secret', 'subject'] as const) {
      for (const { name, record } of await made.list(kind, undefined, Infinity)) {
        if (name !== LAST_CHECK) await table.replace(kind, name, record);
      }
    }
    return table;
  }
  const opensAlone = async (table: KeyTable, key: KeyObject): Promise<boolean> =>
    WrappedKeyStore.over(table, key).then(
      () => true,
      () => false,
    );

  it.each([
    ['by the same master key', { wraps: before }],
    ['by both, the new one first', both],
    ['by both, the new one second', { wraps: before, opens: after }],
  ])('is opened %s, and its keys are still under the earlier one', async (_, keys) => {
    const table = await earlier();
    const store = await WrappedKeyStore.over(table, keys);
    const census = await store.rewrapping.census();
    const under = keys.wraps === before ? census.wraps : census.opens;
    expect(under).toBe(PERSONS + 2);
    expect([await opensAlone(table, before), await opensAlone(table, after)]).toEqual([
      true,
      false,
    ]);
  });

  it('needs both master keys while its own is being replaced, and the new one alone at the end', async () => {
    const table = await earlier();
    const store = await WrappedKeyStore.over(table, both);
    const open: [boolean, boolean][] = [];
    for await (const { looked } of store.rewrapping.run()) {
      if (looked <= PERSONS) {
        open.push([await opensAlone(table, before), await opensAlone(table, after)]);
      }
    }
    expect(open[0]).toEqual([false, false]);
    expect([await opensAlone(table, before), await opensAlone(table, after)]).toEqual([
      false,
      true,
    ]);
  });
});

it('is looked up again by a process whose key opens nothing any more', async () => {
  const table = new MemoryKeyTable();
  let now: MasterKeys = { wraps: before };
  const reload = (): MasterKeys => ({ ...now, reload });
  const beside = await WrappedKeyStore.over(table, reload());
  const key = await beside.ensure('person:a');
  now = both;
  const working = await WrappedKeyStore.over(table, reload());
  let rewrapped = 0;
  for await (const progress of working.rewrapping.run()) ({ rewrapped } = progress);
  expect(rewrapped).toBe(3);
  const again = await WrappedKeyStore.over(table, { wraps: before, reload });
  await again.open(['person:a']);
  expect(again.keyOf('person:a')).toEqual(key);
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import { type ApiClient, CachedApiClients, CachedLogins, type LoginHolder } from './directories.js';

const client: ApiClient = {
  apiKey: 'k',
  firmId: 'F1',
  loginId: 'api',
  entitlements: [],
  sharedSecret: Secret.of('s'),
};

const member = (firmId: string | undefined): LoginHolder | undefined =>
  firmId === undefined ? undefined : { firmId, kind: 'member' };

describe('cached directories', () => {
  let now: number;
  let asked: string[];
  let clients: Map<string, ApiClient>;
  const clock = { now: () => now };
  beforeEach(() => {
    now = 1_000_000;
    asked = [];
    clients = new Map([['k', client]]);
  });
  const cached = () =>
    new CachedApiClients(
      {
        find: (apiKey) => {
          asked.push(apiKey);
          return Promise.resolve(clients.get(apiKey));
        },
      },
      { clock, ttlMs: 1000 },
    );

  it('asks once for many at the same time, and not again until the time is over', async () => {
    const directory = cached();
    const found = await Promise.all(
      Array.from({ length: 50 }, () => Promise.resolve(directory.find('k'))),
    );
    expect(new Set(found)).toEqual(new Set([client]));
    expect(asked).toEqual(['k']);
    now += 999;
    expect(directory.find('k')).toBe(client);
    now += 2;
    await directory.find('k');
    expect(asked).toEqual(['k', 'k']);
  });

  it('sees a new client at once and a revoked one after the time or an invalidation', async () => {
    const directory = cached();
    clients.delete('k');
    expect(await directory.find('k')).toBeUndefined();
    clients.set('k', client);
    expect(await directory.find('k')).toBe(client);
    clients.set('k', { ...client, revoked: true });
    expect(await directory.find('k')).toBe(client);
    directory.invalidate('k');
    expect(await directory.find('k')).toMatchObject({ revoked: true });
    clients.delete('k');
    now += 1001;
    expect(await directory.find('k')).toBeUndefined();
  });

  it('passes a failure on and asks again', async () => {
    let away = true;
    const directory = new CachedApiClients(
      { find: () => (away ? Promise.reject(new Error('away')) : client) },
      { clock },
    );
    await expect(directory.find('k')).rejects.toThrow('away');
    away = false;
    expect(await directory.find('k')).toBe(client);
  });

  it('keeps clients for ten seconds and login ids for a minute where nobody says how long', async () => {
    const found: string[] = [];
    const clientsOf = new CachedApiClients({ find: (key) => (found.push(key), client) }, { clock });
    const logins = new CachedLogins({ find: (id) => (found.push(id), member('F1')) }, { clock });
    for (const passed of [0, 9_999, 2, 49_998, 2]) {
      now += passed;
      await clientsOf.find('k');
      await logins.find('jdoe');
    }
    expect(found).toEqual(['k', 'jdoe', 'k', 'k', 'jdoe']);
  });

  it('asks again where the answer to come was changed meanwhile', async () => {
    const firms = new Map([['jdoe', 'F1']]);
    const asking: (() => void)[] = [];
    const answer = <V>(value: () => V): Promise<V> =>
      new Promise((resolve) => asking.push(() => resolve(value())));
    const logins = new CachedLogins(
      { find: (id) => answer(() => member(firms.get(id))) },
      { clock },
    );
    const clientsOf = new CachedApiClients(
      { find: (key) => answer(() => clients.get(key)) },
      { clock },
    );
    const underWay = [logins.find('jdoe'), clientsOf.find('k')];
    logins.invalidate('jdoe');
    clientsOf.invalidate('k');
    firms.set('jdoe', 'F2');
    clients.set('k', { ...client, revoked: true });
    await new Promise(setImmediate);
    for (const go of asking) go();
    expect(await Promise.all(underWay.map((found) => Promise.resolve(found)))).toMatchObject([
      { firmId: 'F2' },
      { revoked: true },
    ]);
  });

  it('does the same for login ids', async () => {
    const firms = new Map<string, string>();
    const directory = new CachedLogins(
      {
        find: (loginId) => {
          asked.push(loginId);
          return member(firms.get(loginId));
        },
      },
      { clock, ttlMs: 1000 },
    );
    expect(await directory.find('jdoe')).toBeUndefined();
    firms.set('jdoe', 'F1');
    expect(await directory.find('jdoe')).toEqual(member('F1'));
    expect(directory.find('jdoe')).toEqual(member('F1'));
    expect(asked).toHaveLength(2);
    directory.invalidate('jdoe');
    firms.delete('jdoe');
    expect(await directory.find('jdoe')).toBeUndefined();
  });
});

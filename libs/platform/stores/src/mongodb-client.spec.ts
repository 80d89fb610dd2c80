import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { MONGO_PATIENCE } from './connection-string.js';
import { connectMongo } from './mongodb-client.js';

describe('the MongoDB clients of a process', () => {
  let server: MongoFixture;
  beforeEach(async () => {
    server = await MongoFixture.start({ replicaSet: true });
  });
  afterEach(() => server.stop());

  it('are shared by stores of one connection string and pool', async () => {
    const keys = await connectMongo(server.url(), 'shared', 'keys');
    const vault = await connectMongo(server.url(), 'shared', 'the vault');
    const documents = await connectMongo(server.url(), 'documents');
    expect(vault.client).toBe(keys.client);
    expect(documents.client).not.toBe(keys.client);
    for (const { close } of [keys, vault, documents]) await close();
  });

  it('end with the last of their stores, however often one is closed', async () => {
    const keys = await connectMongo(server.url(), 'shared');
    const vault = await connectMongo(server.url(), 'shared');
    await keys.close();
    await keys.close();
    await vault.ask(() => vault.database('_shared').command({ ping: 1 }));
    await vault.close();
    const next = await connectMongo(server.url(), 'shared');
    expect(next.client).not.toBe(vault.client);
    await next.close();
  });

  it('are made anew after a store that could not connect', async () => {
    await server.stop();
    await expect(connectMongo(server.url(), 'shared')).rejects.toThrow('cannot be used');
    await server.comeBack();
    const again = await connectMongo(server.url(), 'shared');
    await again.ask(() => again.database('').command({ ping: 1 }));
    await again.close();
  });

  it.each(['documents', 'shared'] as const)(
    'wait for %s no longer for a greeting or a heartbeat than for a response',
    async (pool) => {
      const [address] = server.url().split('?');
      const { client, close } = await connectMongo(address!, pool);
      const { connectTimeoutMS, heartbeatFrequencyMS } = client.options;
      await close();
      const lost = [connectTimeoutMS + connectTimeoutMS, connectTimeoutMS + heartbeatFrequencyMS];
      for (const waited of lost) expect(waited).toBeLessThan(MONGO_PATIENCE.socketTimeoutMS);
    },
  );

  it.each(['documents', 'shared'] as const)(
    'connect %s anew when a greeting is lost',
    async (pool) => {
      const url = `${server.url()}&minHeartbeatFrequencyMS=5&connectTimeoutMS=100`;
      const { client, ask, close } = await connectMongo(url, pool);
      const ping = (): Promise<unknown> => ask(() => client.db().command({ ping: 1 }));
      await ping();
      await server.goAway();
      const heal = server.misbehave({ command: 'ismaster', loses: true });
      server.forget();
      await server.comeBack();
      const asked = ping().catch((error: unknown) => error);
      await eventually(() => server.count('ismaster') > 0 || undefined);
      heal();
      await asked;
      await eventually(() =>
        ping().then(
          () => true,
          () => undefined,
        ),
      );
      await close();
    },
  );

  describe('over connections that end while something is sent', () => {
    const sockets = new Set<Socket>();
    const note = (message: unknown): void =>
      void sockets.add((message as { readonly socket: Socket }).socket);
    let lost: number;
    beforeEach(() => {
      lost = 0;
      subscribe('net.client.socket', note);
    });
    afterEach(() => {
      unsubscribe('net.client.socket', note);
      sockets.clear();
    });

    /** From now on nothing is sent over the present connections, nor do they fail: so Node treats a socket that is closing. */
    function lose(): void {
      for (const socket of sockets) {
        socket.write = () => {
          lost += 1;
          return false;
        };
      }
    }

    const limits =
      'minHeartbeatFrequencyMS=5&connectTimeoutMS=100&socketTimeoutMS=100&waitQueueTimeoutMS=100';
    const pools = ['documents', 'shared'] as const;

    it.each(pools)('are of use again, with the pool %s, whatever is lost', async (pool) => {
      const { client, ask, close } = await connectMongo(`${server.url()}&${limits}`, pool);
      const ping = (): Promise<unknown> => ask(() => client.db().command({ ping: 1 }));
      await ping();
      lose();
      const asked = ping().catch((error: unknown) => error);
      // the operation and a heartbeat
      await eventually(() => lost > 1 || undefined);
      await server.goAway();
      await server.comeBack();
      expect(await asked).toMatchObject({ name: 'StoreUnavailableError', permanent: false });
      await eventually(() =>
        ping().then(
          () => true,
          () => undefined,
        ),
      );
      await close();
    });

    it('ask for the server again if a heartbeat is lost', async () => {
      const { client, ask, close } = await connectMongo(`${server.url()}&${limits}`, 'shared');
      lose();
      await eventually(() => lost > 0 || undefined);
      await server.goAway();
      await server.comeBack();
      await once(client, 'topologyOpening');
      await eventually(() =>
        ask(() => client.db().command({ ping: 1 })).then(
          () => true,
          () => undefined,
        ),
      );
      await close();
    });

    it('are not opened again when nobody uses them any more', async () => {
      const { client, close } = await connectMongo(`${server.url()}&${limits}`, 'shared');
      lose();
      await eventually(() => lost > 0 || undefined);
      await server.goAway();
      await server.comeBack();
      const closed = once(client, 'topologyClosed');
      await close();
      await closed;
      const opened = jest.fn();
      client.on('topologyOpening', opened);
      // another one, which takes as long
      const other = await connectMongo(`${server.url()}&${limits}`, 'shared');
      lose();
      await once(other.client, 'topologyOpening');
      await other.close();
      expect(opened).not.toHaveBeenCalled();
    });
  });
});

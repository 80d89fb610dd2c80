import { describe, expect, it } from '@jest/globals';
import { MongoBulkWriteError, MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { freePort } from '../../../../test/support/free-port.js';
import { explainMongoError } from './mongo-errors.js';
import { parseStoreAddress } from './connection-string.js';

const place = { hosts: 'db:27017', user: 'svc' };
const server = (code: number) => new MongoServerError({ message: 'said', code });

/** What comes of connecting. */
async function connecting(url: string): Promise<ReturnType<typeof explainMongoError>> {
  const client = new MongoClient(`${url}?serverSelectionTimeoutMS=300`);
  const said: unknown = await client.connect().catch((error: unknown) => error);
  await client.close();
  return explainMongoError(said, parseStoreAddress(url));
}

describe('what an error says of MongoDB', () => {
  it.each([
    [
      18,
      'refuses the user "svc": wrong password, unknown user or wrong authSource (AuthenticationFailed)',
    ],
    [13, 'denies the user "svc" the required rights (Unauthorized)'],
  ])('code %i', (code, words) => {
    const cause = { permanent: true, words: `MongoDB at db:27017 ${words}` };
    expect(explainMongoError(server(code), place)).toEqual(cause);
    expect(explainMongoError(new MongoBulkWriteError(server(code), {} as never), place)).toEqual(
      cause,
    );
    expect(explainMongoError(server(code))?.words).toMatch(/^MongoDB (?:refuses|denies) its user/);
  });

  it('nobody listens', async () => {
    const hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    expect(await connecting(`mongodb://svc:secret@${hosts.join(',')}/x`)).toEqual({
      permanent: false,
      words: `MongoDB at ${hosts.join(', ')} cannot be used: nothing listens there (ECONNREFUSED)`,
    });
  });

  it('no such host', async () => {
    expect(await connecting('mongodb://nowhere.invalid/x')).toEqual({
      permanent: false,
      words: 'MongoDB at nowhere.invalid:27017 cannot be used: there is no host of this name',
    });
    const looked = new Error('querySrv ENOTFOUND _mongodb._tcp.nowhere.invalid');
    expect(explainMongoError(looked, { hosts: 'nowhere.invalid' })?.words).toBe(
      'MongoDB at nowhere.invalid cannot be reached: there is no host of this name',
    );
  });

  it('another replica set', async () => {
    const fixture = await MongoFixture.start({ replicaSet: true });
    const url = fixture.url().replace(/\?.*/, '');
    const client = new MongoClient(`${url}?replicaSet=other&serverSelectionTimeoutMS=300`);
    const said: unknown = await client.connect().catch((error: unknown) => error);
    await client.close();
    await fixture.stop();
    expect(explainMongoError(said, parseStoreAddress(url))).toEqual({
      permanent: true,
      words: `MongoDB at ${parseStoreAddress(url).hosts} is not a member of the configured replicaSet`,
    });
  });

  it.each([
    ['self-signed certificate', true, 'its certificate is not trusted (self-signed certificate)'],
    [
      'connection 4 to db:27017 closed',
      false,
      'it closes the connection, like a server that requires TLS',
    ],
    ['connection 4 to db:27017 timed out', false, 'it does not respond'],
  ])('a connection: %s', (said, permanent, cause) => {
    const words = `MongoDB at db:27017 cannot be reached: ${cause}`;
    expect(explainMongoError(new MongoNetworkError(said), place)).toEqual({ permanent, words });
  });

  it.each([
    ['connect ECONNREFUSED 10.0.0.6:27017', 'MongoDB at 10.0.0.6:27017 cannot be reached'],
    ['connection 4 to 10.0.0.6:27017 timed out', 'MongoDB at 10.0.0.6:27017 cannot be reached'],
    ['socket hang up', 'MongoDB cannot be reached'],
  ])('names what the driver names: %s', (said, words) => {
    expect(explainMongoError(new MongoNetworkError(said))?.words).toContain(`${words}: `);
  });

  it.each([server(11000), new TypeError('said'), server(10107)])('nothing: %s', (error) => {
    expect(explainMongoError(error, place)).toBeUndefined();
  });
});

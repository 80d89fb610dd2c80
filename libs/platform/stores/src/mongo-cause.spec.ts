import { describe, expect, it } from '@jest/globals';
import {
  BSON,
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
} from 'mongodb';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { freePort } from '../../../../test/support/free-port.js';
import { askingMongo, explainMongoError } from './mongo-errors.js';
import { parseStoreAddress } from './connection-string.js';
import { StoreUnavailableError } from './store-unavailable.js';

const place = { hosts: 'db:27017', user: 'svc' };
const server = (code: number) => new MongoServerError({ message: 'said', code });
const named = (code: number, codeName: string) =>
  new MongoServerError({ message: 'key { ssn: 1 }', code, codeName });

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
    const cause = { permanent: true, words: `MongoDB at db:27017 ${words}`, code: String(code) };
    expect(explainMongoError(server(code), place)).toEqual(cause);
    expect(explainMongoError(new MongoBulkWriteError(server(code), {} as never), place)).toEqual(
      cause,
    );
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
    ['a code that has a name', named(1, 'InternalError'), 'InternalError, code 1', 'InternalError'],
    ['a code without a name', server(14031), 'code 14031', '14031'],
    ['a name that is none', named(8, 'key { ssn: 1 }'), 'code 8', '8'],
    ['a duplicate key', named(11000, 'DuplicateKey'), 'DuplicateKey, code 11000', 'DuplicateKey'],
    [
      'an error of a bulk write',
      new MongoBulkWriteError(named(16500, 'Busy'), {} as never),
      'Busy, code 16500',
      'Busy',
    ],
    [
      'no majority',
      new MongoWriteConcernError({
        ok: 1,
        writeConcernError: { code: 64, errmsg: 'said', codeName: 'WriteConcernFailed' },
      }),
      'WriteConcernFailed, code 64',
      'WriteConcernFailed',
    ],
  ])('%s, never the message', (_, error, shown, code) => {
    const words = `MongoDB at db:27017 could not do it (${shown})`;
    expect(explainMongoError(error, place)).toEqual({ permanent: false, words, code });
  });

  it.each([
    ['a client that is closed', new MongoClientClosedError(), 'MongoClientClosedError'],
    ['a session that has ended', new MongoExpiredSessionError('said'), 'MongoExpiredSessionError'],
    [
      'a response that makes no sense',
      new MongoUnexpectedServerResponseError('said'),
      'MongoUnexpectedServerResponseError',
    ],
    ['a response that is not all there', new RangeError('said'), 'RangeError'],
    ['a response with no documents', new TypeError('said'), 'TypeError'],
    ['a response that is no BSON', new BSON.BSONError('said'), 'BSONError'],
    [
      'a response that is no BSON, to a bulk write',
      new MongoBulkWriteError(new BSON.BSONError('said') as never, {} as never),
      'BSONError',
    ],
    [
      'a connection that the server has just closed in order',
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
      'EPIPE',
    ],
  ])('%s', (_, error, shown) => {
    const words = `MongoDB at db:27017 is away (${shown})`;
    expect(explainMongoError(error, place)).toEqual({ permanent: false, words });
  });

  it.each([new MongoInvalidArgumentError('said'), new Error('said'), undefined])(
    'nothing, since no server is at fault: %s',
    (error) => {
      expect(explainMongoError(error, place)).toBeUndefined();
    },
  );

  it('only its own words, for whoever asks a server', async () => {
    const ask = askingMongo(place, 'the key store');
    const quoting = new MongoServerError({ message: 'key { ssn: "078051120" }', code: 2 });
    const said = await ask(() => Promise.reject(quoting)).catch((error: unknown) => error);
    expect(said).toEqual(
      new StoreUnavailableError('MongoDB at db:27017 could not do it (code 2), for the key store'),
    );
    expect(said).toHaveProperty('code', '2');
    expect(said).not.toHaveProperty('cause');
    const ours = new Error('an index has other fields');
    await expect(ask(() => Promise.reject(ours))).rejects.toBe(ours);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { isMongoUnavailable } from './mongo-errors.js';

const server = (code: number) => new MongoServerError({ message: 'said', code });

describe('an error of MongoDB', () => {
  it.each([
    ['a broken connection', new MongoNetworkError('said')],
    ['a client that is closed', new MongoClientClosedError()],
    [
      'no majority',
      new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'said' } }),
    ],
    [
      'a connection that the server has just closed in order',
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
    ],
    ['a change of roles', server(10107)],
    ['a collection that was dropped while it was read', server(175)],
    ['a cursor that the server has lost since', server(43)],
    ['a session that ended with its client', new MongoExpiredSessionError('said')],
    [
      'whatever the server says passes',
      { hasErrorLabel: (label: string) => label === 'RetryableWriteError' },
    ],
    [
      'a broken connection behind a bulk write',
      new MongoBulkWriteError(new MongoNetworkError('said'), {} as never),
    ],
  ])('is an outage: %s', (_, error) => {
    expect(isMongoUnavailable(error)).toBe(true);
  });

  it.each([
    ['a duplicate key', server(11000)],
    ['a bug', new TypeError('said')],
    [
      'a duplicate key in a bulk write',
      new MongoBulkWriteError({ message: 'said', code: 11000 }, {} as never),
    ],
  ])('is none: %s', (_, error) => {
    expect(isMongoUnavailable(error)).toBe(false);
  });
});

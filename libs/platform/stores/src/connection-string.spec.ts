import { describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { ofMongoUrl, withoutOptionsIn } from './connection-string.js';

function saidOf(url: string): string {
  try {
    ofMongoUrl(url, (usable) => new MongoClient(usable));
  } catch (error) {
    return String(error);
  }
  return '';
}

describe('connection strings of MongoDB', () => {
  it('that the driver takes are taken', () => {
    expect(saidOf('mongodb://user:secret@localhost:27017/accounts?replicaSet=rs0')).toBe('');
  });

  it.each([
    ['foo=1', 'foo'],
    ['maxPoolSize=abc', 'maxPoolSize'],
    ['authMechanism=X', 'authMechanism'],
    ['tls=maybe', 'tls'],
  ])('with ?%s are refused by the name of the option', (options, name) => {
    const said = saidOf(`mongodb://user:secret@localhost/accounts?${options}`);
    expect(said).toBe(`ConnectionStringError: MONGODB_URL has an invalid option: ${name}`);
  });

  it('have the last word on what they say, however it is spelt', () => {
    const url = 'mongodb://user:secret@localhost/accounts?maxpoolsize=7&w=1';
    const options = { maxPoolSize: 50, minPoolSize: 4 };
    expect(withoutOptionsIn(url, options)).toEqual({ minPoolSize: 4 });
    expect(new MongoClient(url, withoutOptionsIn(url, options)).options.maxPoolSize).toBe(7);
  });

  it.each([
    'mongodb://user:se@cr?et@localhost/',
    'mongodb://user:se/cret@localhost/',
    'mongodb://user:secret@localhost:99999/',
    'mongodb://user:secret%@localhost/',
  ])('%s is refused without a word of what stands in it', (url) => {
    const said = saidOf(url);
    expect(said).toMatch(/^ConnectionStringError: MONGODB_URL is not a valid connection string/);
    expect(said).not.toMatch(/cret|cr\?|localhost/);
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { clientOf } from './eventstoredb-connection.js';

const warned = jest.spyOn(console, 'warn').mockReturnValue();
afterEach(() => {
  warned.mockClear();
});

/** What is said of a connection string, on whatever way. */
function saidOf(connectionString: string): string {
  try {
    void clientOf(connectionString).dispose();
  } catch (error) {
    return String(error);
  }
  return '';
}

describe('connection strings of EventStoreDB', () => {
  const good =
    'esdb://user:pass@one:2113,two:2113?tls=false&NodePreference=leader&connectionName=x&defaultDeadline=1000' +
    '&discoveryInterval=1&gossipTimeout=1&keepAliveInterval=10000&keepAliveTimeout=10000&maxDiscoverAttempts=1' +
    '&throwOnAppendFailure=true&tlsVerifyCert=true';

  it('with options the client knows are taken in silence', () => {
    expect(saidOf(good)).toBe('');
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    ['tls=false&foo=bar&bar=1', 'EVENTSTORE_URL has an invalid option: foo, bar'],
    ['tls=maybe', 'EVENTSTORE_URL has an invalid option: tls'],
    ['tls=false&keepAliveInterval=x', 'an invalid option: keepAliveInterval'],
    ['nodePreference=x&tls=false', 'an invalid option: nodePreference'],
    ['tlsVerifyCert=false', 'an invalid option: tlsVerifyCert'],
    ['throwOnAppendFailure=FALSE', 'an invalid option: throwOnAppendFailure'],
    ['tls', 'EVENTSTORE_URL'],
  ])('with ?%s are refused by the name of the option', (options, message) => {
    const said = saidOf(`esdb://user:secret@localhost:2113?${options}`);
    expect(said).toContain(message);
    expect(said).not.toContain('secret');
    expect(warned).not.toHaveBeenCalled();
  });

  it.each(['esdb://user:sec@ret#@localhost:2113', 'esdb://user:secret@', 'esdb://user:secret@h:x'])(
    '%s is refused without a word of what stands in it',
    (connectionString) => {
      const said = saidOf(connectionString);
      expect(said).toMatch(
        /^ConnectionStringError: EVENTSTORE_URL is not a valid connection string/,
      );
      expect(said).not.toMatch(/sec|ret|user:/);
    },
  );
});

import { StreamDeletedError, UnknownError } from '@eventstore/db-client';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../../../../test/support/free-port.js';
import { newEvents, newStream } from '../../../../../test/support/event-log.js';
import { RefusingEventStoreDb } from '../../../../../test/support/refusing-eventstoredb.js';
import type { EventStore } from '../event-store.js';
import { asStoreError } from './eventstoredb-errors.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';

const place = { hosts: '10.0.0.5:2113', user: 'svc' };
const SECRET = 'se:cr@et';

/** As the client rejects a call that found no connection. */
function noConnection(last: string): Error {
  const details = `No connection established. Last error: ${last}. Resolution note: `;
  return Object.assign(new Error(`14 UNAVAILABLE: ${details}`), { code: 14, details });
}

describe('what a server that cannot be used says of itself', () => {
  const refusals = ['unauthenticated', 'denied'] as const;
  const words = {
    unauthenticated: 'refuses the user "svc": wrong password or unknown user (UNAUTHENTICATED)',
    denied:
      'denies the user "svc" access: it must be allowed to read $all and to write streams (PERMISSION_DENIED)',
  };

  it.each(refusals)('%s', async (refusal) => {
    const server = await RefusingEventStoreDb.start(refusal);
    const host = `127.0.0.1:${server.port}`;
    const password = encodeURIComponent(SECRET);
    const store = await openEventStoreDb({
      connectionString: `esdb://svc:${password}@${host}?tls=false`,
    });
    const error = { permanent: true, message: `EventStoreDB at ${host} ${words[refusal]}` };
    await expect(store.head()).rejects.toMatchObject(error);
    await expect(store.append(newStream(), 'no_stream', newEvents(1))).rejects.toMatchObject(error);
    expect([store.state(), store.unavailableReason?.()]).toEqual(['away', error.message]);
    await store.close();
    server.stop();
  });

  const saysOf = async (open: Promise<EventStore>): Promise<unknown> => {
    const store = await open;
    const said = await store.head().catch((error: unknown) => error);
    await store.close();
    return said;
  };

  it.concurrent('closed port', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const said = await saysOf(openEventStoreDb({ connectionString: `esdb://${host}?tls=false` }));
    expect(said).toMatchObject({
      permanent: false,
      message: `EventStoreDB at ${host} cannot be reached: nothing listens there (ECONNREFUSED)`,
    });
  });

  it.concurrent('a cluster of which no node answers', async () => {
    const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}`;
    const connectionString = `esdb://${hosts}?tls=false&maxDiscoverAttempts=1`;
    expect(await saysOf(openEventStoreDb({ connectionString }))).toMatchObject({
      permanent: false,
      message: `EventStoreDB at ${hosts.replace(',', ', ')} cannot be reached: no node reports the cluster members`,
    });
  });

  it.each([
    [
      'Error: self-signed certificate',
      true,
      'its certificate is not trusted (self-signed certificate)',
    ],
    [
      'Error: unable to verify the first certificate',
      true,
      'its certificate is not trusted (unknown issuer)',
    ],
    [
      "Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
      true,
      'its certificate was issued for another name',
    ],
    ['Error: certificate has expired', true, 'its certificate has expired'],
    [
      'Error: 80AC4A00A27F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:\n',
      true,
      'it does not speak TLS',
    ],
    [
      'Failed to connect (2026-11-23T05:49:40.353Z)',
      false,
      'it closes the connection, like a server that requires TLS',
    ],
    [
      'Error: connect EHOSTUNREACH 10.0.0.5:2113',
      false,
      'there is no route to this host (EHOSTUNREACH)',
    ],
  ])('%s', (last, permanent, cause) => {
    expect(asStoreError(noConnection(last), place)).toMatchObject({
      name: 'StoreUnavailableError',
      permanent,
      message: `EventStoreDB at 10.0.0.5:2113 cannot be reached: ${cause}`,
    });
  });

  it('shows of other words of the server only the code, as they may name streams', () => {
    const error = Object.assign(new Error('13 INTERNAL: stream member-jane.roe'), { code: 13 });
    expect(asStoreError(error, place)).toMatchObject({
      message: 'EventStoreDB at 10.0.0.5:2113 is unavailable (13 INTERNAL)',
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15])(
    'takes the gRPC status %i for a server that is away, raw or as the client tells it',
    (code) => {
      const raw = Object.assign(new Error(`${code} STATUS: said`), { code, details: 'said' });
      for (const error of [raw, new UnknownError(raw as never)]) {
        expect(asStoreError(error, place)).toMatchObject({
          name: 'StoreUnavailableError',
          permanent: false,
          message: `EventStoreDB at 10.0.0.5:2113 is unavailable (${code} STATUS)`,
        });
      }
    },
  );

  it('takes a stream that was deleted for good for what it is', () => {
    const error = StreamDeletedError.fromStreamName('s');
    expect(asStoreError(error, place)).toBe(error);
  });

  it('tells an append that is refused in words alone from a server that is gone', () => {
    const refused = new UnknownError(undefined, 'Could not recognize stream member-jane.roe');
    expect(asStoreError(refused, place)).toMatchObject({
      permanent: false,
      message: 'EventStoreDB at 10.0.0.5:2113 takes no appends at present: it is not ready or busy',
    });
  });

  it('leaves errors of other kinds as they are', () => {
    const error = new TypeError('said');
    expect(asStoreError(error, place)).toBe(error);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import type { EventStore } from '#libs/platform/event-store';
import { directBody, ordersPath } from '../conformance/orders.fixture.js';
import { type Firm, openAccount } from '../support/firm.js';
import { expectStatus, uniqueName } from '../support/running-service.js';
import { ServersInProcess } from '../support/servers-in-process.js';

let servers: ServersInProcess;
let firm: Firm;
/** The firm's client at each of two API processes; the log of the first can be held. */
let first: BrokerageClient;
let second: BrokerageClient;
let log: EventStore;
beforeAll(async () => {
  servers = await ServersInProcess.start();
  firm = await servers.firm();
  first = new BrokerageClient(servers.api.url, firm.key);
  second = new BrokerageClient((await servers.freshApi()).url, firm.key);
  log = servers.api.platform.eventStore;
});
afterAll(() => servers.stop());

/** Runs `meanwhile` while the first process is about to append an order. */
async function whileOrdering(
  send: () => Promise<ClientAnswer>,
  meanwhile: () => Promise<void>,
): Promise<ClientAnswer> {
  const append = log.append.bind(log);
  let arrive = (): void => undefined;
  let goOn = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  log.append = async (stream, ...rest) => {
    if (stream.startsWith('folioOrder-')) {
      arrive();
      await released;
    }
    return append(stream, ...rest);
  };
  try {
    const sent = send();
    await Promise.race([arrived, sent]);
    await meanwhile();
    goOn();
    return await sent;
  } finally {
    goOn();
    log.append = append;
  }
}

const meaning = ({ status, body, location }: ClientAnswer): unknown => ({ status, body, location });

describe('a request that is sent again to another process while the first has it', () => {
  it.each([
    ['is carried out once', false],
    ['is not refused for good by what has changed meanwhile [errors.409]', true],
  ])('%s [request.idempotency]', async (_title, isRestricted) => {
    const account = `/restapi/accounts/${await openAccount(first, firm)}`;
    const path = ordersPath(`${account.split('/').at(-1)}02`);
    const key = { 'idempotency-key': uniqueName('key') };
    let again: ClientAnswer | undefined;
    const ordered = await whileOrdering(
      () => first.post(path, directBody(), key),
      async () => {
        if (isRestricted) {
          expectStatus(await second.post(`${account}/restrictions`, { note: 'Late' }), 201);
        }
        again = await second.post(path, directBody(), key);
        expectStatus(again, isRestricted ? 409 : 201);
      },
    );
    expectStatus(ordered, 201);
    if (!isRestricted && again) expect(meaning(again)).toEqual(meaning(ordered));
    for (const client of [first, second]) {
      const replayed = await client.post(path, directBody(), key);
      expect(meaning(replayed)).toEqual(meaning(ordered));
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    }
    expect((await second.get(path)).body).toHaveLength(1);
  });
});

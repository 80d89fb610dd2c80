import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { orderBody, ordersPath } from '../conformance/orders.fixture.js';
import { type Firm, openAccount } from '../support/firm.js';
import {
  Interleaving,
  interruptions,
  oneAfterTheOther,
  type Party,
} from '../support/interleaving.js';
import { expectStatus } from '../support/running-service.js';
import { ServersInProcess } from '../support/servers-in-process.js';
import { together } from '../support/together.js';

/** How many orders are tried at once. */
const AT_ONCE = 8;

let servers: ServersInProcess;
let firm: Firm;
/** The firm's client at each of two API processes. */
let clients: Readonly<Record<Party, BrokerageClient>>;
let backoffice: BrokerageClient;
let interleaving: Interleaving;

beforeAll(async () => {
  servers = await ServersInProcess.start();
  firm = await servers.firm();
  const other = await servers.freshApi();
  const at = (url: string): BrokerageClient => new BrokerageClient(url, firm.key);
  clients = { a: at(servers.api.url), b: at(other.url) };
  backoffice = new BrokerageClient(other.url, { token: await servers.token('backoffice') });
  interleaving = new Interleaving(
    ...[servers.api, other].map(({ app, platform }) => ({
      server: app.getHttpServer(),
      stores: { eventStore: platform.eventStore },
    })),
  );
});
afterAll(() => servers.stop());

const idOf = ({ location }: ClientAnswer): string => location?.split('/').at(-1) ?? '';

/** An open account with a folio. */
async function newFolio(): Promise<{ readonly accountPath: string; readonly folioNumber: string }> {
  const { a: client } = clients;
  const accountNumber = await openAccount(client, firm);
  const accountPath = `/restapi/accounts/${accountNumber}`;
  const folio = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  const made = await client.post(`${accountPath}/folios`, folio);
  expectStatus(made, 201);
  return { accountPath, folioNumber: idOf(made) };
}

const positions = [{ ticker: 'IBM', shareQuantity: '5' }];

describe('two processes that share a log: one of both', () => {
  it.each(['account', 'folio'] as const)(
    'the %s is closed in one, and an order or positions come in the other',
    async (what) => {
      const wrong: string[] = [];
      const attempt = async (order: readonly Party[], kind: 'order' | 'positions') => {
        const { accountPath, folioNumber } = await newFolio();
        const folioPath = `${accountPath}/folios/${folioNumber}`;
        const [path, body] =
          what === 'account'
            ? [accountPath, { accountStatus: 'CLOSED' }]
            : [folioPath, { folioStatus: 'C' }];
        const place = (headers: Readonly<Record<string, string>>) =>
          kind === 'order'
            ? clients.b.post(ordersPath(folioNumber), orderBody(), headers)
            : backoffice.put(
                `${folioPath.replace('/restapi', '/backoffice')}/positions`,
                positions,
                headers,
              );
        const { results, calls } = await interleaving.run(
          order,
          (headers) => clients.a.put(path, body, headers),
          place,
        );
        const [ended, relied] = results.map(({ status }) => status < 300);
        const list =
          kind === 'order' ? `${ordersPath(folioNumber)}?state=O,P` : `${folioPath}/positions`;
        const there = ((await clients.b.get(list)).body as unknown[]).length > 0;
        if (ended === relied || relied !== there) {
          const answers = results.map(
            ({ status, body: text }) => `${status} ${JSON.stringify(text)}`,
          );
          wrong.push(`${kind} ${order.join('')}: there ${there}, ${answers.join(' | ')}`);
        }
        return calls;
      };
      for (const kind of ['order', 'positions'] as const) {
        const [a, b] = await Promise.all([
          attempt(oneAfterTheOther('a'), kind),
          attempt(oneAfterTheOther('b'), kind),
        ]);
        const orders = [...interruptions({ a: a.a, b: b.b }), []];
        await together(AT_ONCE, orders, (order) => attempt(order, kind));
      }
      expect(wrong).toEqual([]);
    },
  );
});

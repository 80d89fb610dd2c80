import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { memberBody, uniqueName } from '../support/bodies.js';
import { eventually } from '../support/condition.js';
import { expectStatus } from '../support/expect-status.js';
import type { Firm } from '../support/firm.js';
import { ServersInProcess } from '../support/servers-in-process.js';

/** Periodic reads of pointers and checkpoints are not counted. */
const ofDocuments = (finds: readonly string[]): readonly string[] =>
  finds.filter((name) => !name.startsWith('store.')).map((name) => name.replace(/_v\d+_g\d+$/, ''));

/** Waits until read models and consumers of the log have reached its end. */
async function nothingToDo(operator: BrokerageClient): Promise<void> {
  await eventually(async () => {
    const paths = ['/operator/consumers', '/operator/projections'];
    const answers = await Promise.all(paths.map((path) => operator.get(path)));
    const progress = answers.flatMap(({ body }) => body as { position: string; head: string }[]);
    return progress.every(({ position, head }) => position === head) || undefined;
  });
}

describe('queries of a GET to MongoDB, in a process without projections', () => {
  let servers: ServersInProcess;
  let firm: Firm;
  let client: BrokerageClient;
  let account: string;
  let folio: string;

  beforeAll(async () => {
    servers = await ServersInProcess.start();
    firm = await servers.firm();
    client = new BrokerageClient(servers.api.url, firm.key);
    const owner = memberBody();
    expectStatus(await client.post('/restapi/members', owner), 201);
    const opened = await client.post('/restapi/accounts', {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: firm.planOid,
      primaryAccountOwner: owner['loginId'],
    });
    expectStatus(opened, 201);
    account = opened.location ?? '';
    const folios = await client.get(`${account}/folios`);
    expectStatus(folios, 200);
    const [{ folioNumber }] = folios.body as [{ folioNumber: string }];
    folio = `${account}/folios/${folioNumber}`;
    // background work is not counted, and reads wait for the end of the log, which nobody reaches afterwards
    await nothingToDo(await servers.client('operator'));
    await servers.projector.stop();
    servers.mongo.delay = 5;
  });
  afterAll(() => servers.stop());

  /** Collections that a GET queries, and its round trips, the best of a few. */
  async function asked(of: BrokerageClient, path: string, times = 5) {
    let finds: readonly string[] = [];
    let roundTrips = Infinity;
    for (let time = 1; time <= times; time++) {
      servers.mongo.forget();
      expectStatus(await of.get(path), 200);
      if (servers.mongo.roundTrips > roundTrips) continue;
      finds = ofDocuments(servers.mongo.finds);
      roundTrips = servers.mongo.roundTrips;
    }
    return { finds: [...finds].sort(), roundTrips };
  }

  it('is the caller, once, and one document, right after the start of the process', async () => {
    const fresh = new BrokerageClient((await servers.freshApi()).url, firm.key);
    const { finds } = await asked(fresh, account, 1);
    expect(finds).toEqual(['accounts_account', 'keys', 'members_client', 'members_firm']);
    const again = await asked(fresh, account);
    expect(again).toEqual({ finds: ['accounts_account'], roundTrips: 1 });
  });

  it('is a folio and the account that says who may see it, side by side', async () => {
    const both = { finds: ['accounts_account', 'folios_folio'], roundTrips: 1 };
    expect(await asked(client, folio)).toEqual(both);
  });

  it('is one find for a list, however long', async () => {
    const list = { finds: ['accounts_account'], roundTrips: 1 };
    await asked(client, '/restapi/accounts', 1);
    expect(await asked(client, '/restapi/accounts')).toEqual(list);
  });
});

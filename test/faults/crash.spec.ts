import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { settled } from '../support/condition.js';
import { foldedDocuments, storedDocuments } from '../support/documents.js';
import { ServiceProcess } from '../support/service-process.js';
import { Writers } from '../support/writers.js';

describe('kill -9', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    await service?.kill();
    service = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<{ client: BrokerageClient; planOid: string }> {
    service = await ServiceProcess.start(dataDir);
    const credentials = await service.credentials();
    const client = new BrokerageClient(service.url, credentials);
    return { client, planOid: credentials.billingPlans.A };
  }

  async function expectEverythingOnce(
    client: BrokerageClient,
    writers: readonly Writers[],
  ): Promise<void> {
    for (const { acknowledged, accounts } of writers) {
      for (const [path, body] of acknowledged) {
        const answer = await settled(() => client.get(path));
        expect([path, answer.status]).toEqual([path, 200]);
        if (body['folioName'] !== undefined) {
          expect(answer.body).toMatchObject({ folioName: body['folioName'] });
        }
      }
      for (const account of accounts) {
        const answer = await settled(() => client.get(`${account}/folios`));
        const numbers = (answer.body as { folioNumber: string }[]).map(({ folioNumber }) =>
          Number(folioNumber.slice(-2)),
        );
        // each once, from 01, no hole
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }
    }
  }

  it('during writes loses nothing that was acknowledged, and documents equal a fold from zero', async () => {
    const rounds: Writers[] = [];
    for (const writes of [1, 23, 160]) {
      const { client, planOid } = await start();
      const writers = new Writers(client, planOid);
      rounds.push(writers);
      await writers.run(writes, () => void service?.kill());
    }
    const { client } = await start();
    await expectEverythingOnce(client, rounds);
    expect(await service?.stop()).toBe(0);
    service = undefined;
    const stored = await storedDocuments(dataDir);
    expect(Object.keys(stored['accounts.account'] ?? {}).length).toBeGreaterThan(10);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  });

  it('during a rebuild is followed by a rebuild that finishes', async () => {
    const { client, planOid } = await start();
    const writers = new Writers(client, planOid);
    await writers.run(300, () => void service?.kill());
    await rm(join(dataDir, 'read-models'), { recursive: true, force: true });
    for (let attempt = 0; attempt < 3; attempt++) {
      const { client: caller } = await start();
      await caller.get('/restapi/accounts');
      await service?.kill();
    }
    const { client: last } = await start();
    await expectEverythingOnce(last, [writers]);
    await service?.stop();
    service = undefined;
    const stored = await storedDocuments(dataDir);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  });
});

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { Cluster } from '../support/cluster.js';
import { eventually, settled } from '../support/condition.js';
import { differences, foldedDocuments, storedDocuments } from '../support/documents.js';
import { expectStatus, memberBody, uniqueName } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** What is said at the start, once of each store. */
const TOLD = [
  'the log is an earlier one than the read models were made from: they are made anew',
  'the log is an earlier one than the places of reactions were made from: they are made anew',
];

/** The requests of a client of a firm, again while read models are made. */
class Firm {
  constructor(
    private readonly client: BrokerageClient,
    private readonly planOid: string,
  ) {}

  async member(): Promise<string> {
    const body = memberBody();
    expectStatus(await settled(() => this.client.post('/restapi/members', body)), 201);
    return String(body['loginId']);
  }

  /** Path of a new account. */
  async account(): Promise<string> {
    const body = {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: this.planOid,
      primaryAccountOwner: await this.member(),
    };
    const answer = await settled(() => this.client.post('/restapi/accounts', body));
    expectStatus(answer, 201);
    return new URL(answer.location ?? '', 'http://localhost').pathname;
  }

  async status(path: string): Promise<number> {
    return (await settled(() => this.client.get(path))).status;
  }

  /** Sequence numbers of the published events of an account, once there are any. */
  async published(account: string): Promise<readonly unknown[]> {
    return eventually(async () => {
      const { body } = await settled(() => this.client.get(`${account}/events`));
      const events = (body ?? []) as readonly { sequence: unknown }[];
      return events.length > 0 ? events.map(({ sequence }) => sequence) : undefined;
    });
  }
}

describe('a log restored from an earlier backup than what was made from it', () => {
  describe('on the embedded stores', () => {
    let service: ServiceProcess | undefined;
    let dataDir: string;
    afterEach(async () => {
      await service?.kill();
      await rm(dataDir, { recursive: true, force: true });
    });
    async function start(): Promise<Firm> {
      service = await ServiceProcess.start(dataDir);
      const credentials = await service.credentials();
      const client = new BrokerageClient(service.url, credentials);
      return new Firm(client, credentials.billingPlans.A);
    }

    it('is noticed; documents and reactions are those of the log there is', async () => {
      dataDir = await ServiceProcess.freshDirectory();
      const [events, backup] = [join(dataDir, 'events'), join(dataDir, 'backup')];
      let firm = await start();
      const kept = await firm.account();
      await service?.stop();
      await cp(events, backup, { recursive: true });
      firm = await start();
      expect(service?.output).not.toContain('an earlier one');
      const lost = await firm.account();
      expect(await firm.status(lost)).toBe(200);
      await service?.stop();

      await rm(events, { recursive: true });
      await cp(backup, events, { recursive: true });
      firm = await start();
      for (const line of TOLD) expect(service?.output.split(line)).toHaveLength(2);
      expect(await firm.status(lost)).toBe(404);
      expect(await firm.status(kept)).toBe(200);
      // as many again as were lost: at positions that had been passed before
      const made = [await firm.account(), await firm.account()];
      for (const account of made) {
        expect(await firm.status(account)).toBe(200);
        const sequence = await firm.published(account);
        expect(sequence).toEqual(sequence.map((_, i) => String(i + 1)));
      }
      await service?.stop();
      const stored = await storedDocuments(dataDir);
      expect(differences(stored, await foldedDocuments(dataDir))).toEqual([]);
    });
  });

  describe('on servers', () => {
    let cluster: Cluster | undefined;
    afterEach(() => cluster?.stop());

    it('is noticed by the process that starts first, and settled before another one serves', async () => {
      cluster = await Cluster.start({ projectors: 1, apis: 1 });
      const { planOid } = await cluster.makeFirm();
      const firm = (): Firm => new Firm(cluster!.client, planOid);
      const kept = await firm().account();
      await cluster.stopPrograms();
      const backup = `${cluster.logDirectory}-backup`;
      await cluster.changeLog((log) => cp(log, backup, { recursive: true }));
      await cluster.startPrograms();
      const lost = await firm().account();
      expect(await firm().status(lost)).toBe(200);
      await cluster.stopPrograms();

      await cluster.changeLog(async (log) => {
        await rm(log, { recursive: true });
        await cp(backup, log, { recursive: true });
      });
      await cluster.startPrograms();
      const [projector] = cluster.projectors;
      for (const line of TOLD) expect(projector?.output.split(line)).toHaveLength(2);
      expect(cluster.apis[0]?.output).not.toContain('an earlier one');
      expect(await firm().status(lost)).toBe(404);
      expect(await firm().status(kept)).toBe(200);
      const made = [await firm().account(), await firm().account()];
      for (const account of made) {
        expect(await firm().status(account)).toBe(200);
        const sequence = await firm().published(account);
        expect(sequence).toEqual(sequence.map((_, i) => String(i + 1)));
      }
    });
  });
});

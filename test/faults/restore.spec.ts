import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { captureLog } from '../support/captured-log.js';
import { eventually, settled } from '../support/condition.js';
import { differences, foldedDocuments, storedDocuments } from '../support/documents.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { ServersInProcess } from '../support/servers-in-process.js';

/** The warning at the start, once per store. */
const TOLD = [
  'the log is older than the read models built from it: rebuilding them',
  'the log is older than the checkpoints of reactions built from it: rebuilding them',
];
const told = (lines: readonly string[]): number[] =>
  TOLD.map((text) => lines.filter((line) => line.includes(text)).length);

/** Requests of a firm's client, repeated while read models are being built. */
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

  /** Opens an account. Returns its path. */
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

  /** Sequences of an account's published events, once there are any. */
  async published(account: string): Promise<readonly unknown[]> {
    return eventually(async () => {
      const { body } = await settled(() => this.client.get(`${account}/events`));
      const events = (body ?? []) as readonly { sequence: unknown }[];
      return events.length > 0 ? events.map(({ sequence }) => sequence) : undefined;
    });
  }

  /** Expects the documents of a log that has one of the accounts and continues where the other was. */
  async expectRestored(kept: string, lost: string): Promise<void> {
    expect(await this.status(lost)).toBe(404);
    expect(await this.status(kept)).toBe(200);
    // as many events as were lost, at positions that had already been processed
    const made = [await this.account(), await this.account()];
    for (const account of made) {
      expect(await this.status(account)).toBe(200);
      const sequence = await this.published(account);
      expect(sequence).toEqual(sequence.map((_, i) => String(i + 1)));
    }
  }
}

describe('a log restored from an earlier backup than what was made from it', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'restored-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  /** Replaces a directory by a copy of another. */
  async function replace(target: string, source: string): Promise<void> {
    await rm(target, { recursive: true, force: true });
    await cp(source, target, { recursive: true });
  }

  it('is noticed on the embedded stores; documents and reactions are those of the log there is', async () => {
    const dataDir = join(directory, 'data');
    const [events, backup] = [join(dataDir, 'events'), join(directory, 'events')];
    /** Runs `work` in a service. Returns the service's warnings. */
    const serving = async (work: (firm: Firm) => Promise<void>): Promise<readonly string[]> => {
      const { logger, lines } = captureLog();
      const service = await ServiceUnderTest.on(dataDir, {}, { logger });
      try {
        await work(new Firm(service.client, service.credentials.billingPlans.A));
      } finally {
        await service.stop();
      }
      return lines;
    };
    let [kept, lost] = ['', ''];
    await serving(async (firm) => {
      kept = await firm.account();
    });
    await replace(backup, events);
    const lines = await serving(async (firm) => {
      lost = await firm.account();
      expect(await firm.status(lost)).toBe(200);
    });
    expect(told(lines)).toEqual([0, 0]);

    await replace(events, backup);
    expect(told(await serving((firm) => firm.expectRestored(kept, lost)))).toEqual([1, 1]);
    const stored = await storedDocuments(dataDir);
    expect(differences(stored, await foldedDocuments(dataDir))).toEqual([]);
  });

  it('is noticed on servers by the process that starts first, and settled before another one serves', async () => {
    const servers = await ServersInProcess.start();
    try {
      const { key, planOid } = await servers.firm();
      const firm = (): Firm => new Firm(new BrokerageClient(servers.api.url, key), planOid);
      const kept = await firm().account();
      const backup = join(directory, 'log');
      await servers.changeLog((log) => replace(backup, log));
      const lost = await firm().account();
      expect(await firm().status(lost)).toBe(200);

      await servers.changeLog((log) => replace(log, backup));
      expect(told(servers.warnings.projector)).toEqual([1, 1]);
      expect(told(servers.warnings.api)).toEqual([0, 0]);
      await firm().expectRestored(kept, lost);
    } finally {
      await servers.stop();
    }
  });
});

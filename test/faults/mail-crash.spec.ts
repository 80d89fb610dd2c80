import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import type { Credentials } from '#libs/platform/identity';
import { eventually } from '../support/condition.js';
import { MailServer } from '../support/mail-server.js';
import { expectStatus, memberBody, signatureBody, uniqueName } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

type Body = Readonly<Record<string, unknown>>;

const FOLLOWERS = 30;

/** A service that is killed and started again, with members who follow a model. */
class Firm {
  readonly followers = new Map<string, string>();
  service: ServiceProcess | undefined;
  #credentials: Credentials | undefined;

  constructor(
    private readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  async start(): Promise<void> {
    this.service = await ServiceProcess.start(this.dataDir, this.env);
    this.#credentials = await this.service.credentials();
  }

  async kill(): Promise<void> {
    const { service } = this;
    this.service = undefined;
    await service?.kill();
  }

  client(role?: 'operator' | 'backoffice'): BrokerageClient {
    if (!this.service || !this.#credentials) throw new Error('not running');
    const token = role && this.#credentials.tokens[role];
    return new BrokerageClient(
      this.service.url,
      token === undefined ? this.#credentials : { token },
    );
  }

  get rtgOid(): string {
    return this.#credentials?.rtgOid ?? '';
  }

  async addFollower(): Promise<void> {
    const client = this.client();
    const created = async (path: string, body: Body): Promise<string> => {
      const answer = await client.post(path, body);
      expectStatus(answer, 201);
      return answer.location ?? '';
    };
    const address = `${uniqueName()}@example.com`;
    const member = memberBody({ email1: address });
    await created('/restapi/members', member);
    const loginId = String(member['loginId']);
    const account = await created('/restapi/accounts', {
      accountName: uniqueName().slice(-16),
      accountType: 'I',
      billingPlanOid: this.#credentials?.billingPlans.A,
      primaryAccountOwner: loginId,
    });
    expectStatus(await client.post(`${account}/customeragreement`, signatureBody(loginId)), 200);
    const accountNumber = account.split('/').at(-1);
    const input = { folioName: 'one', accountNumber, dividendReinvest: true };
    const folio = await created(`${account}/folios`, input);
    const subscription = {
      folioNumber: folio.split('/').at(-1),
      prePackagedFolioOid: this.rtgOid,
    };
    expectStatus(await client.put(`${folio}/rtgsubscription`, subscription), 200);
    this.followers.set(loginId, address);
  }

  async changeModel(name: string): Promise<void> {
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100.00' }];
    const path = `/backoffice/rtgs/${this.rtgOid}`;
    expectStatus(await this.client('backoffice').put(path, { name, targetWeights }), 200);
  }

  /** Mails that were sent, as the service knows it. */
  async sent(): Promise<number> {
    const { body } = await this.client('operator').get('/operator/mails?status=sent&limit=1000');
    return Array.isArray(body) ? body.length : 0;
  }

  /** Waits until all were told of as many changes; answers the number of items of each member. */
  async items(changes: number): Promise<number[]> {
    await eventually(async () => ((await this.sent()) === FOLLOWERS * changes ? true : undefined));
    const counts: number[] = [];
    for (const loginId of this.followers.keys()) {
      const { body } = await this.client().get(`/restapi/members/${loginId}/ifas?ifaType=NO`);
      counts.push((body as Body[]).length);
    }
    return counts;
  }
}

describe('kill -9 while members are told of a changed model', () => {
  let dataDir: string;
  let firm: Firm;
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    await firm.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  async function start(env: Readonly<Record<string, string>>): Promise<void> {
    firm = new Firm(dataDir, env);
    await firm.start();
    for (let i = 0; i < FOLLOWERS; i += 10) {
      await Promise.all(Array.from({ length: 10 }, () => firm.addFollower()));
    }
  }

  it('each has one item and one mail in the outbox', async () => {
    await start({});
    const outbox = join(dataDir, 'outbox');
    const files = (): Promise<string[]> => readdir(outbox).catch(() => []);
    await firm.changeModel('One');
    for (const mails of [1, 10, 22]) {
      await eventually(async () => ((await files()).length >= mails ? true : undefined));
      await firm.kill();
      await firm.start();
    }
    await firm.changeModel('Two');
    await firm.kill();
    await firm.start();
    expect(await firm.items(2)).toEqual(Array<number>(FOLLOWERS).fill(2));
    expect((await files()).filter((name) => name.endsWith('.eml'))).toHaveLength(2 * FOLLOWERS);
  });

  it('a mail the server took before it could be noted comes again with the same Message-ID, no other does', async () => {
    const server = await MailServer.start();
    try {
      await start({ SMTP_URL: server.url });
      const interrupted: string[] = [];
      let kills = 0;
      let killing: Promise<void> | undefined;
      server.verdict = async ({ messageId }) => {
        // between the last byte and the 250
        const due = kills < 3 && server.mails.length > 7 * kills;
        if (due && !killing) {
          kills += 1;
          killing = firm.kill();
        }
        if (killing) interrupted.push(messageId);
        await killing;
        return undefined;
      };
      await firm.changeModel('One');
      while (kills < 3) {
        await eventually(() => (killing ? true : undefined));
        await killing;
        killing = undefined;
        await firm.start();
      }
      expect(await firm.items(1)).toEqual(Array<number>(FOLLOWERS).fill(1));
      const byAddress = new Map<string, string[]>();
      for (const { to, messageId } of server.mails) {
        const [address = ''] = to;
        byAddress.set(address, [...(byAddress.get(address) ?? []), messageId]);
      }
      expect([...byAddress.keys()].sort()).toEqual([...firm.followers.values()].sort());
      for (const ids of byAddress.values()) {
        expect(new Set(ids).size).toBe(1);
        const [id = ''] = ids;
        const times = interrupted.filter((other) => other === id).length;
        expect(ids.length).toBeLessThanOrEqual(1 + times + 1);
      }
      const repeated = [...byAddress.values()].filter(({ length }) => length > 1);
      expect(repeated.length).toBeGreaterThan(0);
      // no more than were on their way at a kill
      expect(repeated.length).toBeLessThanOrEqual(3 * 4);
    } finally {
      await server.stop();
    }
  });
});

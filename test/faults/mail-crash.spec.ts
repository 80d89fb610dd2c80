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

const FOLLOWERS = { many: 12, few: 6 };

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

  /** Mails of a status, as the service knows it. */
  async mails(status: string): Promise<Body[]> {
    const path = `/operator/mails?status=${status}&limit=1000`;
    const { body } = await this.client('operator').get(path);
    return Array.isArray(body) ? (body as Body[]) : [];
  }

  /** Waits until something is known of so many mails; answers those of them that nobody confirmed. */
  async settled(mails: number): Promise<Body[]> {
    const failed = await eventually(async () => {
      const [sent, failures] = [await this.mails('sent'), await this.mails('failed')];
      return sent.length + failures.length === mails ? failures : undefined;
    });
    expect(failed.filter(({ failure }) => failure !== 'unconfirmed')).toEqual([]);
    return failed;
  }

  /** Has mails that failed sent once more. */
  async requeue(mails: readonly Body[]): Promise<void> {
    for (const { mailId } of mails) {
      const path = `/operator/mails/${String(mailId)}/requeue`;
      expectStatus(await this.client('operator').post(path), 200);
    }
  }

  addressesOf(mails: readonly Body[]): string[] {
    return mails.map(({ loginId }) => this.followers.get(String(loginId)) ?? '').sort();
  }

  /** Number of items of each member. */
  async items(): Promise<number[]> {
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
  async function start(followers: number, env: Readonly<Record<string, string>>): Promise<void> {
    firm = new Firm(dataDir, env);
    await firm.start();
    for (let i = 0; i < followers; i += 6) {
      await Promise.all(Array.from({ length: 6 }, () => firm.addFollower()));
    }
  }

  it('each has one item and one mail in the outbox', async () => {
    await start(FOLLOWERS.many, {});
    const outbox = join(dataDir, 'outbox');
    const files = (): Promise<string[]> => readdir(outbox).catch(() => []);
    await firm.changeModel('One');
    for (const mails of [1, 4, 9]) {
      await eventually(async () => ((await files()).length >= mails ? true : undefined));
      await firm.kill();
      await firm.start();
    }
    await firm.changeModel('Two');
    await firm.kill();
    await firm.start();
    expect(await firm.settled(2 * FOLLOWERS.many)).toEqual([]);
    expect(await firm.items()).toEqual(Array<number>(FOLLOWERS.many).fill(2));
    expect((await files()).filter((name) => name.endsWith('.eml'))).toHaveLength(
      2 * FOLLOWERS.many,
    );
  });

  describe('with a mail server', () => {
    let server: MailServer;
    beforeEach(async () => {
      server = await MailServer.start();
    });
    afterEach(() => server.stop());
    /** Addresses that mails came to, each as often as one did. */
    const received = (): string[] => server.mails.flatMap(({ to }) => to).sort();
    const everybody = (): string[] => [...firm.followers.values()].sort();

    it('no mail comes twice; one that nobody confirmed is on record, and comes again when an operator asks for it', async () => {
      await start(FOLLOWERS.many, { SMTP_URL: server.url });
      const interrupted = new Set<string>();
      let kills = 0;
      let killing: Promise<void> | undefined;
      server.verdict = async ({ to }) => {
        // between the last byte and the 250
        const due = kills < 3 && server.mails.length > 3 * kills;
        if (due && !killing) {
          kills += 1;
          killing = firm.kill();
        }
        if (killing) interrupted.add(to.join());
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
      const unconfirmed = await firm.settled(FOLLOWERS.many);
      const once = received();
      expect(new Set(once).size).toBe(once.length);
      const doubtful = firm.addressesOf(unconfirmed);
      expect(doubtful).toEqual(expect.arrayContaining([...interrupted]));
      // no more than were on their way at a kill
      expect(doubtful.length).toBeLessThanOrEqual(3 * 4);
      expect([...new Set([...once, ...doubtful])].sort()).toEqual(everybody());
      expect(await firm.items()).toEqual(Array<number>(FOLLOWERS.many).fill(1));

      await firm.requeue(unconfirmed);
      expect(await firm.settled(FOLLOWERS.many)).toEqual([]);
      expect(received()).toEqual([...once, ...doubtful].sort());
    });

    it('a mail that was not offered yet comes once', async () => {
      await start(FOLLOWERS.few, { SMTP_URL: server.url });
      let killing: Promise<void> | undefined;
      server.recipient = async () => {
        await (killing ??= firm.kill());
        return undefined;
      };
      await firm.changeModel('One');
      await eventually(() => killing && true);
      await killing;
      server.recipient = () => undefined;
      await firm.start();
      expect(await firm.settled(FOLLOWERS.few)).toEqual([]);
      expect(received()).toEqual(everybody());
    });

    it('a server that does not answer for long holds up neither other mails nor the stop', async () => {
      await start(FOLLOWERS.few, { SMTP_URL: server.url });
      const [silent = ''] = firm.followers.values();
      const silence = new Promise<undefined>(() => undefined);
      server.verdict = ({ to }) => (to.includes(silent) ? silence : undefined);
      await firm.changeModel('One');
      await eventually(
        async () => (await firm.mails('sent')).length === FOLLOWERS.few - 1 || undefined,
      );
      server.verdict = () => undefined;
      await firm.changeModel('Two');
      const most = 2 * FOLLOWERS.few - 1;
      await eventually(async () => (await firm.mails('sent')).length === most || undefined);
      expect(await firm.mails('due')).toHaveLength(1);
      expect(await firm.service?.stop()).toBe(0);
      await firm.start();
      expect(firm.addressesOf(await firm.settled(2 * FOLLOWERS.few))).toEqual([silent]);
      expect(received()).toEqual([...everybody(), ...everybody()].sort());
    });
  });
});

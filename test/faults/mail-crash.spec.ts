import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import type { Credentials } from '#libs/platform/identity';
import { eventually } from '../support/condition.js';
import { crashRounds } from '../support/crash-rounds.js';
import { MailServer } from '../support/mail-server.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

type Body = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string>>;

const FOLLOWERS = 12;
/** Mails sent concurrently. */
const AT_ONCE = 4;

/** A service that is killed and restarted, with members who follow a model. */
class Firm {
  readonly followers = new Map<string, string>();
  #victim: ServiceProcess | undefined;
  #service: ServiceUnderTest | undefined;
  #credentials: Credentials | undefined;

  constructor(private readonly dataDir: string) {}

  /** Starts the service in this process. */
  async start(env: Environment): Promise<void> {
    this.#service = await ServiceUnderTest.on(this.dataDir, env);
    this.#credentials = this.#service.credentials;
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await service?.stop();
  }

  /** Starts the service as a process to be killed. */
  async startVictim(env: Environment): Promise<void> {
    this.#victim = await ServiceProcess.start(this.dataDir, env);
    this.#credentials = await this.#victim.credentials();
  }

  async kill(): Promise<void> {
    const victim = this.#victim;
    this.#victim = undefined;
    await victim?.kill();
  }

  client(role?: 'operator' | 'backoffice'): BrokerageClient {
    const url = this.#service?.service.url ?? this.#victim?.url;
    if (url === undefined || !this.#credentials) throw new Error('not running');
    const token = role && this.#credentials.tokens[role];
    return new BrokerageClient(url, token === undefined ? this.#credentials : { token });
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

  /** The service's mails with a status. */
  async mails(status: string): Promise<Body[]> {
    const path = `/operator/mails?status=${status}&limit=1000`;
    const { body } = await this.client('operator').get(path);
    return Array.isArray(body) ? (body as Body[]) : [];
  }

  /** Waits until the outcome of `count` mails is known. Returns those that are unconfirmed. */
  async settled(mails: number): Promise<Body[]> {
    const failed = await eventually(async () => {
      const [sent, failures] = [await this.mails('sent'), await this.mails('failed')];
      return sent.length + failures.length === mails ? failures : undefined;
    });
    expect(failed.filter(({ failure }) => failure !== 'unconfirmed')).toEqual([]);
    return failed;
  }

  /** Makes the service retry failed mails. */
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
  /** Number of changes of the model: each follower gets an item and a mail for each. */
  let changes = 0;
  const change = (): Promise<void> => firm.changeModel(`Model ${++changes}`);
  const itemsOfAll = (): number[] => Array<number>(FOLLOWERS).fill(changes);
  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    firm = new Firm(dataDir);
    await firm.start({});
    await Promise.all(Array.from({ length: FOLLOWERS }, () => firm.addFollower()));
    await firm.stop();
  });
  afterAll(async () => {
    await firm.stop();
    await firm.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('each has one item and one mail in the outbox', async () => {
    const outbox = join(dataDir, 'outbox');
    const files = (): Promise<string[]> => readdir(outbox).catch(() => []);
    await firm.startVictim({});
    await change();
    for (let round = 0; round < crashRounds(1); round++) {
      const mails = 1 + Math.floor(Math.random() * (FOLLOWERS - AT_ONCE));
      await eventually(async () => (await files()).length >= mails || undefined);
      await firm.kill();
      await firm.startVictim({});
    }
    await change();
    await firm.kill();
    await firm.start({});
    expect(await firm.settled(changes * FOLLOWERS)).toEqual([]);
    expect(await firm.items()).toEqual(itemsOfAll());
    await firm.stop();
    expect((await files()).filter((name) => name.endsWith('.eml'))).toHaveLength(
      changes * FOLLOWERS,
    );
  });

  describe('with a mail server', () => {
    let server: MailServer;
    let env: Environment;
    beforeAll(async () => {
      server = await MailServer.start();
      env = { SMTP_URL: server.url };
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      server.mails.splice(0);
      server.verdict = () => undefined;
    });
    /** Recipient of each received mail. */
    const received = (): string[] => server.mails.flatMap(({ to }) => to).sort();
    const everybody = (): string[] => [...firm.followers.values()].sort();

    it('no mail comes twice; one that nobody confirmed is on record, and comes again when an operator asks for it', async () => {
      // with more, no mails would be left
      const most = Math.min(crashRounds(1), 3);
      const interrupted = new Set<string>();
      let kills = 0;
      let killing: Promise<void> | undefined;
      server.verdict = async ({ to }) => {
        // between the last byte and the 250
        const due = kills < most && server.mails.length > 3 * kills;
        if (due && !killing) {
          kills += 1;
          killing = firm.kill();
        }
        if (killing) interrupted.add(to.join());
        await killing;
        return undefined;
      };
      await firm.startVictim(env);
      await change();
      for (;;) {
        await eventually(() => killing && true);
        await killing;
        killing = undefined;
        if (kills === most) break;
        await firm.startVictim(env);
      }
      await firm.start(env);
      const unconfirmed = await firm.settled(changes * FOLLOWERS);
      const once = received();
      expect(new Set(once).size).toBe(once.length);
      const doubtful = firm.addressesOf(unconfirmed);
      expect(doubtful).toEqual(expect.arrayContaining([...interrupted]));
      // at most those under way at a kill
      expect(doubtful.length).toBeLessThanOrEqual(kills * AT_ONCE);
      expect([...new Set([...once, ...doubtful])].sort()).toEqual(everybody());
      expect(await firm.items()).toEqual(itemsOfAll());

      await firm.requeue(unconfirmed);
      expect(await firm.settled(changes * FOLLOWERS)).toEqual([]);
      expect(received()).toEqual([...once, ...doubtful].sort());
      await firm.stop();
    });

    it('a mail that was not offered yet comes once', async () => {
      let killing: Promise<void> | undefined;
      server.recipient = async () => {
        await (killing ??= firm.kill());
        return undefined;
      };
      await firm.startVictim(env);
      await change();
      await eventually(() => killing && true);
      await killing;
      server.recipient = () => undefined;
      await firm.start(env);
      expect(await firm.settled(changes * FOLLOWERS)).toEqual([]);
      expect(received()).toEqual(everybody());
      await firm.stop();
    });

    it('a server that does not answer for long holds up neither other mails nor the stop', async () => {
      await firm.start(env);
      const [silent = ''] = firm.followers.values();
      const silence = new Promise<undefined>(() => undefined);
      const sent = async (mails: number): Promise<true> =>
        eventually(async () => (await firm.mails('sent')).length === mails || undefined);
      server.verdict = ({ to }) => (to.includes(silent) ? silence : undefined);
      await change();
      await sent(changes * FOLLOWERS - 1);
      server.verdict = () => undefined;
      await change();
      await sent(changes * FOLLOWERS - 1);
      expect(await firm.mails('due')).toHaveLength(1);
      await firm.stop();
      await firm.start(env);
      expect(firm.addressesOf(await firm.settled(changes * FOLLOWERS))).toEqual([silent]);
      expect(received()).toEqual([...everybody(), ...everybody()].sort());
    });
  });
});

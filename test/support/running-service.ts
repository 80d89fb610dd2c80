import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import {
  makeDemonstration,
  type RunningService,
  runsInOneProcess,
  startProjector,
  startService,
} from '#libs/application';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { FeedTranslator } from '#libs/contexts/feed';
import type { StoredEvent } from '#libs/platform/event-store';
import { describeApi } from '#libs/platform/http';
import {
  type Credentials,
  LocalIssuer,
  readCredentials,
  writeCredentials,
} from '#libs/platform/identity';
import type { Problem } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import type { PlatformPorts } from '#libs/platform/service';
import { ApiChecker } from './api-checker.js';
import { advisoryPlanBody, memberBody, signatureBody, uniqueName } from './bodies.js';
import { PATIENCE_MS, PATIENT } from './condition.js';
import { expectStatus } from './expect-status.js';
import { addGoldenEvents } from './golden-events.js';
import { isWorker, onceInWorker } from './once-in-worker.js';
import { checkPublishedEvent } from './published-events.js';
import { testedStores } from './tested-stores.js';
import { watchExchanges } from './watched-exchanges.js';
import { isSaid } from './wire.js';

export * from './bodies.js';
export * from './expect-status.js';

/** Deviations from the API description since the last test. */
const undescribed = new Set<string>();

afterEach(() => {
  const found = [...undescribed];
  undescribed.clear();
  expect(found).toEqual([]);
});

/** Whether accepted bodies may deviate from the description, for harmless hostile ones and for suites that check themselves. */
type Leniency = { readonly oddRequests: boolean } | 'unchecked';

/** Whether a deviation is that an accepted request body doesn't match its description. */
export function isOddBody(problem: string): boolean {
  return /: (?:the body of the request|a body of type)/.test(problem);
}

/** Checks every exchange of a service against its own API description. The current test fails on a deviation. */
function checkExchanges({ app }: RunningService, leniency: Leniency): void {
  if (leniency === 'unchecked') return;
  const { oddRequests } = leniency;
  const description = describeApi(app);
  const checker = onceInWorker(JSON.stringify(description), () => new ApiChecker(description));
  watchExchanges(app.getHttpServer(), (exchanged) => {
    try {
      for (const problem of checker.problemsOf(exchanged)) {
        if (!oddRequests || !isOddBody(problem)) undescribed.add(problem);
      }
    } catch (error) {
      undescribed.add(`${exchanged.method} ${exchanged.url}: ${String(error)}`);
    }
  });
}

/** Fields of an account to set or overwrite. */
export interface AccountFields {
  readonly primaryAccountOwner?: string;
  readonly [field: string]: unknown;
}

/** Creates the demonstration firm on servers, where a start doesn't. */
async function demonstrationOn({ url, platform }: RunningService): Promise<Credentials> {
  const { dataDir } = platform.config;
  const known = await readCredentials(dataDir);
  const issuer = await LocalIssuer.over(platform.keys, platform.clock);
  const made = await makeDemonstration(
    issuer,
    async ({ method, path, token, body }) => {
      const answer = await new BrokerageClient(url, { token }).request(method, path, body);
      expectStatus(answer, 200);
      return answer.body;
    },
    known?.sharedSecret,
  );
  const credentials = { ...made, baseUrl: url };
  await writeCredentials(dataDir, credentials);
  return credentials;
}

/** The whole service in this process, on a real port: with embedded stores in its own directory, or on the servers under test. */
export class ServiceUnderTest {
  /** Position up to which published events have been checked. */
  private checked = 0n;
  /** The log as of the last {@link requestHead}. */
  private looked = { head: -1n, newest: '' };
  private isShared = false;

  private constructor(
    readonly service: RunningService,
    readonly credentials: Credentials,
    /** The demonstration firm's API client, which signs its requests. */
    readonly client: BrokerageClient,
    readonly backoffice: BrokerageClient,
    readonly operator: BrokerageClient,
    readonly auditor: BrokerageClient,
    private readonly end: () => Promise<void>,
  ) {}

  /** The service shared by all suites of a worker that need no special configuration. It ends with the worker. */
  static shared(): Promise<ServiceUnderTest> {
    if (!isWorker()) return ServiceUnderTest.start();
    return onceInWorker('service', async () => {
      const service = await ServiceUnderTest.start();
      service.isShared = true;
      return service;
    });
  }

  static async start(
    ports: PlatformPorts = {},
    env: Readonly<Record<string, string>> = {},
    leniency: Leniency = { oddRequests: false },
  ): Promise<ServiceUnderTest> {
    // a suite that names its stores uses those
    const stores = 'EVENTSTORE_URL' in env || 'DATA_DIR' in env ? env : testedStores();
    const directory = stores['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'service-')));
    const config = loadConfig({
      DATA_DIR: directory,
      PORT: '0',
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
      ...PATIENT,
      ...stores,
      ...env,
    });
    const logger = createLogger({ level: 'silent' });
    const projector = runsInOneProcess(config)
      ? undefined
      : await startProjector(config, { logger, ...ports });
    const service = await startService(config, { logger, ...ports });
    checkExchanges(service, leniency);
    const credentials = config.embedded
      ? await readCredentials(directory)
      : await demonstrationOn(service);
    if (!credentials) throw new Error('the first start left no credentials');
    const { tokens } = credentials;
    return new ServiceUnderTest(
      service,
      credentials,
      new BrokerageClient(service.url, credentials),
      new BrokerageClient(service.url, { token: tokens.backoffice }),
      new BrokerageClient(service.url, { token: tokens.operator }),
      new BrokerageClient(service.url, { token: tokens.auditor }),
      async () => {
        await service.stop();
        await projector?.stop();
        if (stores['DATA_DIR'] === undefined) await rm(directory, { recursive: true, force: true });
      },
    );
  }

  /** The service on a directory that another one has left, which it keeps. Doesn't check exchanges against the API description. */
  static on(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    ports: PlatformPorts = {},
  ): Promise<ServiceUnderTest> {
    return ServiceUnderTest.start(ports, { ...env, DATA_DIR: dataDir }, 'unchecked');
  }

  async stop(): Promise<void> {
    await this.checkPublished();
    if (process.env['GOLDEN_EVENTS'] === 'add') await addGoldenEvents(this.service.platform);
    if (!this.isShared) await this.end();
  }

  /** A token with the roles operator and back office. */
  async operatorAndBackoffice(): Promise<string> {
    const { keys, clock } = this.service.platform;
    const issuer = await LocalIssuer.over(keys, clock);
    return issuer.issue({ subject: 'test.both', roles: ['backoffice', 'operator'] });
  }

  /** Checks events published since the last call against the schemas of their types. */
  private async checkPublished(): Promise<void> {
    const { eventStore } = this.service.platform;
    const published = { after: this.checked, filter: { streamPrefixes: ['feed-'] } };
    for await (const { data, position } of eventStore.readAll(published)) {
      // as it is delivered: its position is not stored
      checkPublishedEvent({ ...(data['event'] as object), position: '' });
      this.checked = position;
    }
  }

  /** A person of the demonstration firm, with their own token. */
  person(login: string, role: 'client' | 'advisor' = 'client'): Promise<BrokerageClient> {
    return this.personOf(this.credentials.firmId, login, role);
  }

  /** The holder of a login id of a firm, with their own token. */
  async personOf(
    firmId: string,
    login: string,
    role: 'client' | 'advisor' = 'client',
  ): Promise<BrokerageClient> {
    const { keys, clock } = this.service.platform;
    const issuer = await LocalIssuer.over(keys, clock);
    const token = await issuer.issue({ subject: `person ${login}`, roles: [role], firmId, login });
    return new BrokerageClient(this.service.url, { token });
  }

  /** The demonstration firm's client acting as one of its members. */
  as(memberId: string): BrokerageClient {
    return new BrokerageClient(this.service.url, { ...this.credentials, memberId });
  }

  /** A new firm with an API client and an advisory plan. */
  async otherFirm(
    entitlements: readonly string[] = [],
    billingLevel: 'account' | 'member' = 'account',
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<{
    firmId: string;
    planOid: string;
    client: BrokerageClient;
    loginId: string;
    apiKey: string;
    /** The client acting as one of the firm's members. */
    as: (memberId: string) => BrokerageClient;
  }> {
    const firmId = String(5_000_000_000 + Math.floor(Math.random() * 4_000_000_000));
    const loginId = uniqueName('api');
    const planOid = '77';
    const apiKey = uniqueName('key');
    const firm = { name: 'Another firm', firmType: 'L', billingLevel, entitlements, ...fields };
    expectStatus(await this.operator.put(`/backoffice/firms/${firmId}`, firm), 200);
    const made = await this.operator.put(`/backoffice/firms/${firmId}/clients/${apiKey}`, {
      loginId,
    });
    expectStatus(made, 200);
    const { sharedSecret } = made.body as { sharedSecret: string };
    await this.advisoryPlan(firmId, planOid);
    const as = (memberId?: string): BrokerageClient =>
      new BrokerageClient(this.service.url, {
        apiKey,
        sharedSecret,
        ...(memberId !== undefined && { memberId }),
      });
    return { firmId, planOid, client: as(), loginId, apiKey, as };
  }

  /** Puts an advisory plan of a firm. */
  async advisoryPlan(firmId: string, oid: string): Promise<void> {
    const path = `/backoffice/firms/${firmId}/billingplans/${oid}`;
    expectStatus(await this.backoffice.put(path, advisoryPlanBody(`Plan ${oid}`)), 200);
  }

  /** Creates a member of a firm. Returns the login id. */
  async member(
    fields: Readonly<Record<string, unknown>> = {},
    client: BrokerageClient = this.client,
  ): Promise<string> {
    const body = memberBody(fields);
    expectStatus(await client.post('/restapi/members', body), 201);
    return String(body['loginId']);
  }

  /** Opens an individual account, of a new member unless an owner is given. Returns its number. */
  async account(
    fields: AccountFields = {},
    client: BrokerageClient = this.client,
  ): Promise<string> {
    const owner = fields.primaryAccountOwner ?? (await this.member({}, client));
    const body = { ...this.accountBody(owner), ...fields };
    const answer = await client.post('/restapi/accounts', body);
    expectStatus(answer, 201);
    return answer.location?.split('/').at(-1) ?? '';
  }

  /** The required fields of an individual account. */
  accountBody(owner: string): Record<string, unknown> {
    return {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: this.credentials.billingPlans.A,
      primaryAccountOwner: owner,
    };
  }

  /** Signs the customer agreement for every required signer. */
  async sign(accountNumber: string, ...signers: readonly string[]): Promise<void> {
    for (const loginId of signers) {
      const path = `/restapi/accounts/${accountNumber}/customeragreement`;
      expectStatus(await this.client.post(path, signatureBody(loginId)), 200);
    }
  }

  /** Opens an account and lifts its restriction. */
  async openAccount(fields: AccountFields = {}): Promise<string> {
    const owner = fields.primaryAccountOwner ?? (await this.member());
    const accountNumber = await this.account({ ...fields, primaryAccountOwner: owner });
    await this.sign(accountNumber, owner);
    return accountNumber;
  }

  /** Every event in the log, including those of reactions. */
  async log(): Promise<StoredEvent[]> {
    const events = [];
    await this.head();
    for await (const event of this.service.platform.eventStore.readAll()) events.push(event);
    return events;
  }

  /** Position of the newest event once everything has been published. If it is the same before and after, nothing was stored. */
  async head(): Promise<bigint> {
    const { eventStore } = this.service.platform;
    const translator = this.service.app.get(FeedTranslator, { strict: false });
    for (;;) {
      const head = await eventStore.head();
      if (!(await translator.waitFor(head, PATIENCE_MS))) throw new Error('the feed is stuck');
      if ((await eventStore.head()) === head) return head;
    }
  }

  /** Position and type of the newest event stored by a request, ignoring background work. */
  async requestHead(): Promise<string> {
    const { eventStore } = this.service.platform;
    const head = await eventStore.head();
    // nothing new since the last call
    if (head === this.looked.head) return this.looked.newest;
    const newest = await this.newestOfRequests();
    this.looked = { head, newest };
    return newest;
  }

  private async newestOfRequests(): Promise<string> {
    for (const max of [1, 8, Infinity]) {
      const newest = this.service.platform.eventStore.readAll({ direction: 'backwards', max });
      for await (const { position, type, metadata } of newest) {
        if (!isConsequence(metadata)) return `${position} ${type}`;
      }
    }
    return 'nothing';
  }
}

/** Callers other than requests: reactions, timers, publishers. */
const BACKGROUND = /^(?:reaction:|feed|mail|audit\.|cash\.series|bank-links\.|reservation-sweeper)/;

/** Whether an event follows from others and may come at any time. */
function isConsequence({ caller }: StoredEvent['metadata']): boolean {
  return typeof caller !== 'string' || BACKGROUND.test(caller);
}

/** Expects an error list with at least these problems. Compares messages where given. */
export function expectProblems(
  answer: ClientAnswer,
  problems: readonly Partial<Problem>[],
  status = 400,
): void {
  expectStatus(answer, status);
  expect((answer.body as readonly Problem[]).filter((problem) => !isSaid(problem))).toEqual([]);
  expect(answer.body).toEqual(
    expect.arrayContaining(problems.map((problem) => expect.objectContaining(problem))),
  );
}

/** Expects an error list of exactly these problems, in any order. */
export function expectExactly(
  answer: ClientAnswer,
  problems: readonly Partial<Problem>[],
  status = 400,
): void {
  expectProblems(answer, problems, status);
  expect(answer.body).toHaveLength(problems.length);
}

/** Sends a request that must be refused, and fails if the log has changed. Returns the response. */
export async function expectUnchanged<A>(
  service: ServiceUnderTest,
  request: () => Promise<A>,
): Promise<A> {
  const before = await service.requestHead();
  const answer = await request();
  expect(await service.requestHead()).toBe(before);
  return answer;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { features, type RunningService, startService } from '#libs/application';
import { BrokerageClient } from '#libs/client';
import { type Credentials, readCredentials } from '#libs/platform/identity';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import type { Browser, Page } from 'playwright-core';
import { FeedPublisher } from '../../libs/contexts/feed/src/feed.reactions.js';
import { chromiumPath, launchBrowser } from '../support/browser.js';
import { eventually, PATIENCE_MS, PATIENT } from '../support/condition.js';
import { ops } from '../support/ops-process.js';
import { expectStatus, memberBody, uniqueName } from '../support/running-service.js';

const NAME = 'rtgs.rtg';
const SECRET = '123-45-6789';
/** What a command says before it writes. */
const WRITING = expect.stringMatching(/^Writing to \S+\n$/) as unknown as string;

interface Shown {
  readonly name: string;
  readonly state: string;
  readonly lastError?: string;
  readonly stoppedAt?: string;
}

/** The read model with a faulty fold. */
function projection() {
  const found = features
    .flatMap(({ projections }) => projections)
    .filter((one) => typeof one !== 'function')
    .find(({ name }) => name === NAME);
  if (!found) throw new Error(`there is no ${NAME}`);
  return found;
}

describe('a read model whose fold throws, or a consumer whose handler does', () => {
  let directory: string;
  let service: RunningService;
  let credentials: Credentials;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stopped-'));
    await start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const config = loadConfig({
      ...{ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent', PARK_AFTER_ATTEMPTS: '2' },
      ...PATIENT,
    });
    service = await startService(config, { logger: createLogger({ level: 'silent' }) });
    const found = await readCredentials(directory);
    if (!found) throw new Error('the first start left no credentials');
    credentials = found;
  }

  const client = (role: 'client' | 'backoffice' | 'operator'): BrokerageClient =>
    new BrokerageClient(service.url, { token: credentials.tokens[role] });
  async function statuses(): Promise<readonly Shown[]> {
    const answer = await client('operator').get('/operator/projections');
    expectStatus(answer, 200);
    return answer.body as Shown[];
  }
  async function metric(
    of: string,
    name = 'brokerage_projection_state',
    label = 'projection',
  ): Promise<string> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return new RegExp(`^${name}\\{${label}="${of}"\\} (.*)$`, 'm').exec(text)?.[1] ?? '';
  }
  const ready = async (): Promise<Response> => fetch(`${service.url}/health/ready`);
  async function modelNames(): Promise<string[]> {
    const answer = await client('client').get('/restapi/rtgs');
    expectStatus(answer, 200);
    return (answer.body as { name: string }[]).map(({ name }) => name);
  }
  /** Puts a model. Returns the consistency token of the write. */
  async function putModel(oid: string, name: string): Promise<string> {
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100.00' }];
    const path = `/backoffice/rtgs/${oid}`;
    const answer = await client('backoffice').put(path, { name, targetWeights });
    expectStatus(answer, 200);
    return answer.headers.get('x-consistency-token') ?? '';
  }

  /** Makes the fold throw for models of a new name. Returns the name. */
  function poisoned(): string {
    const faulty = projection();
    const fold = faulty.fold.bind(faulty);
    const poison = uniqueName('Poison');
    jest.spyOn(faulty, 'fold').mockImplementation((document, event, id) => {
      if ((event.data as { name?: string }).name === poison) throw new Error(SECRET);
      return fold(document, event, id);
    });
    return poison;
  }

  /** Expects the console to show the error and its cause; checks nothing without a browser. */
  async function expectInConsole(url: string, look: (page: Page) => Promise<void>): Promise<void> {
    if (!browser) return;
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    await page.getByLabel('Access token').fill(credentials.tokens.operator);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await look(page);
    await page.close();
  }

  it('stops alone, is seen in status, metrics, health and console, and goes on once it is mended', async () => {
    const poison = poisoned();
    await putModel('881', poison);
    await putModel('882', 'After it');
    const stopped = await eventually(async () =>
      (await statuses()).find(({ name, state }) => name === NAME && state === 'stopped'),
    );
    expect(stopped.lastError).toMatch(/^Error at rtg\.RtgDefined, position \d+/);
    expect(stopped.lastError).not.toContain(SECRET);
    expect(await metric(NAME)).toBe('3');
    const health = await ready();
    expect(health.status).toBe(503);
    expect(await health.text()).toContain(NAME);

    // a read of what it lacks is refused rather than served stale
    const token = await putModel('883', 'Later');
    const asked = await client('client').get('/restapi/rtgs', { 'x-consistency-token': token });
    expectStatus(asked, 503);
    // nobody who sends no token is told to omit one
    const [{ message = '' } = {}] = asked.body as { message?: string }[];
    expect(message).toMatch(
      /has stopped, of which operators are told\. If you sent an X-Consistency/,
    );

    // all other read models go on, and writes are accepted
    const member = memberBody();
    const firm = client('client');
    expectStatus(await firm.post('/restapi/members', member), 201);
    expectStatus(await firm.get(`/restapi/members/${String(member['loginId'])}`), 200);
    const others = (await statuses()).filter(({ name }) => name !== NAME);
    expect(others.filter(({ state }) => state !== 'live')).toEqual([]);
    expect(await metric('members.member')).toBe('0');
    await expectInConsole(`${service.url}/console#projections`, async (page) => {
      const row = page.locator(`[data-key="${NAME}"]`);
      await row.getByText('stopped', { exact: true }).first().waitFor();
      expect(await row.textContent()).toContain(stopped.lastError ?? '');
      await page.locator('[data-key="members.member"]').getByText('live').first().waitFor();
    });

    // without a fix, a restart neither helps nor harms
    await service.stop();
    await start();
    await eventually(async () =>
      (await statuses()).find(({ name, state }) => name === NAME && state === 'stopped'),
    );

    await service.stop();
    jest.restoreAllMocks();
    await start();
    await eventually(async () =>
      (await statuses()).every(({ state }) => state === 'live') ? true : undefined,
    );
    expect(await modelNames()).toEqual(expect.arrayContaining([poison, 'After it', 'Later']));
    expect(await metric(NAME)).toBe('0');
    expect((await ready()).status).toBe(200);
  });

  it('goes on without the event when an operator says so, as everybody can see', async () => {
    const operator = client('operator');
    const path = `/operator/projections/${NAME}`;
    const early = await operator.post(`${path}/skip`, {});
    expectStatus(early, 400);
    expect(early.body).toMatchObject([{ errorCode: 'projection.not.stopped.rule' }]);

    const poison = poisoned();
    await putModel('881', poison);
    const token = await putModel('882', 'After it');
    const { stoppedAt = '' } = await eventually(async () =>
      (await statuses()).find(({ name, state }) => name === NAME && state === 'stopped'),
    );
    expect(stoppedAt).toMatch(/^\d+$/);

    const skipped = await operator.post(`${path}/skip`, {});
    expectStatus(skipped, 200);
    expect(skipped.body).toMatchObject({ skipped: [stoppedAt] });
    const asked = await client('client').get('/restapi/rtgs', { 'x-consistency-token': token });
    expectStatus(asked, 200);
    const names = await modelNames();
    expect([names.includes(poison), names.includes('After it')]).toEqual([false, true]);
    const { status } = await ready();
    expect(status).toBe(200);
    const health = await operator.get('/health/ready');
    expect(health.body).toMatchObject({ skipped: [{ name: NAME, positions: [stoppedAt] }] });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain(`brokerage_projection_skipped_events{projection="${NAME}"} 1`);

    // the log records who skipped it
    const { eventStore } = service.platform;
    const last = [];
    for await (const event of eventStore.readStream(`operations-${NAME}`)) last.push(event);
    expect(last.map(({ type, metadata }) => [type, metadata['caller']])).toEqual([
      ['operations.EventSkipped.v1', 'demo.operator'],
    ]);
    expect(Object.keys(last[0]?.data ?? {})).toEqual(['projection', 'version', 'position']);

    await service.stop();
    await start();
    expect((await statuses()).filter(({ state }) => state !== 'live')).toEqual([]);
    expect(await modelNames()).not.toContain(poison);
  });

  it('goes on with all other accounts when the feed cannot publish an event of one, until that can be retried or is skipped [feed.parked]', async () => {
    const FEED = 'feed.translator';
    // of the currently running service
    const firm = (): BrokerageClient => client('client');
    const poison = new Set<string>();
    const { prototype } = FeedPublisher;
    const publish = Reflect.get(prototype, 'publish');
    jest.spyOn(prototype, 'publish').mockImplementation(function (
      this: FeedPublisher,
      account,
      sources,
    ) {
      if (poison.has(account.accountNumber)) throw new RangeError(SECRET);
      return publish.call(this, account, sources);
    });
    const parked = (): Promise<string> =>
      metric(FEED, 'brokerage_consumer_parked_events', 'consumer');
    const parkedAre = (count: string): Promise<true> =>
      eventually(async () => (await parked()) === count || undefined);
    /** Opens an account. Returns its number. */
    async function account(): Promise<string> {
      const member = memberBody();
      expectStatus(await firm().post('/restapi/members', member), 201);
      const opened = await firm().post('/restapi/accounts', {
        ...{ accountName: uniqueName('a').slice(-16), accountType: 'I' },
        billingPlanOid: credentials.billingPlans.A,
        primaryAccountOwner: member['loginId'],
      });
      expectStatus(opened, 201);
      return opened.location?.split('/').at(-1) ?? '';
    }
    /** Renames an account. Returns the consistency token. */
    async function rename(accountNumber: string): Promise<string> {
      const body = { accountName: uniqueName('b').slice(-16) };
      const answer = await firm().put(`/restapi/accounts/${accountNumber}`, body);
      expectStatus(answer, 200);
      return answer.headers.get('x-consistency-token') ?? '';
    }
    const feedOf = (accountNumber: string, token?: string) =>
      firm().get(
        `/restapi/accounts/${accountNumber}/events`,
        token === undefined ? {} : { 'x-consistency-token': token },
      );
    /** Number of renames of an account in its feed, whose sequences must have no gap. */
    async function renamed(accountNumber: string, token?: string): Promise<number> {
      const answer = await feedOf(accountNumber, token);
      expectStatus(answer, 200);
      const events = answer.body as { readonly type: string; readonly sequence: string }[];
      expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, n) => n + 1));
      return events.filter(({ type }) => type === 'brokerage.account.updated.v1').length;
    }

    const [faulty, other] = [await account(), await account()];
    expect(await renamed(faulty, await rename(faulty))).toBe(1);
    poison.add(faulty);
    const tokens = [await rename(faulty), await rename(faulty)];
    await parkedAre('1');
    expect(await renamed(other, await rename(other))).toBe(1);
    // writers never get stale reads
    expectStatus(await feedOf(faulty, tokens[0]), 503);
    expectStatus(await feedOf(faulty), 503);
    await expectInConsole(`${service.url}/console#consumers`, async (page) => {
      const row = page.locator(`[data-key="${FEED}"]`);
      await row.getByText('account.AccountUpdated.v').first().waitFor();
      expect(await row.textContent()).toContain('RangeError');
    });
    const listed = await ops(directory, ['consumers', 'list', '--json']);
    expect(listed.status).toBe(1);
    expect(listed.stdout).toContain(`"partition":"${faulty}"`);
    expect(listed.stdout).not.toContain(SECRET);

    // a restart retries and does no harm
    await service.stop();
    await start();
    await parkedAre('1');
    expect(await renamed(other, await rename(other))).toBe(2);
    const inVain = await ops(directory, ['consumers', 'retry', FEED]);
    expect([inVain.status, inVain.stderr]).toEqual([1, WRITING]);

    poison.clear();
    const retried = await ops(directory, ['consumers', 'retry', FEED]);
    expect([retried.status, retried.stderr]).toEqual([0, WRITING]);
    expect([await parked(), await renamed(faulty, tokens[1])]).toEqual(['0', 3]);

    poison.add(faulty);
    await rename(faulty);
    await parkedAre('1');
    poison.clear();
    const later = await rename(faulty);
    const { parked: events = [] } =
      (
        JSON.parse((await ops(directory, ['consumers', 'list', '--json'])).stdout) as {
          name: string;
          parked: { position: string }[];
        }[]
      ).find(({ name }) => name === FEED) ?? {};
    const skip = ['consumers', 'skip', FEED, '--position', events[0]?.position ?? ''];
    const skipped = await ops(directory, [...skip, '--reason', 'Told by phone', '--yes']);
    expect([skipped.status, skipped.stderr]).toEqual([0, WRITING]);
    expect([await parked(), await renamed(faulty, later)]).toEqual(['0', 4]);
  });
});

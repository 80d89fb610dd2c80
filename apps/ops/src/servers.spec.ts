import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settled } from '../../../test/support/condition.js';
import type { Firm } from '../../../test/support/firm.js';
import { beginReplacement } from '../../../test/support/master-key-replacement.js';
import { ops, type OpsResult, ROOTS_SO_FAR } from '../../../test/support/ops-process.js';
import { startProgram } from '../../../test/support/program.js';
import { RoundRobinProxy } from '../../../test/support/round-robin-proxy.js';
import { expectStatus, memberBody, uniqueName } from '../../../test/support/running-service.js';
import { ServersInProcess } from '../../../test/support/servers-in-process.js';
import type { RunningService } from '#libs/application';
import { BrokerageClient } from '#libs/client';

/** More keys than are wrapped while a process is being killed. */
const KEYS = 800;

describe('keys and audit, beside servers', () => {
  let servers: ServersInProcess;
  let second: RunningService;
  let proxy: RoundRobinProxy;
  let key: Firm['key'];
  let client: BrokerageClient;
  let owner: string;
  let accountNumber: string;
  beforeAll(async () => {
    servers = await ServersInProcess.start({ RETENTION_YEARS: '0', TRUSTED_PROXY: '127.0.0.1' });
    second = await servers.freshApi();
    proxy = await RoundRobinProxy.start([servers.api.url, second.url]);
    const { planOid, key: made } = await servers.firm();
    key = made;
    client = new BrokerageClient(proxy.url, key);
    owner = await member();
    accountNumber = await create('/restapi/accounts', {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: planOid,
      primaryAccountOwner: owner,
    });
  });
  afterAll(async () => {
    await proxy.stop();
    await servers.stop();
  });

  async function create(path: string, body: object): Promise<string> {
    const answer = await settled(() => client.post(path, body));
    expectStatus(answer, 201);
    return answer.location?.split('/').at(-1) ?? '';
  }
  async function member(): Promise<string> {
    const body = memberBody();
    return create('/restapi/members', body);
  }
  const run = (...args: string[]): Promise<OpsResult> =>
    ops(servers.env['DATA_DIR'] ?? '', args, servers.env);
  /** Asks the running service. */
  const beside = (...args: string[]): Promise<OpsResult> => run(...args, '--url', proxy.url);
  const json = async (asked: Promise<OpsResult>): Promise<unknown> => {
    const { status, stdout, stderr } = await asked;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  };

  it('audit history and as-of show an account', async () => {
    const history = await beside('audit', 'history', '--account', accountNumber);
    expect(history).toMatchObject({ status: 0, stdout: expect.stringContaining('Account opened') });
    const now = new Date().toISOString();
    const shown = await json(beside('audit', 'as-of', now, '--member', owner, '--json'));
    expect(shown).toMatchObject({ state: { loginId: owner } });
  });

  it('audit export, verify, who-read and roots prove it', async () => {
    const file = join(servers.env['DATA_DIR'] ?? '', 'export.ndjson');
    const exported = await beside(
      ...['audit', 'export', '--account', accountNumber, '--output', file],
    );
    expect(exported).toMatchObject({ status: 0, stdout: expect.stringContaining('verified') });
    expect((await readFile(file, 'utf8')).split('\n').length).toBeGreaterThan(3);
    expect((await run('audit', 'verify', file)).status).toBe(0);
    const read = beside('audit', 'who-read', '--account', accountNumber, '--json');
    expect(await json(read)).toContainEqual(
      expect.objectContaining({ kind: 'export', subjects: [`account:${accountNumber}`] }),
    );
    expect((await beside('audit', 'roots')).stdout).toMatch(ROOTS_SO_FAR);
  });

  it('do the same in a process of their own where no service listens on this machine', async () => {
    const history = await run('audit', 'history', '--account', accountNumber, '--json');
    expect(await json(Promise.resolve(history))).not.toEqual([]);
    expect(await json(run('keys', 'status', '--json'))).toMatchObject({ otherKeys: 0 });
    expect((await run('keys', 'list')).stdout).toBe('Nobody has been erased.\n');
  });

  it('projections rebuild, switch and drop wait for the projector to have done it', async () => {
    const generations = async (...args: string[]): Promise<unknown> =>
      ((await json(beside('projections', ...args, '--json'))) as { generations: unknown })
        .generations;
    const [name, one, two, three] = [
      'rtgs.rtg',
      'rtgs_rtg_v1_g1',
      'rtgs_rtg_v1_g2',
      'rtgs_rtg_v1_g3',
    ];
    expect(await generations('rebuild', name)).toMatchObject([
      { collection: one, live: false, state: 'retired' },
      { collection: two, live: true, state: 'live' },
    ]);
    expect(await generations('rebuild', name, '--hold')).toMatchObject([
      { collection: one, state: 'retired' },
      { collection: two, live: true, state: 'live' },
      { collection: three, live: false, state: 'ready' },
    ]);
    expect(await generations('switch', name, '--yes')).toMatchObject([
      { collection: one, state: 'retired' },
      { collection: two, live: false, state: 'retired' },
      { collection: three, live: true, state: 'live' },
    ]);
    expect(await generations('drop', name, one, '--yes')).toHaveLength(2);
  });

  it('keys rotate-signing replaces the key of every process', async () => {
    const rotated = await json(beside('keys', 'rotate-signing', '--yes', '--json'));
    expect(rotated).toMatchObject({ keys: [{ retiredAt: null }, {}] });
    const { keys } = rotated as { keys: readonly { kid: string }[] };
    for (const { url } of [servers.api, second]) {
      const published = await fetch(`${url}/.well-known/audit-keys.json`);
      expect(await published.json()).toMatchObject({ keys: [{ kid: keys[0]?.kid }, {}] });
    }
  });

  it('keys erase destroys a key in every process, and shows the certificate', async () => {
    const loginId = await member();
    const free = await beside('keys', 'status', '--member', loginId);
    expect(free.stdout).toMatch(/^status +erasable$/m);
    const erased = await beside(
      ...['keys', 'erase', '--member', loginId, '--reason', 'asked', '--yes', '--as', 'jane.roe'],
    );
    expect(erased.status).toBe(0);
    expect(erased.stdout).toMatch(/^erased +\S+ by jane\.roe$/m);
    expect(await json(beside('keys', 'list', '--json'))).toMatchObject([{ loginId }]);
    for (const target of [0, 1]) {
      proxy.turnTo(target);
      const read = await settled(() => client.get(`/restapi/members/${loginId}`));
      expectStatus(read, 200);
      expect(read.body).not.toHaveProperty('firstName', memberBody()['firstName']);
    }
  });

  it('keys rotate-master exchanges the master key, also when the process that does it is killed', async () => {
    const old = servers.env['MASTER_KEY'] ?? '';
    const next = randomBytes(32).toString('base64');
    for (let made = 0; made < KEYS; made += 50) {
      const some = Array.from({ length: 50 }, (_, i) => `person:many-${made + i}`);
      await Promise.all(some.map((name) => servers.api.platform.keys.ensure(name)));
    }
    const token = await servers.token('operator');
    await servers.stopProcesses();

    const both = { MASTER_KEY: next, MASTER_KEY_OTHER: old };
    const env = { ...servers.env, ...both };
    const killed = await startProgram('api', env, /listening on (http:\S+)/);
    await beginReplacement(killed.said, token);
    killed.child.kill('SIGKILL');
    await killed.exited;

    await servers.startProcesses(both);
    const { url } = servers.api;
    const beside = (...args: string[]): Promise<OpsResult> =>
      ops(servers.env['DATA_DIR'] ?? '', [...args, '--json', '--url', url], env);
    const between = await beside('keys', 'status');
    expect(between.status).toBe(1);
    const counted = JSON.parse(between.stdout) as { keys: number; otherKeys: number };
    expect(counted.keys).toBeGreaterThan(0);
    expect(counted.otherKeys).toBeGreaterThan(0);
    const done = beside('keys', 'rotate-master', '--yes', '--as', 'jane.roe');
    expect(await json(done)).toMatchObject({
      rewrapped: counted.otherKeys,
      status: { otherKeys: 0, unopenedKeys: 0, generated: false },
    });

    await servers.stopProcesses();
    await expect(servers.startProcesses({ MASTER_KEY: old })).rejects.toThrow(
      'MASTER_KEY does not open the key store',
    );
    await servers.startProcesses({ MASTER_KEY: next });
    const member = new BrokerageClient(servers.api.url, key);
    const read = await settled(() => member.get(`/restapi/members/${owner}`));
    expectStatus(read, 200);
    expect(read.body).toMatchObject({ firstName: memberBody()['firstName'] });
  });
});

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster } from '../../../test/support/cluster.js';
import { settled } from '../../../test/support/condition.js';
import { beginReplacement } from '../../../test/support/master-key-replacement.js';
import { ops, type OpsResult, ROOTS_SO_FAR } from '../../../test/support/ops-process.js';
import { expectStatus, memberBody, uniqueName } from '../../../test/support/running-service.js';
import { loadConfig, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';

/** More keys than are wrapped while a process is being killed. */
const KEYS = 1_500;

describe('keys and audit, beside servers', () => {
  let cluster: Cluster;
  let owner: string;
  let accountNumber: string;
  beforeAll(async () => {
    cluster = await Cluster.start({ projectors: 1, apis: 2 }, { RETENTION_YEARS: '0' });
    const { planOid } = await cluster.makeFirm();
    owner = await member();
    accountNumber = await create('/restapi/accounts', {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: planOid,
      primaryAccountOwner: owner,
    });
  });
  afterAll(() => cluster.stop());

  async function create(path: string, body: object): Promise<string> {
    const answer = await settled(() => cluster.client.post(path, body));
    expectStatus(answer, 201);
    return answer.location?.split('/').at(-1) ?? '';
  }
  async function member(): Promise<string> {
    const body = memberBody();
    return create('/restapi/members', body);
  }
  const run = (...args: string[]): Promise<OpsResult> =>
    ops(cluster.env['DATA_DIR'] ?? '', args, cluster.env);
  /** Asks the running service. */
  const beside = (...args: string[]): Promise<OpsResult> =>
    run(...args, '--url', cluster.proxy.url);
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
    const file = join(cluster.logDirectory, '..', 'export.ndjson');
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
    for (const { said: url } of cluster.apis) {
      const published = await fetch(`${url}/.well-known/audit-keys.json`);
      expect(await published.json()).toMatchObject({ keys: [{ kid: keys[0]?.kid }, {}] });
    }
  });

  it('keys erase destroys a key in every process, and shows the certificate', async () => {
    const loginId = await member();
    const free = await beside('keys', 'status', '--member', loginId);
    expect(free.stdout).toMatch(/^status +erasable$/m);
    const erased = await beside(
      ...['keys', 'erase', '--member', loginId, '--yes', '--as', 'jane.roe'],
    );
    expect(erased.status).toBe(0);
    expect(erased.stdout).toMatch(/^erased +\S+ by jane\.roe$/m);
    expect(await json(beside('keys', 'list', '--json'))).toMatchObject([{ loginId }]);
    for (const target of [0, 1]) {
      cluster.proxy.turnTo(target);
      const read = await settled(() => cluster.client.get(`/restapi/members/${loginId}`));
      expectStatus(read, 200);
      expect(read.body).not.toHaveProperty('firstName', memberBody()['firstName']);
    }
  });

  it('keys rotate-master exchanges the master key, also when the process that does it is killed', async () => {
    const old = cluster.env['MASTER_KEY'] ?? '';
    const next = randomBytes(32).toString('base64');
    const config = loadConfig(cluster.env);
    const keys = await openKeyStore(config, await loadMasterKeys(config));
    for (let made = 0; made < KEYS; made += 50) {
      const some = Array.from({ length: 50 }, (_, i) => `person:many-${made + i}`);
      await Promise.all(some.map((name) => keys.ensure(name)));
    }
    await keys.close();
    const retention = { RETENTION_YEARS: '0' };
    await cluster.stopPrograms();
    await cluster.startPrograms({ ...retention, MASTER_KEY: next, MASTER_KEY_OTHER: old });

    const [first] = cluster.apis;
    await beginReplacement(first?.said ?? '', await cluster.token(['operator']));
    first?.child.kill('SIGKILL');
    await first?.exited;

    const url = cluster.apis[1]?.said ?? '';
    const between = await run('keys', 'status', '--json', '--url', url);
    expect(between.status).toBe(1);
    const counted = JSON.parse(between.stdout) as { keys: number; otherKeys: number };
    expect(counted.keys).toBeGreaterThan(0);
    expect(counted.otherKeys).toBeGreaterThan(0);
    const done = await run(
      ...['keys', 'rotate-master', '--yes', '--as', 'jane.roe', '--json', '--url', url],
    );
    expect(await json(Promise.resolve(done))).toMatchObject({
      rewrapped: counted.otherKeys,
      status: { otherKeys: 0, unopenedKeys: 0, generated: false },
    });

    await cluster.stopPrograms();
    await expect(cluster.startPrograms({ ...retention, MASTER_KEY: old })).rejects.toThrow(
      'ended with 1: MASTER_KEY does not open the key store',
    );
    await cluster.startPrograms({ ...retention, MASTER_KEY: next });
    const read = await settled(() => cluster.client.get(`/restapi/members/${owner}`));
    expectStatus(read, 200);
    expect(read.body).toMatchObject({ firstName: memberBody()['firstName'] });
  });
});

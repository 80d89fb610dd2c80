import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceUnderTest, uniqueName } from '../../../test/support/running-service.js';
import { BrokerageClient } from '#libs/client';

describe('clients', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  let firm: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    ({ dataDir } = service.service.platform.config);
    firm = service.credentials.firmId;
  });
  afterAll(() => service.stop());

  const create = (apiKey: string, ...more: string[]) =>
    ops(dataDir, ['clients', 'create', firm, apiKey, '--login', uniqueName('api'), ...more]);
  const statusWith = async (apiKey: string, sharedSecret: string): Promise<number> =>
    (
      await new BrokerageClient(service.service.url, { apiKey, sharedSecret }).get(
        '/restapi/accounts',
      )
    ).status;

  it('create, rotate and disable a credential of the running service', async () => {
    const apiKey = uniqueName('key');
    const created = await create(apiKey);
    expect(created).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Writing to \S+\.\n$/),
    });
    const first = created.stdout.trim();
    expect(await statusWith(apiKey, first)).toBe(200);

    const rotated = await ops(dataDir, ['clients', 'rotate', firm, apiKey, '--yes', '--json']);
    expect(rotated.status).toBe(0);
    const { sharedSecret } = JSON.parse(rotated.stdout) as { sharedSecret: string };
    expect(await statusWith(apiKey, first)).toBe(401);
    expect(await statusWith(apiKey, sharedSecret)).toBe(200);

    const disabled = await ops(dataDir, ['clients', 'disable', firm, apiKey, '--yes']);
    expect(disabled).toMatchObject({ status: 0, stdout: `${apiKey} is disabled.\n` });
    expect(await statusWith(apiKey, sharedSecret)).toBe(401);
  });

  it('list shows those of a firm or all, and no secret', async () => {
    const apiKey = uniqueName('key');
    const secret = (await create(apiKey, '--entitlement', 'fullTid')).stdout.trim();
    await ops(dataDir, ['clients', 'disable', firm, apiKey, '--yes']);
    const listed = await ops(dataDir, ['clients', 'list', '--firm', firm]);
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^FIRM +API KEY +LOGIN +ENTITLEMENTS +STATE +SECRET SINCE/);
    expect(listed.stdout).toMatch(new RegExp(`\n${firm} +${apiKey} +\\S+ +fullTid +disabled\\b`));
    expect(listed.stdout).toMatch(/demo-client +demo\.api +all of the firm +active/);
    const asJson = await ops(dataDir, ['clients', 'list', '--json']);
    expect(JSON.parse(asJson.stdout)).toContainEqual({
      apiKey,
      firmId: firm,
      loginId: expect.any(String),
      entitlements: ['fullTid'],
      revoked: true,
      secretSince: expect.any(String),
      previousSecretUntil: null,
    });
    for (const { stdout } of [listed, asJson]) expect(stdout).not.toContain(secret);
    const elsewhere = await ops(dataDir, ['clients', 'list', '--firm', '4711', '--json']);
    expect(elsewhere).toMatchObject({ status: 3, stdout: '' });
    expect(JSON.parse(elsewhere.stderr)).toMatchObject({
      error: 'There is no firm 4711.',
      exit: 3,
    });
  });

  it('ask before they destroy, and take no silence for a yes', async () => {
    const apiKey = uniqueName('key');
    const secret = (await create(apiKey)).stdout.trim();
    for (const command of ['rotate', 'disable']) {
      const { status, stdout, stderr } = await ops(dataDir, ['clients', command, firm, apiKey]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('Confirm with --yes');
    }
    expect(await statusWith(apiKey, secret)).toBe(200);
    const unknown = await ops(dataDir, ['clients', 'disable', firm, 'nobody-here']);
    const stderr = `Firm ${firm} has no API client nobody-here.\n`;
    expect(unknown).toEqual({ status: 3, stdout: '', stderr });
  });

  it('rotate may leave both secrets valid for a while; disabling or rotating again ends the old one', async () => {
    const apiKey = uniqueName('key');
    const first = (await create(apiKey)).stdout.trim();
    const rotate = async (...args: string[]) =>
      ops(dataDir, ['clients', 'rotate', firm, apiKey, '--yes', ...args]);
    const second = (await rotate('--overlap', '24')).stdout.trim();
    expect([await statusWith(apiKey, first), await statusWith(apiKey, second)]).toEqual([200, 200]);
    const { stdout } = await ops(dataDir, ['clients', 'list', '--firm', firm, '--json']);
    const shown = (JSON.parse(stdout) as { apiKey: string; previousSecretUntil: string }[]).find(
      (client) => client.apiKey === apiKey,
    );
    const hours = (Date.parse(shown?.previousSecretUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
    const third = (await rotate('--overlap', '1')).stdout.trim();
    const statuses = [first, second, third].map((secret) => statusWith(apiKey, secret));
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
    await ops(dataDir, ['clients', 'disable', firm, apiKey, '--yes']);
    expect([await statusWith(apiKey, second), await statusWith(apiKey, third)]).toEqual([401, 401]);
    for (const overlap of ['721', '-1', 'soon']) {
      const refused = await rotate(`--overlap=${overlap}`);
      expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining('overlapHours') });
    }
  });

  it('create says what an API key is made of', async () => {
    for (const apiKey of ['kiosk-1', 'kiosk main', '_reporting']) {
      const { status, stdout, stderr } = await create(apiKey);
      expect({ apiKey, status, stdout }).toEqual({ apiKey, status: 2, stdout: '' });
      expect(stderr).toContain('8 to 64 letters, digits, - and _');
    }
  });

  it('end with status 3 and every problem when the service refuses', async () => {
    const wrong = ['--login', 'no good', '--entitlement', 'everything'];
    const { status, stdout, stderr } = await create(uniqueName('key'), ...wrong, '--json');
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    const { error } = JSON.parse(stderr) as { error: string };
    for (const field of ['entitlements', 'loginId']) expect(error).toContain(` ${field}: `);
  });

  it('are made in the name of --as', async () => {
    const apiKey = uniqueName('key');
    await create(apiKey, '--as', 'jane.roe');
    const log = await ops(dataDir, [
      'clients',
      'rotate',
      firm,
      apiKey,
      '--yes',
      '--as',
      'jane.roe',
    ]);
    expect(log.status).toBe(0);
    const lines = (await readFile(`${dataDir}/events/log.ndjson`, 'utf8')).split('\n');
    const ours = lines.filter((line) => line.startsWith(`["client-${apiKey}"`));
    expect(ours).toHaveLength(2);
    for (const line of ours) expect(line).toContain('"caller":"jane.roe"');
  });

  it('find nobody at a wrong --url, and say so with status 2', async () => {
    const args = [
      'clients',
      'disable',
      firm,
      'whatever-key',
      '--yes',
      '--url',
      'http://127.0.0.1:1',
    ];
    const { status, stderr } = await ops(dataDir, args);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'The service does not respond at http://127.0.0.1:1 (ECONNREFUSED).\n',
    });
  });
});

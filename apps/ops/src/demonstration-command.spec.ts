import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServersInProcess } from '../../../test/support/servers-in-process.js';
import { BrokerageClient } from '#libs/client';
import { type Credentials, credentialsPath, readCredentials } from '#libs/platform/identity';

describe('the demonstration firm beside servers', () => {
  let servers: ServersInProcess;
  let dataDir: string;
  beforeAll(async () => {
    servers = await ServersInProcess.start();
    dataDir = servers.env['DATA_DIR'] ?? '';
  });
  afterAll(() => servers.stop());

  const demo = (): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [join(process.cwd(), 'dist/bin/demo.js')], {
      env: { PATH: process.env['PATH'], ...servers.env },
    });
  const make = async (): Promise<Credentials> => {
    const args = ['demonstration', '--url', servers.api.url];
    const made = await ops(dataDir, args, servers.env);
    expect(made).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Writing to \S+\.\n$/),
    });
    expect(made.stdout).toContain(credentialsPath(dataDir));
    const credentials = await readCredentials(dataDir);
    expect(made.stdout).not.toContain(credentials?.sharedSecret);
    return credentials!;
  };

  it('is not there by itself, and the demonstration says which command makes it', async () => {
    await expect(demo()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run ops -- demonstration'),
    });
  });

  it('is made once, and the demonstration runs on it', async () => {
    const first = await make();
    expect((await stat(credentialsPath(dataDir))).mode & 0o777).toBe(0o600);
    expect(first.baseUrl).toBe(servers.api.url);
    const { stdout } = await demo();
    expect(stdout).toMatch(/ event +account-\w+ #0 /);
    expect(stdout).toMatch(/\nDone\.\n$/);
    const { tokens, ...again } = await make();
    expect({ ...again, tokens: first.tokens }).toEqual(first);
    const operator = new BrokerageClient(first.baseUrl, { token: tokens.operator });
    expect((await operator.get('/operator/caller')).status).toBe(200);
  });
});

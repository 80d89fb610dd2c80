import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

describe('a copy of the data directory of a running service', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  let copy: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    ({ dataDir } = service.service.platform.config);
    copy = await mkdtemp(join(tmpdir(), 'copy-'));
    await cp(dataDir, copy, { recursive: true });
  });
  afterAll(async () => {
    await service.stop();
    await rm(copy, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });

  const writes = ['projections', 'rebuild', 'rtgs.rtg', '--no-wait'];

  it('never leads to that service, for reading or writing', async () => {
    const before = (await service.log()).length;
    const port = { PORT: new URL(service.credentials.baseUrl).port };
    for (const args of [
      writes,
      [...['keys', 'erase', '--member', 'x'], '--reason', 'asked', '--yes'],
      ['clients', 'list'],
    ]) {
      for (const env of [{}, port]) {
        const { status, stdout, stderr } = await ops(copy, args, env);
        expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
        expect(stderr).toContain(`uses another data directory than ${copy}`);
        expect(stderr).toContain(`--url ${service.credentials.baseUrl}`);
      }
    }
    expect(await service.log()).toHaveLength(before);
  });

  it('leads to it by its URL', async () => {
    const { status, stderr } = await ops(copy, [...writes, '--url', service.credentials.baseUrl]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `Writing to ${service.credentials.baseUrl}.\n`,
    });
  });

  it('leaves the directory itself, and a link to it, to the service', async () => {
    const link = join(copy, 'link');
    await symlink(dataDir, link);
    const { status, stderr } = await ops(link, writes);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `Writing to ${service.credentials.baseUrl}.\n`,
    });
    const asked = await ops(dataDir, ['projections', 'drop', 'rtgs.rtg', 'g1']);
    expect(asked.stderr).toContain(`At ${service.credentials.baseUrl}: Drop rtgs_rtg_v`);
  });
});

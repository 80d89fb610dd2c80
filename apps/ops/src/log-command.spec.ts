import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

describe('log verify', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    ({ dataDir } = service.service.platform.config);
  });
  afterAll(() => service.stop());

  const verify = (...args: string[]) => ops(dataDir, ['log', 'verify', ...args]);

  it('counts what is there beside the service, and changes nothing', async () => {
    const events = (await service.log()).length;
    const { status, stdout } = await verify('--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ events, newest: expect.stringMatching(/Z$/) });
    expect((await verify()).stdout).toMatch(
      /^The log is what was written: \d+ events in \d+ bytes/,
    );
    expect((await service.log()).length).toBe(events);
  });

  it('fails on a changed byte, and on servers there is nothing to verify', async () => {
    const file = await open(join(dataDir, 'events/log.ndjson'), 'r+');
    const at = (await file.readFile()).indexOf('"at":"') + '"at":"'.length;
    await file.write('3', at);
    const damaged = await verify();
    await file.write('2', at);
    await file.close();
    expect(damaged).toMatchObject({ status: 1, stdout: '' });
    expect(damaged.stderr).toContain('is not what was written there');
    const env = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
    expect(await ops(dataDir, ['log', 'verify'], env)).toMatchObject({ status: 2, stdout: '' });
  });
});

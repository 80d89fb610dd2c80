import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { eventually } from '../support/condition.js';
import { expectStatus, memberBody, ServiceUnderTest } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** Maximum file size while the disk counts as full: a little more than after a first start. */
const FULL = 400_000;
/** More members than fit. */
const MOST = 3_000;

const run = promisify(execFile);

describe('a disk that is full', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let client: BrokerageClient;
  const created: string[] = [];
  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceProcess.start(dataDir, { LOG_LEVEL: 'silent' });
    client = new BrokerageClient(service.url, await service.credentials());
  });
  afterAll(async () => {
    await service.kill();
    await service.remove();
  });

  /** Limits the size of files. The system then reports the same as on a full disk, except for the error number. */
  async function limitFiles(bytes: number | 'unlimited'): Promise<void> {
    await run('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:unlimited`]);
  }

  async function createMember(): Promise<number> {
    const body = memberBody();
    const { status } = await client.post('/restapi/members', body);
    if (status === 201) created.push(String(body['loginId']));
    return status;
  }

  async function isReady(): Promise<boolean> {
    return (await fetch(`${service.url}/health/ready`)).ok;
  }

  it('refuses what it would have to keep, and goes on when there is room', async () => {
    await limitFiles(FULL);
    const refused: number[] = [];
    // long enough for log, index and keys to hit the limit
    for (let n = 0; n < MOST && refused.length < 50; n++) {
      const status = await createMember();
      if (status !== 201) refused.push(status);
    }
    expect(refused).toEqual(Array.from({ length: 50 }, () => 503));
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    // also once the service has looked for room by itself: it writes behind the end of the log and cuts that off again
    const changes = new Set<bigint>();
    await eventually(async () => {
      const ready = await fetch(`${service.url}/health/ready`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringContaining('takes no appends'),
      ]);
      changes.add((await stat(join(dataDir, 'events/log.ndjson'), { bigint: true })).mtimeNs);
      return changes.size > 2 ? true : undefined;
    });

    await limitFiles('unlimited');
    // callers that send no writes while it isn't ready wait for the same condition
    await eventually(async () => ((await isReady()) ? true : undefined));
    expect(await createMember()).toBe(201);
  });

  it('has taken nothing from what was acknowledged', async () => {
    expect(await service.stop()).toBe(0);
    const again = await ServiceUnderTest.on(dataDir);
    for (const loginId of [created[0], created.at(-2), created.at(-1)]) {
      expectStatus(await again.client.get(`/restapi/members/${loginId}`), 200);
    }
    await again.stop();
  });
});

import { cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { expectStatus, memberBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

const LOG_LOST =
  /^the service ended with 1: the log is empty, and the key store has keys .*: restore the log/;
const LOST = /^the service ended with 1: the log has data under keys .*: restore the keys/;

describe('a start without what belongs to the rest', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;
  afterEach(async () => {
    await service?.kill();
    service = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is refused where the log is gone, and leaves what was made from it', async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceProcess.start(dataDir);
    expect(await service.stop()).toBe(0);

    const events = join(dataDir, 'events');
    const elsewhere = join(dataDir, 'events-elsewhere');
    await rename(events, elsewhere);
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(ServiceProcess.start(dataDir)).rejects.toThrow(LOG_LOST);
    }
    await rm(events, { recursive: true });
    await rename(elsewhere, events);
    service = await ServiceProcess.start(dataDir);
    // as it would if the read models were those of another log
    expect(service.output).not.toContain('made anew');
  });

  it('is refused where keys are gone, before others are made, and succeeds with them', async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceProcess.start(dataDir);
    const body = memberBody();
    const client = async (): Promise<BrokerageClient> =>
      new BrokerageClient(service?.url ?? '', (await service?.credentials()) ?? { token: '' });
    expectStatus(await (await client()).post('/restapi/members', body), 201);
    await service.stop();

    const keys = join(dataDir, 'keys');
    const backup = join(dataDir, 'keys-backup');
    await cp(keys, backup, { recursive: true });
    await rm(keys, { recursive: true });
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(ServiceProcess.start(dataDir)).rejects.toThrow(LOST);
    }
    await rm(keys, { recursive: true });
    await cp(backup, keys, { recursive: true });
    expect(await readdir(keys)).toContain('data.mdb');
    service = await ServiceProcess.start(dataDir);
    const member = await (await client()).get(`/restapi/members/${String(body['loginId'])}`);
    expect(member).toMatchObject({ status: 200, body: { firstName: 'Jane' } });
  });

  it('is refused where the keys are those of before the newest persons, also without read models', async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceProcess.start(dataDir);
    await service.stop();
    const keys = join(dataDir, 'keys');
    const [older, newer] = [join(dataDir, 'keys-older'), join(dataDir, 'keys-newer')];
    await cp(keys, older, { recursive: true });
    service = await ServiceProcess.start(dataDir);
    const client = new BrokerageClient(service.url, await service.credentials());
    expectStatus(await client.post('/restapi/members', memberBody()), 201);
    await service.stop();

    await rename(keys, newer);
    await rename(older, keys);
    for (const made of ['read-models', 'progress'])
      await rm(join(dataDir, made), { recursive: true });
    await expect(ServiceProcess.start(dataDir)).rejects.toThrow(LOST);
    await rm(keys, { recursive: true });
    await rename(newer, keys);
    service = await ServiceProcess.start(dataDir);
    expect(service.output).toContain('listening');
  });
});

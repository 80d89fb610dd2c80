import { cpSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { eventually, settled } from '../support/condition.js';
import { ops } from '../support/ops-process.js';
import { expectStatus } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** A data directory that 0.1.0 wrote when its demonstration ran, and what it then answered to its client. */
const WRITTEN = new URL('0.1.0/', import.meta.url).pathname;
const ANSWERS = JSON.parse(readFileSync(`${WRITTEN}answers.json`, 'utf8')) as Record<
  string,
  object | string
>;

describe('a data directory of version 0.1.0', () => {
  let service: ServiceProcess;
  let client: BrokerageClient;
  beforeAll(async () => {
    const directory = await ServiceProcess.freshDirectory();
    cpSync(`${WRITTEN}directory`, directory, { recursive: true });
    await start(directory);
  });
  afterAll(async () => {
    await service.stop();
    await service.remove();
  });

  async function start(directory: string): Promise<void> {
    service = await ServiceProcess.start(directory);
    client = new BrokerageClient(service.url, await service.credentials());
  }

  it.each(Object.entries(ANSWERS))('answers %s as that version did', async (path, answered) => {
    const answer = await settled(() => client.get(path));
    expectStatus(answer, 200);
    if (typeof answered === 'string') expect(answer.body).toBe(answered);
    else expect(answer.body).toMatchObject(answered);
  });

  it('takes writes, and still has them after a restart', async () => {
    const [account] = ANSWERS['/restapi/accounts'] as { accountNumber: string }[];
    const folios = `/restapi/accounts/${account?.accountNumber}/folios`;
    const folioName = 'After the upgrade';
    const { accountNumber } = account ?? {};
    // it knew no checksums of used signatures, so those of the minute of the start are refused
    const made = await eventually(async () => {
      const answer = await client.post(folios, {
        accountNumber,
        folioName,
        dividendReinvest: false,
      });
      return answer.status === 401 ? undefined : answer;
    });
    expectStatus(made, 201);
    await service.stop();
    await start(service.dataDir);
    const read = await settled(() => client.get(made.location ?? ''));
    expect(read).toMatchObject({ status: 200, body: { folioName } });
  });

  it('has a log that is whole', async () => {
    expect(await ops(service.dataDir, ['log', 'verify'])).toMatchObject({ status: 0 });
  });
});

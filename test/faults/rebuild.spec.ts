import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { foldedDocuments, storedDocuments } from '../support/documents.js';
import { memberBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

interface Generation {
  readonly collection: string;
  readonly live: boolean;
  readonly state: string;
  readonly position: string;
}

const NAME = 'members.member';
const PATH = `/operator/projections/${NAME}`;
const MEMBERS = 120;
const KILLS = 3;

describe('kill -9 during a rebuild that an operator asked for', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    await service?.kill();
    await service?.remove();
    service = undefined;
  });

  async function start(): Promise<{ client: BrokerageClient; operator: BrokerageClient }> {
    service = await ServiceProcess.start(dataDir);
    const credentials = await service.credentials();
    return {
      client: new BrokerageClient(service.url, credentials),
      operator: new BrokerageClient(service.url, { token: credentials.tokens.operator }),
    };
  }

  async function generations(operator: BrokerageClient): Promise<readonly Generation[]> {
    const { body } = await operator.get(PATH);
    return (body as { generations: readonly Generation[] }).generations;
  }

  it('is followed by the same rebuild going on, with reads answered all the time', async () => {
    let { client, operator } = await start();
    const logins: string[] = [];
    for (let n = 0; n < MEMBERS; n++) {
      const body = memberBody();
      expect((await client.post('/restapi/members', body)).status).toBe(201);
      logins.push(String(body['loginId']));
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const { status } = await operator.post(`${PATH}/rebuild`, {});
      expect(status).toBe(200);
      await service?.kill();
      ({ client, operator } = await start());
      for (const login of logins.slice(0, 10)) {
        expect((await client.get(`/restapi/members/${login}`)).status).toBe(200);
      }
      // whatever was asked for is done without being asked for again
      const { body } = await operator.get(`${PATH}/progress`);
      expect(String(body).trim().split('\n').at(-1)).toContain('"state":"live"');
      expect(await generations(operator)).toHaveLength(kill + 2);
      expect((await generations(operator)).at(-1)).toMatchObject({ live: true, state: 'live' });
    }
    expect(await service?.stop()).toBe(0);
    service = undefined;
    const stored = await storedDocuments(dataDir);
    expect(Object.keys(stored[NAME] ?? {})).toHaveLength(MEMBERS);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  });

  it('during a drop leaves the generation as it was or gone, and the drop can be asked for again', async () => {
    const { client, ...begun } = await start();
    let { operator } = begun;
    for (let n = 0; n < MEMBERS; n++) {
      expect((await client.post('/restapi/members', memberBody())).status).toBe(201);
    }
    for (let kill = 0; kill < KILLS; kill++) {
      expect((await operator.post(`${PATH}/rebuild`, {})).status).toBe(200);
      await operator.get(`${PATH}/progress`);
      const [old] = await generations(operator);
      expect(old).toMatchObject({ live: false });
      const path = `${PATH}/generations/${old?.collection ?? ''}`;
      const asked = operator.request('DELETE', path).then(
        ({ status }) => status,
        () => undefined,
      );
      // the later ones are killed while it is carried out, or has been
      for (let turn = 0; turn < kill; turn++) await operator.get('/health/live');
      await service?.kill();
      const answered = await asked;
      ({ operator } = await start());
      const left = (await generations(operator)).filter(({ live }) => !live);
      if (answered === 204) expect(left).toEqual([]);
      const { status } = await operator.request('DELETE', path);
      expect(status).toBe(left.length === 0 ? 404 : 204);
      expect(await generations(operator)).toEqual([
        expect.objectContaining({ live: true, state: 'live' }),
      ]);
    }
    expect(await service?.stop()).toBe(0);
    service = undefined;
    const stored = await storedDocuments(dataDir);
    expect(Object.keys(stored[NAME] ?? {})).toHaveLength(MEMBERS);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  });
});

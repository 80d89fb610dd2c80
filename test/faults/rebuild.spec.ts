import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { crashRounds } from '../support/crash-rounds.js';
import { foldedDocuments, storedDocuments } from '../support/documents.js';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

interface Generation {
  readonly collection: string;
  readonly live: boolean;
  readonly state: string;
}

const NAME = 'members.member';
const PATH = `/operator/projections/${NAME}`;
const MEMBERS = 120;
const ROUNDS = crashRounds(1);

describe('kill -9', () => {
  let dataDir: string;
  let victim: ServiceProcess | undefined;
  let service: ServiceUnderTest | undefined;
  let logins: readonly string[];
  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    service = await ServiceUnderTest.on(dataDir);
    logins = await Promise.all(Array.from({ length: MEMBERS }, () => service!.member()));
    await stop();
  });
  afterAll(async () => {
    await victim?.kill();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startVictim(): Promise<BrokerageClient> {
    victim = await ServiceProcess.start(dataDir);
    const { tokens } = await victim.credentials();
    return new BrokerageClient(victim.url, { token: tokens.operator });
  }
  async function start(): Promise<ServiceUnderTest> {
    return (service = await ServiceUnderTest.on(dataDir));
  }
  async function stop(): Promise<void> {
    const running = service;
    service = undefined;
    await running?.stop();
  }
  const rebuild = async (operator: BrokerageClient): Promise<void> =>
    expectStatus(await operator.post(`${PATH}/rebuild`, {}), 200);
  /** Waits for the requested rebuild. Returns how it ended. */
  const progress = async (operator: BrokerageClient): Promise<string> =>
    String((await operator.get(`${PATH}/progress`)).body)
      .trim()
      .split('\n')
      .at(-1) ?? '';
  async function generations(operator: BrokerageClient): Promise<readonly Generation[]> {
    const { body } = await operator.get(PATH);
    return (body as { generations: readonly Generation[] }).generations;
  }
  /** Expects the documents of a fold from zero, and no other generation. */
  async function expectSameFromZero(): Promise<void> {
    const stored = await storedDocuments(dataDir);
    expect(Object.keys(stored[NAME] ?? {})).toHaveLength(MEMBERS);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  }

  it('during a rebuild that an operator asked for is followed by the same rebuild going on, with reads answered all the time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await rebuild(await startVictim());
      await victim?.kill();
      const { client, operator } = await start();
      for (const login of logins.slice(0, 10)) {
        expectStatus(await client.get(`/restapi/members/${login}`), 200);
      }
      // a requested rebuild is completed without a new request
      expect(await progress(operator)).toContain('"state":"live"');
      const all = await generations(operator);
      expect(all).toHaveLength(round + 2);
      expect(all.at(-1)).toMatchObject({ live: true, state: 'live' });
      await stop();
    }
    await expectSameFromZero();
  });

  it('during a drop leaves the generation as it was or gone, and the drop can be asked for again', async () => {
    for (let round = 0; round <= ROUNDS; round++) {
      const asking = await startVictim();
      await rebuild(asking);
      await progress(asking);
      const [old] = await generations(asking);
      expect(old).toMatchObject({ live: false });
      const drop = (operator: BrokerageClient): Promise<ClientAnswer> =>
        operator.request('DELETE', `${PATH}/generations/${old?.collection ?? ''}`);
      const asked = drop(asking).then(
        ({ status }) => status,
        () => undefined,
      );
      // later rounds kill it during or after the rebuild
      for (let turn = 0; turn < round; turn++) await asking.get('/health/live');
      await victim?.kill();
      const answered = await asked;

      const { operator } = await start();
      const left = (await generations(operator)).filter(({ live }) => !live);
      if (answered === 204) expect(left).toEqual([]);
      expectStatus(await drop(operator), left.length === 0 ? 404 : 204);
      expect(await generations(operator)).toEqual([
        expect.objectContaining({ live: true, state: 'live' }),
      ]);
      await stop();
    }
    await expectSameFromZero();
  });
});

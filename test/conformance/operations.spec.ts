import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import type { DocumentStore } from '#libs/platform/read-models';
import { DOCUMENT_STORE, ReactionRegistry } from '#libs/platform/service';
import { eventually } from '../support/condition.js';
import { StreamReader } from '../support/feed-reader.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';

interface Generation {
  readonly collection: string;
  readonly live: boolean;
  readonly state: string;
  readonly documents: number;
}
interface Projection {
  readonly name: string;
  readonly state: string;
  readonly position: string;
  readonly stoppedAt?: string;
  readonly generations: readonly Generation[];
}

interface Diff {
  readonly live: string;
  readonly changed: number;
}

const ROOT = '/operator/projections';
const NAME = 'members.member';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { PARK_AFTER_ATTEMPTS: '2' });
});
afterAll(() => service.stop());

const projectionOf = ({ body }: ClientAnswer): Projection => body as Projection;
const get = async (): Promise<Projection> =>
  projectionOf(await service.operator.get(`${ROOT}/${NAME}`));

/** Progress lines of a rebuild, until it ends. */
async function progress(
  collection?: string,
): Promise<{ state: string; live: boolean; collection: string }[]> {
  const query = collection === undefined ? '' : `?collection=${collection}`;
  const answer = await service.operator.get(`${ROOT}/${NAME}/progress${query}`);
  expectStatus(answer, 200);
  const { body } = answer;
  return String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as never);
}

describe('read models for operators', () => {
  it('are listed with where they stand', async () => {
    const answer = await service.operator.get(ROOT);
    expectStatus(answer, 200);
    const all = answer.body as readonly Projection[];
    const { projections } = service.service.platform;
    expect(all.map(({ name }) => name)).toEqual(projections.map(({ name }) => name).sort());
    expect(all.find(({ name }) => name === NAME)).toMatchObject({
      version: projections.find(({ name }) => name === NAME)?.version,
      state: 'live',
      lagSeconds: expect.stringMatching(/^\d+\.\d$/),
      position: expect.stringMatching(/^\d+$/),
      generations: [{ live: true, state: 'live' }],
    });
  });

  it('are watched by many at the cost of one', async () => {
    const looking = jest.spyOn(service.service.platform.projectionRunner, 'observe');
    const many = 40;
    const readers = await Promise.all(
      Array.from({ length: many }, () => StreamReader.open(service.auditor, ROOT)),
    );
    for (const reader of readers) {
      const message = await reader.next();
      expect(message?.event).toBe('projections');
      expect(JSON.parse(message?.data ?? '')).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: NAME, state: 'live' })]),
      );
    }
    expect(looking.mock.calls.length).toBeLessThan(many);
    for (const reader of readers) reader.close();
    looking.mockRestore();
  });

  it('are rebuilt while readers read, and switched to', async () => {
    const loginId = await service.member();
    // the live generation has the member once this is read
    expectStatus(await service.client.get(`/restapi/members/${loginId}`), 200);
    const before = await get();
    const asked = await service.operator.post(`${ROOT}/${NAME}/rebuild`, {});
    expectStatus(asked, 200);
    const reads: number[] = [];
    const lines = progress();
    for (let read = 0; read < 20; read++) {
      reads.push((await service.client.get(`/restapi/members/${loginId}`)).status);
    }
    expect(new Set(reads)).toEqual(new Set([200]));
    expect((await lines).at(-1)).toMatchObject({ state: 'live', live: true });
    const after = await get();
    const [old, now] = after.generations.slice(-2);
    expect(old?.collection).toBe(before.generations.at(-1)?.collection);
    expect(old).toMatchObject({ live: false, state: 'retired' });
    expect(now).toMatchObject({ live: true, state: 'live', documents: old?.documents });
    const path = `${ROOT}/${NAME}/generations/${old?.collection}`;
    const dropped = await service.operator.request('DELETE', path);
    expectStatus(dropped, 204);
    expect(dropped.headers.get('x-consistency-token')).toMatch(/./);
    expect((await get()).generations).toHaveLength(after.generations.length - 1);
  });

  it('can be built on hold, compared with the live one, and go live when somebody says so', async () => {
    expectStatus(await service.operator.post(`${ROOT}/${NAME}/rebuild`, { hold: true }), 200);
    const building = (await get()).generations.at(-1)?.collection ?? '';
    expect((await progress(building)).at(-1)).toMatchObject({ collection: building, live: false });
    const held = await eventually(async () =>
      (await get()).generations.find(({ state }) => state === 'ready'),
    );
    const { collection } = held;
    const documents = service.service.app.get<DocumentStore>(DOCUMENT_STORE);
    const loginId = await service.member();
    const diff = `${ROOT}/${NAME}/generations/${collection}/diff`;
    const same = await eventually(async () => {
      const { body } = await service.auditor.get(diff);
      return (body as { ahead: number }).ahead === 0 ? (body as Diff) : undefined;
    });
    expect(same).toMatchObject({ collection, changed: 0, added: 0, gone: 0, samples: [] });
    const { position, document } = await eventually(
      async () => (await documents.load(collection, [loginId]))[0],
    );
    const forged = { ...document, firstName: 'Forged' };
    const writes = [{ collection, id: loginId, document: forged, position: position + 1n }];
    await documents.write({ writes, checkpoints: [] });
    await service.account();
    const found = await eventually(async () => {
      const { body } = await service.operator.get(diff);
      return (body as Diff).changed === 1 ? (body as Diff) : undefined;
    });
    expect(found).toMatchObject({
      fields: [{ field: 'firstName', documents: 1 }],
      samples: [{ id: loginId, kind: 'changed', fields: ['firstName'] }],
    });
    expect(JSON.stringify(found)).not.toContain('Forged');
    expectStatus(await service.backoffice.get(diff), 403);
    expectProblems(await service.operator.get(diff.replace(collection, found.live)), [
      { errorCode: 'projection.live.generation.rule' },
    ]);
    expectStatus(await service.operator.get(diff.replace(collection, 'nope')), 404);
    expectStatus(await service.operator.post(`${ROOT}/${NAME}/switch`, { collection }), 200);
    expect((await get()).generations.find(({ live }) => live)).toMatchObject({ collection });
  });

  it('built on hold go live when they are asked for once more without', async () => {
    expectStatus(await service.operator.post(`${ROOT}/${NAME}/rebuild`, { hold: true }), 200);
    expectStatus(await service.operator.post(`${ROOT}/${NAME}/rebuild`, {}), 200);
    await eventually(async () => (await get()).generations.at(-1)?.live === true || undefined);
  });

  it('leave each change in the log, with who asked for it', async () => {
    const before = await service.head();
    expectStatus(await service.operator.post(`${ROOT}/rtgs.rtg/rebuild`, {}), 200);
    const events = (await service.log()).filter(({ position }) => position > before);
    expect(events.filter(({ stream }) => stream.startsWith('operations-'))).toMatchObject([
      {
        stream: 'operations-rtgs.rtg',
        type: 'operations.RebuildRequested.v1',
        data: { projection: 'rtgs.rtg', hold: false },
        metadata: { caller: 'demo.operator' },
      },
    ]);
  });

  it('are not changed by what is wrong', async () => {
    const { generations } = await get();
    const live = generations.find((one) => one.live)?.collection ?? '';
    await expectUnchanged(service, async () => {
      const { operator } = service;
      const unknown = await operator.get(`${ROOT}/nope`);
      expectStatus(unknown, 404);
      expect(JSON.stringify(unknown.body)).toContain(`, ${NAME}, `);
      expectStatus(await operator.get(`${ROOT}/nope/progress`), 404);
      expectStatus(await operator.post(`${ROOT}/nope/rebuild`, {}), 404);
      expectProblems(await operator.post(`${ROOT}/${NAME}/rebuild`, { hold: 'perhaps' }), [
        { field: 'hold' },
      ]);
      expectProblems(await operator.post(`${ROOT}/${NAME}/switch`, {}), [
        { field: 'collection', errorCode: 'cannot.be.null' },
      ]);
      expectProblems(await operator.post(`${ROOT}/${NAME}/switch`, { collection: 'x' }), [
        { field: 'collection', errorCode: 'invalid.value' },
      ]);
      const none = await operator.request('DELETE', `${ROOT}/${NAME}/generations/x`);
      expectStatus(none, 404);
      expect(JSON.stringify(none.body)).toContain(live);
      expectProblems(await operator.request('DELETE', `${ROOT}/${NAME}/generations/${live}`), [
        { field: 'collection', errorCode: 'projection.live.generation.rule' },
      ]);
    });
  });

  it('are not dropped when they have gone live since that was asked for', async () => {
    const path = `${ROOT}/${NAME}`;
    expectStatus(await service.operator.post(`${path}/rebuild`, { hold: true }), 200);
    const held = (await progress()).at(-1)?.collection ?? '';
    const { generations } = service.service.platform.projectionRunner;
    const drop = generations.drop.bind(generations);
    jest.spyOn(generations, 'drop').mockImplementationOnce(async (name, collection) => {
      await generations.switchTo(name, collection);
      await progress(collection);
      return drop(name, collection);
    });
    const answer = await service.operator.request('DELETE', `${path}/generations/${held}`);
    expectProblems(answer, [{ field: 'collection', errorCode: 'projection.live.generation.rule' }]);
    expect((await get()).generations.find(({ live }) => live)?.collection).toBe(held);
  });

  it('go on without the event they have stopped at, or the one that is named', async () => {
    const path = `${ROOT}/${NAME}/skip`;
    const refused = await expectUnchanged(service, () => service.operator.post(path, {}));
    expectProblems(refused, [{ errorCode: 'projection.not.stopped.rule' }]);
    const { projections } = service.service.platform;
    const faulty = projections.find(({ name }) => name === NAME);
    if (!faulty) throw new Error(`there is no ${NAME}`);
    const fold = jest.spyOn(faulty, 'fold').mockImplementationOnce(() => {
      throw new Error('no fold of this build takes it');
    });
    const lost = await service.member();
    const stopped = await eventually(async () => {
      const { stoppedAt, position } = await get();
      return stoppedAt === undefined ? undefined : { stoppedAt, position };
    });
    fold.mockRestore();
    for (const position of ['x', stopped.position, '9'.repeat(19)]) {
      const wrong = await expectUnchanged(service, () => service.operator.post(path, { position }));
      expectProblems(wrong, [{ field: 'position' }]);
    }
    const body = { position: stopped.stoppedAt, reason: 'ticket 4711' };
    const skipped = await service.operator.post(path, body);
    expectStatus(skipped, 200);
    expect(skipped.body).toMatchObject({ skipped: [stopped.stoppedAt] });
    expectStatus(await service.client.get(`/restapi/members/${await service.member()}`), 200);
    expectStatus(await service.client.get(`/restapi/members/${lost}`), 404);

    const unskip = `${ROOT}/${NAME}/unskip`;
    const other = { ...body, position: stopped.position };
    const unknown = await expectUnchanged(service, () => service.operator.post(unskip, other));
    expectProblems(unknown, [
      { errorCode: 'projection.event.not.skipped.rule', field: 'position' },
    ]);
    const unskipped = await service.operator.post(unskip, body);
    expectStatus(unskipped, 200);
    expect(unskipped.body).toMatchObject({ skipped: [] });
    await progress();
    expectStatus(await service.client.get(`/restapi/members/${lost}`), 200);
    const asked = (await service.log()).filter(({ data }) => data['reason'] === body.reason);
    expect(asked.map(({ type }) => type)).toEqual([
      'operations.EventSkipped.v1',
      'operations.EventUnskipped.v1',
    ]);
  });

  it('are for operators, and for auditors to read', async () => {
    const paths = [ROOT, `${ROOT}/${NAME}`, `${ROOT}/${NAME}/progress`];
    for (const path of paths) {
      expectStatus(await service.auditor.get(path), 200);
      for (const other of [service.client, service.backoffice]) {
        expectStatus(await other.get(path), 403);
      }
    }
    const others: readonly BrokerageClient[] = [
      service.auditor,
      service.client,
      service.backoffice,
    ];
    for (const other of others) {
      expectStatus(await other.post(`${ROOT}/${NAME}/rebuild`, {}), 403);
      expectStatus(await other.post(`${ROOT}/${NAME}/switch`, { collection: 'x' }), 403);
      expectStatus(await other.post(`${ROOT}/${NAME}/skip`, {}), 403);
      expectStatus(await other.post(`${ROOT}/${NAME}/unskip`, {}), 403);
      expectStatus(await other.request('DELETE', `${ROOT}/${NAME}/generations/x`), 403);
    }
  });
});

interface Consumer {
  readonly name: string;
  readonly lagSeconds: string;
  readonly parked: readonly { readonly position: string; readonly stream: string }[];
  readonly skipped: readonly string[];
}

describe('consumers of the log for operators', () => {
  const CONSUMERS = '/operator/consumers';
  const CONSUMER = 'rtgs.tell-followers';
  const SECRET = '123-45-6789';
  const PATH = `${CONSUMERS}/${CONSUMER}`;
  let model = 900;

  const consumer = async (): Promise<Consumer | undefined> =>
    ((await service.auditor.get(CONSUMERS)).body as Consumer[]).find(
      ({ name }) => name === CONSUMER,
    );
  /** The consumer's parked events, once there are `count`. */
  const parked = (count: number): Promise<Consumer['parked']> =>
    eventually(async () => {
      const now = (await consumer())?.parked;
      return now?.length === count ? now : undefined;
    });

  /** Resolves once the consumer's lag is as wanted. */
  const lag = (wanted: (seconds: number) => boolean): Promise<string> =>
    eventually(async () => {
      const { lagSeconds = '' } = (await consumer()) ?? {};
      expect(lagSeconds).toMatch(/^\d+\.\d$/);
      return wanted(Number(lagSeconds)) ? lagSeconds : undefined;
    });

  /** Makes the reaction to model changes throw. Returns a function that restores it. */
  function faulty(): () => void {
    const reaction = service.service.app
      .get(ReactionRegistry)
      .all()
      .find(({ name }) => name === CONSUMER);
    if (!reaction) throw new Error(`there is no ${CONSUMER}`);
    const react = jest.spyOn(reaction, 'react');
    react.mockImplementation(() => Promise.reject(new RangeError(SECRET)));
    return () => react.mockRestore();
  }

  /** Defines a model and changes it `count` times. Returns its id. */
  async function changedModel(times = 1): Promise<string> {
    const oid = String((model += 1));
    for (let change = 0; change <= times; change++) {
      const targetWeights = [{ ticker: 'VTI', targetWeight: '100.00' }];
      const body = { name: `Model ${oid}.${change}`, targetWeights };
      expectStatus(await service.backoffice.put(`/backoffice/rtgs/${oid}`, body), 200);
    }
    return oid;
  }

  it('are listed with where they stand, and with the event that one has parked after its attempts [running.parked]', async () => {
    const listed = (await service.operator.get(CONSUMERS)).body as Consumer[];
    const names = listed.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining([CONSUMER, 'feed.translator']));
    expect((await consumer())?.parked).toEqual([]);

    const mend = faulty();
    const [one, other] = [await changedModel(2), await changedModel()];
    // while it tries, it stays before the event
    await lag((seconds) => seconds > 0);
    const events = await parked(2);
    expect(events).toMatchObject(
      [one, other].map((oid) => ({
        ...{ type: 'rtg.RtgUpdated.v1', stream: `rtg-${oid}`, partition: `rtg-${oid}` },
        ...{ attempts: 2, position: expect.stringMatching(/^\d+$/) },
        recordedAt: expect.stringMatching(/^\d{4}-.*\+00:00$/),
        error: expect.stringMatching(/^RangeError/),
      })),
    );
    expect(JSON.stringify(events)).not.toContain(SECRET);

    // the second change of the first model waits behind the first
    mend();
    const retried = await service.operator.post(`${PATH}/retry`, { position: events[0]?.position });
    expectStatus(retried, 200);
    expect(await parked(1)).toMatchObject([{ stream: `rtg-${other}` }]);
    expect(await completedNotices(one)).toBe(2);
    expectStatus(await service.operator.post(`${PATH}/retry`, {}), 200);
    await parked(0);
    expect(await completedNotices(other)).toBe(1);
    await lag((seconds) => seconds === 0);
  });

  it('go on without a parked event when an operator says so, which the log has with a reason [running.parked]', async () => {
    const mend = faulty();
    const oid = await changedModel();
    const [{ position } = {}] = await parked(1);
    mend();
    const body = { position, reason: 'Told by phone' };
    const skipped = await service.operator.post(`${PATH}/skip`, body);
    expectStatus(skipped, 200);
    expect(skipped.body).toMatchObject({ name: CONSUMER, skipped: [position] });
    await parked(0);
    expect(await completedNotices(oid)).toBe(0);
    const asked = (await service.log()).filter(
      ({ type, data }) =>
        type === 'operations.ParkedEventSkipped.v1' && data['position'] === position,
    );
    expect(asked).toMatchObject([
      {
        ...{ stream: 'operations-consumers', data: { consumer: CONSUMER, ...body } },
        metadata: { caller: 'demo.operator' },
      },
    ]);
  });

  it('are asked for nothing that they have not parked, and by operators only [running.parked]', async () => {
    await expectUnchanged(service, async () => {
      const { operator } = service;
      const rule = 'consumer.event.not.parked.rule';
      expectProblems(await operator.post(`${PATH}/retry`, {}), [{ errorCode: rule }]);
      expectProblems(await operator.post(`${PATH}/retry`, { position: '1' }), [
        { field: 'position', errorCode: rule },
      ]);
      expectProblems(await operator.post(`${PATH}/skip`, { position: '1', reason: 'none' }), [
        { field: 'position', errorCode: rule },
      ]);
      expectProblems(await operator.post(`${PATH}/skip`, { position: 'x' }), [
        { field: 'position', errorCode: 'allows.only.digits' },
        { field: 'reason', errorCode: 'cannot.be.null' },
      ]);
      const unknown = await operator.post(`${CONSUMERS}/nope/retry`, {});
      expectStatus(unknown, 404);
      expect(JSON.stringify(unknown.body)).toContain(`, ${CONSUMER}`);
      for (const other of [service.client, service.backoffice]) {
        expectStatus(await other.get(CONSUMERS), 403);
      }
      for (const other of [service.auditor, service.client, service.backoffice]) {
        expectStatus(await other.post(`${PATH}/retry`, {}), 403);
        expectStatus(await other.post(`${PATH}/skip`, { position: '1', reason: 'none' }), 403);
      }
    });
  });

  /** Number of changes of a model of which its followers have been notified. */
  async function completedNotices(oid: string): Promise<number> {
    const found = (await service.log()).filter(
      ({ type, data }) => type.startsWith('rtg.NoticesCompleted.') && data['rtgOid'] === oid,
    );
    return found.length;
  }
});

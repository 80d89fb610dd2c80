import { describe, expect, it, jest } from '@jest/globals';
import { sealedTexts } from '#libs/platform/event-store';
import { sealingKeys } from '#libs/platform/runtime';
import { MAX_STREAMS } from '#libs/platform/service';
import { eventually } from '../../support/condition.js';
import { expectStatus } from '../../support/running-service.js';
import { type Body, certified, erase, erasurePath, person, service } from './set-up.js';

describe('erasure of a person [erasure.complete]', () => {
  it('reaches every stream with data of the person, by an index and not through the log', async () => {
    const { loginId } = await person();
    const log = await service.log();
    const sealed = log.filter(({ data }) =>
      sealedTexts(data).some((text) => sealingKeys(text).includes(`person:${loginId}`)),
    );
    const streams = [...new Set(sealed.map(({ stream }) => stream))];
    expect(streams.length).toBeGreaterThan(2);
    const { eventStore } = service.service.platform;
    const looks: (bigint | undefined)[] = [];
    const readAll = jest.spyOn(eventStore, 'readAll');
    try {
      await erase(loginId);
      looks.push(...readAll.mock.calls.map(([options]) => options?.after));
    } finally {
      readAll.mockRestore();
    }
    const head = log.at(-1)?.position ?? 0n;
    expect(looks.filter((after = 0n) => after < head)).toEqual([]);
    const listed = (await service.log())
      .filter(({ stream }) => stream === `erasureScope-${loginId}`)
      .flatMap(({ data }) => data['streams']);
    expect(listed).toEqual(expect.arrayContaining(streams));
  });

  it('names thousands of streams in as many events as it takes', async () => {
    const { loginId } = await person();
    const { readModels } = service.service.platform;
    const names = Array.from({ length: 2 * MAX_STREAMS + 1 }, (_, n) => `cash-${loginId}/${n}`);
    const each = async function* () {
      for (const stream of names) yield await Promise.resolve({ stream });
    };
    const original = readModels.of.bind(readModels);
    const of = jest.spyOn(readModels, 'of').mockImplementation((definition) => {
      const model = original(definition);
      const isIndex = definition.name === 'erasure.sealedStream';
      return isIndex ? (Object.create(model, { each: { value: each } }) as typeof model) : model;
    });
    try {
      await erase(loginId);
    } finally {
      of.mockRestore();
    }
    const listed = (await service.log())
      .filter(({ stream }) => stream === `erasureScope-${loginId}`)
      .map(({ data }) => data['streams'] as string[]);
    expect(listed.map(({ length }) => length)).toEqual([MAX_STREAMS, MAX_STREAMS, 1]);
    expect(listed.flat()).toEqual(names);
    expect((await service.operator.get(erasurePath(loginId))).body).toMatchObject({
      status: 'erased',
    });
  });

  it('shows what it waits for until it is certified', async () => {
    const { loginId } = await person();
    const { generations } = service.service.platform.projectionRunner;
    const behind = ['members_member_v1_g7'];
    const ways = [
      jest.spyOn(generations, 'dropAbandoned').mockResolvedValue(behind),
      jest.spyOn(generations, 'behind').mockResolvedValue(behind),
    ];
    const asked = service.operator.post(erasurePath(loginId));
    try {
      const state = await eventually(async () => {
        const { body } = await service.auditor.get(erasurePath(loginId));
        return (body as Body)['status'] === 'erasable' ? undefined : body;
      });
      const erasure = { certified: false, certifiedAt: null, erasureHash: null };
      expect(state).toMatchObject({ status: 'erasing', waitingFor: behind, erasure });
    } finally {
      for (const way of ways) way.mockRestore();
    }
    expectStatus(await asked, 201);
    await certified(loginId);
    expect((await service.auditor.get(erasurePath(loginId))).body).toMatchObject({
      status: 'erased',
      waitingFor: [],
      erasure: { certified: true },
    });
  });
});

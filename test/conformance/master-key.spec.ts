import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyFingerprint } from '#libs/platform/runtime';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../support/running-service.js';

const PATH = '/operator/keys/master-key';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

interface Status {
  readonly fingerprint: string;
  readonly otherFingerprint: string | null;
  readonly keys: number;
}

async function status(): Promise<Status> {
  const answer = await service.auditor.get(PATH);
  expectStatus(answer, 200);
  return answer.body as Status;
}
async function replace(body: object = {}): Promise<Record<string, unknown>[]> {
  const answer = await service.operator.post(`${PATH}/replacement`, body);
  expectStatus(answer, 200);
  const lines = String(answer.body).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the master key', () => {
  it('is replaced beside requests, and the log says by whom', async () => {
    const before = await service.member();
    const old = await status();
    expect(old).toMatchObject({ otherFingerprint: null, generated: true, otherKeys: 0 });
    const { length } = await service.log();

    const lines = await replace({ from: old.fingerprint });
    const now = await status();
    expect(now).toEqual({ ...old, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const pair = { from: old.fingerprint, to: now.fingerprint };
    expect(lines.at(-1)).toEqual({
      ...{ looked: old.keys, total: old.keys, rewrapped: old.keys, finished: true },
      ...pair,
    });
    const [begun, replaced] = (await service.log()).slice(length);
    expect(begun).toMatchObject({
      stream: 'masterKey-replacements',
      type: 'keys.MasterKeyReplacementBegun.v1',
      data: pair,
      metadata: { caller: 'demo.operator' },
    });
    expect(replaced).toMatchObject({
      type: 'keys.MasterKeyReplaced.v1',
      data: { ...pair, keys: old.keys, unopened: 0 },
      metadata: { caller: 'demo.operator' },
    });
    expect(keyFingerprint(service.service.platform.keys.wrapper.masterKeys.wraps)).toBe(pair.to);
    expectStatus(await service.client.get(`/restapi/members/${before}`), 200);
    await service.member();
  });

  it('is replaced once by two who ask at the same time for the same', async () => {
    const { fingerprint: from } = await status();
    const { length } = await service.log();
    const answers = await Promise.all(
      [1, 2].map(() => service.operator.post(`${PATH}/replacement`, { from })),
    );
    // the second may arrive when the first is done
    expect(answers.map((answer) => answer.status)).toContain(200);
    for (const answer of answers) if (answer.status !== 200) expect(answer.status).toBe(400);
    const events = (await service.log()).slice(length).map(({ type }) => type);
    expect(events).toEqual(['keys.MasterKeyReplacementBegun.v1', 'keys.MasterKeyReplaced.v1']);
    expect(await status()).toMatchObject({ otherFingerprint: null });
  });

  it('is replaced once for one key of the caller', async () => {
    const { fingerprint: from } = await status();
    const headers = { 'idempotency-key': 'one-master-key' };
    const ask = () => service.operator.post(`${PATH}/replacement`, {}, headers);
    const lastOf = ({ body }: { body: unknown }): unknown =>
      JSON.parse(String(body).trim().split('\n').at(-1) ?? '');
    const first = await ask();
    const { fingerprint: to } = await status();
    expect(lastOf(first)).toMatchObject({ finished: true, from, to });
    const { length } = await service.log();
    const second = await ask();
    expectStatus(second, 200);
    expect(lastOf(second)).toMatchObject({ finished: true, from, to, rewrapped: 0 });
    expect(await status()).toMatchObject({ fingerprint: to, otherFingerprint: null });
    expect(await service.log()).toHaveLength(length);
  });

  it('stays when another is to be replaced, or somebody else asks', async () => {
    const before = await status();
    await expectUnchanged(service, async () => {
      const { operator, auditor, client, backoffice } = service;
      expectProblems(await operator.post(`${PATH}/replacement`, { from: '0'.repeat(64) }), [
        { field: 'from', errorCode: 'invalid.value' },
      ]);
      expectProblems(await operator.post(`${PATH}/replacement`, { from: true }), [
        { field: 'from' },
      ]);
      for (const caller of [auditor, client, backoffice]) {
        expectStatus(await caller.post(`${PATH}/replacement`, {}), 403);
      }
      for (const caller of [client, backoffice]) expectStatus(await caller.get(PATH), 403);
    });
    expect(await status()).toEqual(before);
  });
});

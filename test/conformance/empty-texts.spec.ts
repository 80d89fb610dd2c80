import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { Wire } from '../support/wire.js';
import { NOWHERE, plainWrites } from './writes/index.js';
import { makeWorld } from './writes/world.js';
import { numbered, type World } from './writes/write.js';

let service: ServiceUnderTest;
let world: World;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  world = await makeWorld(service);
});
afterAll(() => service.stop());

/** The paths to all texts of a body. */
function textsIn(value: unknown, steps: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [steps];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...steps, key]));
}

function withValue(body: unknown, steps: readonly string[], value: unknown): unknown {
  const copy = structuredClone(body);
  let holder = copy as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  holder[steps.at(-1) ?? ''] = value;
  return copy;
}

/** What a response says, without what each run generates anew. */
const meaning = (text: string): string =>
  text.replaceAll(
    /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|R[A-Z][0-9A-Z]{8}|\d{6,}|[\w+/-]{40,}=*/g,
    '#',
  );

describe('an empty or blank text stands for null, in every field of every body [request.empty]', () => {
  it.each(numbered(plainWrites))('%s', async (_name, make) => {
    const { role = 'client', method, path, headers = {}, body } = make(world);
    const wire = new Wire(service, service.credentials.tokens[role]);
    const say = async (sent: unknown): Promise<unknown> => {
      const answer = await wire.json(method, path, sent, { ...headers, 'dry-run': 'true' });
      return [answer.status, meaning(answer.text)];
    };
    const sample = body();
    for (const steps of textsIn(sample)) {
      const [asNull, empty, blank] = await Promise.all(
        [null, '', ' \t\u00a0'].map((value) => say(withValue(sample, steps, value))),
      );
      expect([steps, empty]).toEqual([steps, asNull]);
      expect([steps, blank]).toEqual([steps, asNull]);
    }
  });

  it('knows every write', () => {
    expect(numbered(plainWrites).length).toBeGreaterThan(30);
    expect(textsIn(plainWrites['POST /restapi/members']?.(NOWHERE).body()).length).toBeGreaterThan(
      10,
    );
  });

  it('clears what null clears in an update, and leaves the rest [request.empty member.update]', async () => {
    const owner = await service.member();
    const path = `/restapi/members/${owner}`;
    expectStatus(await service.client.put(path, { netWorth: '3', employerName: 'Acme' }), 200);
    expectStatus(await service.client.put(path, { netWorth: '', employerName: ' ' }), 200);
    expect((await service.client.get(path)).body).toMatchObject({
      netWorth: null,
      employerName: null,
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, describeApi } from '#libs/platform/http';
import { PATIENCE_MS } from '../support/condition.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { Wire } from '../support/wire.js';
import { dealingWrites, fedWrites, peopleWrites } from './writes/index.js';
import { makeWorld } from './writes/world.js';
import type { Role, World, Write } from './writes/write.js';

/** Characters of one byte and of four; digits are taken where nothing else is. */
const CHARACTERS = ['😀', 'x', '9'];
/** Lengths of texts of which no write says how long they may be. */
const LENGTHS = [2_000, 513, 512, 257, 256, 255, 128];
/** Lengths of ids in a path. */
const ID_LENGTHS = [256, 255, 129, 128, 65, 64, 40, 19, 17, 10];

const WRITES = Object.entries({ ...peopleWrites, ...dealingWrites, ...fedWrites }).filter(
  ([name]) => !name.endsWith('other spellings'),
);

let service: ServiceUnderTest;
let world: World;
let document: ApiDocument;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, {}, { oddRequests: true });
  world = await makeWorld(service);
  document = describeApi(service.service.app);
});
afterAll(() => service.stop());

/** A body with another text in a place such as `minor.firstName` or `primaryBeneficiaries[].ssn`. */
function withText(body: unknown, place: string, text: string): unknown {
  const copy = structuredClone(body);
  const [last = '', ...holders] = place.replaceAll('[]', '.0').split('.').reverse();
  let holder = copy as Record<string, unknown> | undefined;
  for (const name of holders.reverse()) holder = holder?.[name] as typeof holder;
  if (typeof holder !== 'object') return undefined;
  holder[last] = text;
  return copy;
}

/** A body without what repeats an id of the path. */
function withoutIds({ body, fields }: Write): unknown {
  const sent = body();
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => fields[name] !== 'same'));
}

/** Places in a path, from 0, that are parameters. */
function parametersOf({ method, path }: Write): number[] {
  const template = Object.keys(document.paths).find(
    (known) =>
      method.toLowerCase() in (document.paths[known] ?? {}) &&
      new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const segments = (template ?? '').split('/');
  return segments.flatMap((segment, at) => (segment.startsWith('{') ? [at] : []));
}

/** Sends a write; answers whether it was accepted. */
async function isTaken(
  { role = 'client', method, headers }: Write,
  path: string,
  body: unknown,
): Promise<boolean> {
  const tokens: Readonly<Record<Role, string>> = service.credentials.tokens;
  const answer = await new Wire(service, tokens[role]).json(method, path, body, headers);
  if (answer.status >= 500) throw new Error(`${answer.status} of ${method} ${path.slice(0, 300)}`);
  return answer.status < 300;
}

describe('the longest text that is taken', () => {
  let taken = 0;

  it.each(WRITES)('stops no read model: %s', async (_name, make) => {
    const write = make(world);
    for (const [place, kind] of Object.entries(write.fields)) {
      const text = /^[!?]?(?:text|id|digits|email|phone)(?: (\d+))?$/.exec(kind);
      if (!text) continue;
      const lengths = text[1] === undefined ? LENGTHS : [Number(text[1])];
      for (const character of CHARACTERS) {
        for (const length of lengths) {
          const sent = withText(make(world).body(), place, character.repeat(length));
          if (sent === undefined || !(await isTaken(write, write.path, sent))) continue;
          taken += 1;
          break;
        }
      }
    }
    for (const at of parametersOf(write)) {
      for (const character of CHARACTERS) {
        for (const length of ID_LENGTHS) {
          const segments = write.path.split('/');
          segments[at] = encodeURIComponent(character.repeat(length));
          if (!(await isTaken(write, segments.join('/'), withoutIds(make(world))))) continue;
          taken += 1;
          break;
        }
      }
    }
    const { eventStore, projectionRunner } = service.service.platform;
    expect(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS)).toBe(true);
    expect(projectionRunner.status().filter(({ state }) => state === 'stopped')).toEqual([]);
  });

  it('has been tried', () => {
    expect(taken).toBeGreaterThan(200);
  });
});

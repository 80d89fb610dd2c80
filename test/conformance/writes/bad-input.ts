import { describe, expect, it } from '@jest/globals';
import type { Problem } from '#libs/platform/kernel';
import type { RawAnswer } from '../../support/raw-request.js';
import { expectErrorList } from '../../support/wire.js';
import { type Mutation, mutationsOf } from './mutations.js';
import type { Sender } from './sender.js';
import { NOWHERE } from './world.js';
import type { Writes } from './write.js';

type Step = string | number;
type Holder = Record<Step, unknown>;

/** Every place of a value with the steps that lead to it; the items of a list share a place. */
function placesOf(value: unknown, place = '', steps: readonly Step[] = []): [string, Step[]][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const item = Array.isArray(value);
    const name = item ? `${place}[]` : place === '' ? key : `${place}.${key}`;
    const here = [...steps, item ? Number(key) : key];
    const own: [string, Step[]][] = item ? [] : [[name, here]];
    return [...own, ...placesOf(one, name.replace(/^\[\]$/, '[]'), here)];
  });
}

/** The body with another value in one place; without a value the key is left out. */
function changed(body: unknown, steps: readonly Step[], { value }: Mutation): unknown {
  const copy = structuredClone(body);
  let holder = copy as Holder;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Holder;
  const last = steps.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return copy;
}

function valueAt(body: unknown, steps: readonly Step[]): unknown {
  return steps.reduce((value, step) => (value as Holder)[step], body);
}

/**
 * For every field of every write: missing, null, of the wrong type, empty, too long, outside the code list, in the wrong case.
 * The answer is 400 with a VALIDATION_FIELD on that very field, and nothing is stored.
 */
export function describeBadInput(writes: Writes, sender: Sender): void {
  describe.each(Object.entries(writes))('%s', (_name, make) => {
    const { fields, body: form, looked = Object.keys(fields) } = make(NOWHERE);
    const places = new Map(placesOf(form()).reverse());

    it('describes every field of its body', () => {
      expect([...places.keys()].sort()).toEqual(Object.keys(fields).sort());
    });

    const cases = looked.map((place) => [place, fields[place] ?? 'text'] as const);
    it.each(cases)('%s: %s', async (place, kind) => {
      const write = make(sender.world);
      const steps = places.get(place) ?? [];
      const field = String(steps.at(-1));
      const failures: string[] = [];
      const sample = valueAt(write.body(), steps);
      for (const mutation of mutationsOf(kind, sample, write.missing?.[place])) {
        const before = await sender.head();
        const answer = await sender.json(write, changed(write.body(), steps, mutation));
        if ((await sender.head()) !== before) failures.push(`${mutation.what}: stored`);
        const wrong = differs(answer, field, mutation.codes, write.wrong?.[place]);
        if (wrong !== undefined) failures.push(`${mutation.what}: ${wrong}`);
      }
      expect(failures).toEqual([]);
    });

    it('is not there for another firm, and a back office is not open to clients', async () => {
      const write = make(sender.world);
      if (write.path.split('/').length < 4) return;
      const before = await sender.head();
      const { status, body } = await sender.asStranger(write);
      expect(await sender.head()).toBe(before);
      const ofOthers = /^\/(?:backoffice|operator)\//.test(write.path);
      const codes = (body as Problem[]).map(({ type, errorCode }) => errorCode ?? type);
      if (write.path.includes('/microdeposits/')) {
        // the codes of verification win over 404 ([bank-link.codes-win])
        expect([status, codes]).toEqual([400, ['banklink.not.owned.by.account']]);
      } else {
        expect([status, codes]).toEqual(ofOthers ? [403, ['not.allowed']] : [404, ['not.found']]);
      }
    });

    it('is accepted as it stands', async () => {
      const write = make(sender.world);
      const answer = await sender.json(write, write.body());
      expect([answer.status, answer.status < 300 ? [] : answer.body]).toEqual([
        expect.any(Number),
        [],
      ]);
    });
  });
}

/** What an answer has instead of a problem on the field; undefined when it has one. */
function differs(
  answer: RawAnswer,
  field: string,
  codes: readonly string[],
  own?: string,
): string | undefined {
  if (answer.status !== 400) return `${answer.status} ${answer.text}`;
  expectErrorList(answer, 400);
  const found = (answer.body as Problem[]).some(
    ({ field: name, errorCode = '' }) =>
      name === field && (codes.length === 0 || codes.includes(errorCode) || errorCode === own),
  );
  return found ? undefined : answer.text;
}

import { describe, expect, it } from '@jest/globals';
import type { Problem } from '#libs/platform/kernel';
import type { RawResponse } from '../../support/raw-request.js';
import { expectErrorList } from '../../support/wire.js';
import { type Mutation, mutationsOf } from './mutations.js';
import type { Sender } from './sender.js';
import { NOWHERE } from './world.js';
import { numbered, type Writes } from './write.js';

type Step = string | number;
type Holder = Record<Step, unknown>;

/** Every place of a value and the path to it; the items of a list share a place. */
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

/** The body with the value in one place replaced, or removed if undefined. */
function changed(body: unknown, { steps, mutation: { value } }: Trial): unknown {
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

/** A wrong value for one field of a body. */
interface Trial {
  readonly place: string;
  readonly steps: readonly Step[];
  readonly mutation: Mutation;
}

const nameOf = ({ steps }: Trial): string => String(steps.at(-1));

/** Groups wrong values that can be sent together: none share a field name, and none is inside what another replaces. */
function batchesOf(trials: readonly Trial[]): Trial[][] {
  const batches: Trial[][] = [];
  const isInside = (inner: Trial, { place }: Trial): boolean =>
    ['.', '['].some((next) => inner.place.startsWith(place + next));
  const isApart = (one: Trial, other: Trial): boolean =>
    nameOf(one) !== nameOf(other) && !isInside(one, other) && !isInside(other, one);
  for (const trial of trials) {
    const batch = batches.find((known) => known.every((one) => isApart(one, trial)));
    if (batch === undefined) batches.push([trial]);
    else batch.push(trial);
  }
  return batches;
}

/**
 * Sends wrong values for every field of every write: missing, null, of the wrong type, empty, too long, outside the code list, in
 * the wrong case. Each must get a 400 with a VALIDATION_FIELD on that very field, and nothing may be stored. Since an error list has
 * all problems, one body carries many wrong values; one that the response doesn't name is sent again alone.
 */
export function describeBadInput(writes: Writes, sender: Sender): void {
  describe.each(numbered(writes))('%s', (_name, make, n) => {
    const { fields, body: form, looked = Object.keys(fields) } = make(NOWHERE);
    const places = new Map(placesOf(form()).reverse());

    it('describes every field of its body', () => {
      expect([...places.keys()].sort()).toEqual(Object.keys(fields).sort());
    });

    it('is refused with a wrong value in any field, which is named', async () => {
      const write = make(sender.world);
      const sample = write.body();
      const trials = looked.flatMap((place, at) => {
        const steps = places.get(place) ?? [];
        const kind = fields[place] ?? 'text';
        const wrong = mutationsOf(kind, valueAt(sample, steps), n + at, write.missing?.[place]);
        return wrong.map((mutation): Trial => ({ place, steps, mutation }));
      });
      const failures: string[] = [];
      /** Wrong values that the response to all of them doesn't name. */
      const missedOf = async (batch: readonly Trial[]): Promise<[Trial, string][]> => {
        const before = await sender.head();
        const answer = await sender.json(write, batch.reduce<unknown>(changed, write.body()));
        if ((await sender.head()) !== before) failures.push(`${told(batch)}: stored`);
        if (answer.status === 400) expectErrorList(answer, 400);
        return batch.flatMap((trial): [Trial, string][] => {
          const wrong = differs(answer, nameOf(trial), trial.mutation, write.wrong?.[trial.place]);
          return wrong === undefined ? [] : [[trial, wrong]];
        });
      };
      for (const batch of batchesOf(trials)) {
        for (const [trial] of await missedOf(batch)) {
          for (const [, wrong] of await missedOf([trial])) {
            failures.push(`${told([trial])}: ${wrong}`);
          }
        }
      }
      expect(failures).toEqual([]);
    });

    it('is not there for another firm, and a back office is not open to clients', async () => {
      const write = make(sender.world);
      // what another firm makes under the same name is its own
      const makes = write.method === 'PUT' && write.path.startsWith('/restapi/subscriptions/');
      if (makes || write.path.split('/').length < 4) return;
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
      if (write.refused !== undefined) {
        expect(answer.body).toMatchObject([{ errorCode: write.refused }]);
        return;
      }
      expect([answer.status, answer.status < 300 ? [] : answer.body]).toEqual([
        expect.any(Number),
        [],
      ]);
    });
  });
}

const told = (batch: readonly Trial[]): string =>
  batch.map(({ place, mutation: { what } }) => `${place} ${what}`).join(', ');

/** The problems of a response that lacks one on the field; undefined if it has one. */
function differs(
  answer: RawResponse,
  field: string,
  { codes }: Mutation,
  own?: string,
): string | undefined {
  if (answer.status !== 400) return `${answer.status} ${answer.text}`;
  const found = (answer.body as Problem[]).some(
    ({ field: name, errorCode = '' }) =>
      name === field && (codes.length === 0 || codes.includes(errorCode) || errorCode === own),
  );
  return found ? undefined : answer.text;
}

import { describe, expect, it } from '@jest/globals';
import type { RawAnswer } from '../../support/raw-request.js';
import { expectErrorList } from '../../support/wire.js';
import type { Sender } from './sender.js';
import type { Write, Writes } from './write.js';

/** Steps from the root to a value inside a body. */
type Place = readonly (string | number)[];

function placesOf(value: unknown, place: Place = []): { place: Place; value: unknown }[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) =>
          placesOf(one, [...place, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [{ place, value }, ...inside];
}

/** Texts for the fields of a body: all of them where it has few; of more, which are of few kinds, each takes its share. */
function spread(body: unknown, texts: readonly string[]): { place: Place; sent: string }[] {
  const fields = placesOf(body).filter(({ value }) => typeof value !== 'object');
  const shares = Math.max(1, Math.ceil(fields.length / 4));
  return fields.flatMap(({ place }, n) =>
    texts.filter((_, m) => m % shares === n % shares).map((sent) => ({ place, sent })),
  );
}

const MARK = '@@mark@@';

/** The text of a body with the JSON text `sent` in one place. */
function textWith(body: unknown, place: Place, sent: string): string {
  const copy: unknown = structuredClone(body);
  if (place.length === 0) return sent;
  let holder = copy as Record<string | number, unknown>;
  for (const step of place.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  holder[place.at(-1) ?? ''] = MARK;
  return JSON.stringify(copy).replace(`"${MARK}"`, () => sent);
}

const json = JSON.stringify;

/** Texts no field takes. */
const NEVER = ['"a\\u0000b"', '"\\u0000"', '"\\ud800"', '"x\\udc00"', '"\\udc00\\ud800"'];
/** Values most fields refuse; none may do harm where one is taken. */
const ODD = [
  'null',
  '""',
  '" "',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999999999',
  '"__proto__"',
  '"constructor"',
  '"hasOwnProperty"',
  json('x'.repeat(5_000)),
  json('😀'.repeat(100)),
  json("'; DROP TABLE x; --"),
  json('{"$gt":""}'),
  json('../../../etc/passwd'),
  json('\u202e\u200b\ufeff'),
  json('a\r\nSet-Cookie: x=1'),
  json('${7*7}{{7*7}}'),
];
const CONTAINERS = ['{}', '[]', '[[]]', '[null]', '{"$gt":""}', '{"__proto__":{"polluted":true}}'];
const KEYS = [
  'nope',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  '$where',
  'a.b',
  '0',
  '',
];

/**
 * What nobody sends by mistake, in every place of every body: the answer is the error list or nothing has been harmed, and a
 * refusal stores nothing.
 */
export function describeHostileInput(writes: Writes, sender: Sender): void {
  const send = async (write: Write, text: string): Promise<RawAnswer> => {
    const before = await sender.head();
    const answer = await sender.text(write, text);
    if (answer.status >= 400) {
      if (answer.status >= 500) throw new Error(`${answer.status} for ${text.slice(0, 2_000)}`);
      expectErrorList(answer, answer.status);
      expect(await sender.head()).toBe(before);
    }
    return answer;
  };
  /** Fails with the body that was sent. */
  const mustRefuse = async (write: Write, text: string): Promise<RawAnswer> => {
    const answer = await send(write, text);
    if (answer.status !== 400) throw new Error(`${answer.status} for ${text.slice(0, 2_000)}`);
    return answer;
  };

  describe.each(Object.entries(writes))('%s', (_name, make) => {
    it('unknown keys at every depth, hostile names too: SYNTAX, named', async () => {
      const write = make(sender.world);
      const body = write.body();
      for (const { place, value } of placesOf(body)) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        for (const key of KEYS) {
          const object = json(value).replace(/\}$/, `,${json(key)}:{"polluted":true}}`);
          const answer = await mustRefuse(write, textWith(body, place, object));
          expect([key, answer.body]).toEqual([
            key,
            expect.arrayContaining([expect.objectContaining({ type: 'SYNTAX', field: key })]),
          ]);
        }
        const first = Object.keys(value)[0] ?? '';
        const twice = json(value).replace(/\}$/, `,${json(first)}:null}`);
        const answer = await mustRefuse(write, textWith(body, place, twice));
        expect(answer.body).toEqual([expect.objectContaining({ type: 'SYNTAX' })]);
      }
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('NUL, lone surrogates, objects and lists in every field: 400', async () => {
      const write = make(sender.world);
      const body = write.body();
      for (const { place, sent } of spread(body, [...NEVER, ...CONTAINERS])) {
        await mustRefuse(write, textWith(body, place, sent));
      }
    });

    it('odd values in every field: the error list or no harm', async () => {
      const write = make(sender.world);
      const body = write.body();
      for (const { place, sent } of spread(body, ODD)) {
        await send(write, textWith(write.body(), place, sent));
      }
    });

    it('something else for every object and list: the error list or no harm', async () => {
      const write = make(sender.world);
      const body = write.body();
      const many = `[${Array(5_000).fill('{"a":1}').join()}]`;
      for (const { place, value } of placesOf(body)) {
        if (typeof value !== 'object' || value === null) continue;
        for (const sent of [...NEVER, 'true', '1', '[null]', '[[]]', many]) {
          await mustRefuse(write, textWith(body, place, sent));
        }
        // a list of texts may hold numbers, and come as one text with commas
        for (const sent of ['null', '{}', '[]', '[1]', '"x"', '"x,y"']) {
          await send(write, textWith(body, place, sent));
        }
      }
    });

    it('10 MB, and nesting without end', async () => {
      const write = make(sender.world);
      const nested = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
      await mustRefuse(write, nested);
      await mustRefuse(write, '['.repeat(500_000));
      const large = await send(write, json({ nope: 'x'.repeat(10_000_000) }));
      const documents = /customeragreement$|\/documents\//;
      expect(large.status).toBe(documents.test(write.path) ? 400 : 413);
    });
  });
}

import { describe, expect, it } from '@jest/globals';
import type { RawResponse } from '../../support/raw-request.js';
import { expectErrorList } from '../../support/wire.js';
import type { Sender } from './sender.js';
import { numbered, type Write, type Writes } from './write.js';

/** Path from the root to a value in a body. */
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

const MARK = '@@mark@@';

/** A body as text, with the JSON text `sent` in one place. */
function textWith(body: unknown, place: Place, sent: string): string {
  const copy: unknown = structuredClone(body);
  if (place.length === 0) return sent;
  let holder = copy as Record<string | number, unknown>;
  for (const step of place.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  holder[place.at(-1) ?? ''] = MARK;
  return JSON.stringify(copy).replace(`"${MARK}"`, () => sent);
}

const json = JSON.stringify;
const MIB = 1024 * 1024;
const MANY = `[${Array(5_000).fill('{"a":1}').join()}]`;

/** Values that most fields refuse and that must do no harm if accepted. Each field is sent one. */
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
  const send = async (write: Write, text: string): Promise<RawResponse> => {
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
  const mustRefuse = async (write: Write, text: string): Promise<RawResponse> => {
    const answer = await send(write, text);
    if (answer.status !== 400) throw new Error(`${answer.status} for ${text.slice(0, 2_000)}`);
    return answer;
  };

  describe.each(numbered(writes))('%s', (_name, make, n) => {
    it('unknown keys at every depth, hostile names too: SYNTAX, named', async () => {
      const write = make(sender.world);
      const body = write.body();
      const unknown = KEYS.map((key) => `,${json(key)}:{"polluted":true}`).join('');
      for (const { place, value } of placesOf(body)) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        const object = json(value).replace(/\}$/, `${unknown}}`);
        const answer = await mustRefuse(write, textWith(body, place, object));
        // the codes of verification win over all but the first
        const keys = write.path.includes('/microdeposits/') ? KEYS.slice(0, 1) : KEYS;
        const named = keys.map((field) => expect.objectContaining({ type: 'SYNTAX', field }));
        expect(answer.body).toEqual(expect.arrayContaining(named));
      }
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('odd values in every field: the error list or no harm', async () => {
      const write = make(sender.world);
      const fields = placesOf(write.body()).filter(({ value }) => typeof value !== 'object');
      for (const [at, { place }] of fields.entries()) {
        await send(write, textWith(write.body(), place, ODD[(n + at) % ODD.length] ?? ''));
      }
    });

    it('nothing and something else for every object and list: the error list or no harm', async () => {
      const write = make(sender.world);
      const body = write.body();
      for (const { place, value } of placesOf(body)) {
        if (typeof value !== 'object' || value === null) continue;
        // a list of texts may hold numbers, and come as one text with commas
        for (const sent of ['null', ...(Array.isArray(value) ? ['[]', '[1]', '"x,y"'] : ['{}'])]) {
          await send(write, textWith(body, place, sent));
        }
        if (Array.isArray(value)) await mustRefuse(write, textWith(body, place, MANY));
      }
    });

    it('neither object nor list, 1 MiB, and endless nesting', async () => {
      const write = make(sender.world);
      const nested = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
      const twice = `{"a":1,"a":1}`;
      for (const sent of ['"x"', '"\\ud800"', 'true', '[null]', '[[]]', MANY, twice, nested]) {
        await mustRefuse(write, sent);
      }
      const large = await send(write, json({ nope: '' }).padEnd(MIB + 1));
      const documents = /customeragreement$|\/documents\//;
      expect(large.status).toBe(documents.test(write.path) ? 400 : 413);
    });
  });
}

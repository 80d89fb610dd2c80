import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  JsonNumber,
  JsonSyntaxError,
  parseJson,
  parseJsonText,
  type Json,
  type JsonMap,
} from './strict-json.js';

/** The same value as `JSON.parse` would give. */
function plain(json: Json): unknown {
  if (json instanceof JsonNumber) return Number(json.text);
  if (json instanceof Map) {
    return Object.fromEntries([...(json as JsonMap)].map(([key, value]) => [key, plain(value)]));
  }
  return Array.isArray(json) ? (json as readonly Json[]).map(plain) : json;
}

function accepts(text: string): boolean {
  try {
    parseJsonText(text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSyntaxError);
    return false;
  }
}

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(3), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        expect(plain(parseJson(Buffer.from(pretty)))).toEqual(JSON.parse(pretty));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const damage = fc.record({ text: fc.json(), at: fc.nat(), put: fc.string({ maxLength: 2 }) });
    fc.assert(
      fc.property(damage, ({ text, at, put }) => {
        const index = at % (text.length + 1);
        const damaged = text.slice(0, index) + put + text.slice(index + 1);
        let valid = true;
        try {
          JSON.parse(damaged);
        } catch {
          valid = false;
        }
        // Damaging a text can also duplicate a key.
        if (accepts(damaged)) expect(valid).toBe(true);
        else if (valid) expect(() => parseJsonText(damaged)).toThrow(/twice/);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['1.0', '-0', '1e400', '0.10', '12345678901234567890', '1E+2'])(
    'keeps %s as written',
    (text) => {
      expect(parseJsonText(` ${text} `)).toEqual(new JsonNumber(text));
    },
  );

  it.each([
    ['', 'an empty text'],
    ['01', 'a leading zero'],
    ['.5', 'no digit in front of the point'],
    ['1.', 'no digit behind the point'],
    ['+1', 'a plus sign'],
    ["{'a':1}", 'single quotes'],
    ['{"a":1,}', 'a trailing comma'],
    ['[1,]', 'a trailing comma in a list'],
    ['[1 2]', 'a missing comma'],
    ['{"a" 1}', 'a missing colon'],
    ['{a:1}', 'a bare key'],
    ['"a', 'an open string'],
    ['"\\', 'an open escape'],
    ['"\\x"', 'an unknown escape'],
    ['"\\u12g4"', 'a bad code unit'],
    ['"a\nb"', 'a raw line break'],
    ['"a\u001fb"', 'a raw control character'],
    ['\u000b1', 'a vertical tab'],
    ['\u00a01', 'a no-break space'],
    ['nul', 'half a word'],
    ['1 2', 'two values'],
    ['// c\n1', 'a comment'],
    ['Infinity', 'infinity'],
  ])('refuses %j: %s', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('refuses duplicate keys, even with different escapes', () => {
    expect(() => parseJsonText('{"a":1,"\\u0061":1}')).toThrow('character 8');
    expect(accepts('{"a":{"a":1}}')).toBe(true);
  });

  it('refuses more than 100,000 values, and more than 1,000 in an object', () => {
    const list = (count: number): string => `[${Array(count).fill('{}').join()}]`;
    let found = 0;
    parseJson(Buffer.from(list(99_999)), (values) => (found = values));
    expect(found).toBe(100_000);
    expect(() => parseJsonText(list(100_000))).toThrow('more than 100000 values');
    const object = (keys: number): string =>
      `{${Array.from({ length: keys }, (_, n) => `"${n}":0`).join()}}`;
    expect((parseJsonText(`[${object(1_000)},${object(1_000)}]`) as Json[]).length).toBe(2);
    expect(() => parseJsonText(`[${object(1_001)}]`)).toThrow('more than 1000 keys');
  });

  it('refuses to nest deeper than 32', () => {
    expect(accepts('['.repeat(32) + ']'.repeat(32))).toBe(true);
    expect(() => parseJsonText('['.repeat(33) + ']'.repeat(33))).toThrow('deeper');
    expect(() => parseJsonText('{"a":'.repeat(1_000_000))).toThrow('deeper');
  });

  it('refuses invalid UTF-8 and skips a byte order mark', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toThrow('UTF-8');
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow('UTF-8');
    expect(parseJson(Buffer.from('\ufeff"é€😀"'))).toBe('é€😀');
  });

  it('finds an error after a long plain run', () => {
    const run = 'QUJD'.repeat(5_000);
    expect(parseJsonText(`"${run}"`)).toBe(run);
    expect(parseJsonText(`"${run}\\n${run}"`)).toBe(`${run}\n${run}`);
    expect(accepts(`"${run}\u0001${run}"`)).toBe(false);
    expect(accepts(`"${run}`)).toBe(false);
  });
});

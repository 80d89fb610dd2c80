import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDecimal } from '#libs/platform/kernel';
import { type JsonMap, parseJsonText } from '../json/strict-json.js';
import { readPlain, readWithLibraries } from './read-body.js';
import type { Reading } from './to-problems.js';
import { ListOfText, ObjectOf } from './nested-fields.js';
import { Code } from './code-fields.js';
import { Identifier, Text } from './text-fields.js';
import { Bool, DecimalString, IsoDate, IsoTimestamp } from './value-fields.js';

const NOW = '2026-03-02T15:00:00.000Z';

class Base {
  @Identifier()
  id?: string;

  @Text({ max: 3 })
  name?: string;
}

class Plain extends Base {
  @Text({ trim: true, max: 4, nullable: true })
  override name?: string;

  @Code(['A', 'B'], { required: true })
  code?: string;

  @Text({ pattern: /^x/, check: (text) => (text === 'xx' ? 'two.x' : undefined) })
  checked?: string;

  @DecimalString({ decimals: 2, min: '0', nullable: true })
  amount?: string | null;

  @Bool()
  flag?: boolean;

  @IsoDate({ past: true })
  day?: string;

  @Text({ nullable: true, required: ({ day }: Plain) => day === undefined })
  other: string | null = null;

  @IsoTimestamp({ required: true })
  at?: string;

  @Code(['A', 'B'], { trim: true, nullable: true })
  blank?: string | null;

  @Text({ trim: true, kept: (text) => (text === 'a' ? undefined : text.toUpperCase()) })
  kept?: string;
}

class Nested {
  @ObjectOf(() => Base)
  inside?: Base;
}

class Listed {
  @ListOfText()
  texts?: string[];
}

const scalar = fc.constantFrom<string>(
  ...[
    'null',
    'true',
    '"true"',
    '1',
    '-1',
    '1.50',
    '1e2',
    '"1"',
    '"A"',
    '"b"',
    '""',
    '" a "',
    '"abcde"',
  ],
  ...[
    '"xx"',
    '"xy"',
    '"2026-02-29"',
    '"2026-02-28"',
    '"2026-02-28T10:00:00Z"',
    '"2099-01-01"',
    '"\\u0000"',
    '[]',
    '{}',
  ],
);
const key = fc.constantFrom(
  ...[
    'id',
    'name',
    'code',
    'checked',
    'amount',
    'flag',
    'day',
    'at',
    'other',
    'blank',
    'kept',
    '__proto__',
    'more',
  ],
);
const good = {
  id: fc.constantFrom('"1"', '12'),
  name: fc.constantFrom('"a"', 'null', '" abcd "'),
  code: fc.constantFrom('"A"', '"B"'),
  checked: fc.constant('"xy"'),
  amount: fc.constantFrom('"1.50"', '0', 'null'),
  flag: fc.constantFrom('true', '"false"', 'null'),
  day: fc.constantFrom('"2026-02-28"'),
  other: fc.constantFrom('"a"', 'null'),
  at: fc.constant('"2026-02-28T10:00:00+01:00"'),
  blank: fc.constantFrom('" A "', '" "', 'null'),
  kept: fc.constantFrom('" a "', '"b"', '" "', 'null'),
};
const textOf = (fields: Readonly<Record<string, string | undefined>>): string =>
  `{${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;
const mapOf = (text: string): JsonMap => parseJsonText(text) as JsonMap;

function libraries(object: JsonMap): { value: Plain; problems: Reading['problems'] } {
  const reading: Reading = { problems: [], path: '', now: NOW, wire: 'body' };
  return { value: readWithLibraries(Plain, object, reading), problems: reading.problems };
}

describe('the shortcut for valid objects', () => {
  it('reads what the libraries read, and nothing that they refuse', () => {
    fc.assert(
      fc.property(fc.dictionary(key, scalar), (fields) => {
        const object = mapOf(textOf({ code: '"A"', at: '"2026-02-28T10:00:00Z"', ...fields }));
        const { value, problems } = libraries(object);
        const plain = readPlain(Plain, object, NOW, 'body');
        if (problems.length > 0) expect(plain).toBeUndefined();
        else expect(plain).toStrictEqual(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is used for every valid object', () => {
    fc.assert(
      fc.property(fc.record(good, { requiredKeys: ['code', 'day', 'at'] }), (fields) => {
        const object = mapOf(textOf(fields));
        expect(libraries(object).problems).toEqual([]);
        expect(readPlain(Plain, object, NOW, 'body')).toStrictEqual(libraries(object).value);
      }),
    );
  });

  it('is not used for shapes with nested objects or lists', () => {
    expect(readPlain(Nested, mapOf('{}'), NOW, 'body')).toBeUndefined();
    expect(readPlain(Listed, mapOf('{"texts":[]}'), NOW, 'body')).toBeUndefined();
  });
});

class Amount {
  @DecimalString({ decimals: 4 })
  amount?: string;
}

describe('a decimal in canonical form', () => {
  it('is what a calculation would yield', () => {
    const digits = fc.stringMatching(/^-?[0-9]{1,16}(\.[0-9]{1,5}0{0,20})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        const { amount } = readPlain(Amount, mapOf(`{"amount":"${text}"}`), NOW, 'body') ?? {};
        expect(amount).toBe(parseDecimal(text, { negative: true, maxDecimals: 4 })?.toFixed());
      }),
      { numRuns: 2_000 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonText } from '../json/strict-json.js';
import {
  Bool,
  DecimalString,
  Digits,
  Identifier,
  Int,
  ListOf,
  ListOfText,
  ObjectOf,
  readBody,
  SecretDigits,
  Text,
} from './index.js';

const NOW = '2026-03-02T15:00:00.000Z';

class Leaf {
  @Identifier() id?: string;
  @SecretDigits({ length: 3 }) ssn?: unknown;
}

class Base {
  @Text({ required: true, max: 2 }) name?: string;
  @Text() other?: string;
  @ObjectOf(() => Leaf, { required: true }) leaf?: Leaf | null;
}

class Heir extends Base {
  @Identifier({ nullable: true, max: 5 }) override name?: string;
  @ObjectOf(() => Leaf, { nullable: true }) override leaf?: Leaf | null;
}

class Whole extends Heir {
  @Bool() flag?: boolean;
  @Int({ min: 0 }) count?: number;
  @Digits({ length: 2 }) digits?: string;
  @DecimalString({ min: '0' }) amount?: string;
  @ListOf(() => Leaf, { max: 2 }) leaves?: readonly Leaf[];
  @ListOfText({ max: 2 }) texts?: readonly string[];
}

const read = (shape: new () => object, json: string) => readBody(shape, parseJsonText(json), NOW);

describe('what class-transformer and class-validator do not do by themselves', () => {
  const keys = [
    'b',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'then',
    '1',
    '',
    '?',
  ];

  it.each([
    ['', ''],
    ['leaf', '"leaf":'],
  ])('refuses unknown keys of every name, in the order sent: %s', (message, prefix) => {
    const object = `{${keys.map((key) => `"${key}":{"a":1}`).join(',')}}`;
    const { value, problems } = read(Heir, prefix === '' ? object : `{${prefix}${object}}`);
    expect(problems).toMatchObject(keys.map((field) => ({ type: 'SYNTAX', field })));
    for (const problem of problems)
      expect(problem.message?.startsWith(message) ?? message === '').toBe(true);
    expect(value).toEqual(prefix === '' ? {} : { leaf: {} });
    expect(Object.getPrototypeOf(value)).toBe(Heir.prototype);
  });

  it('drops all constraints of an overridden field', () => {
    expect(read(Heir, '{}')).toEqual({ value: {}, problems: [] });
    expect(read(Heir, '{"name":12345,"leaf":null}')).toEqual({
      value: { name: '12345', leaf: null },
      problems: [],
    });
    expect(read(Base, '{"name":12345,"leaf":null}').problems).toMatchObject([
      { field: 'name', errorCode: 'invalid.value' },
      { field: 'leaf', errorCode: 'cannot.be.null' },
    ]);
  });

  it('reports fields in the order of their declaration, those of the base class first', () => {
    const { problems } = read(Whole, '{"texts":1,"leaf":1,"flag":1,"other":1,"name":true}');
    expect(problems.map(({ field }) => field)).toEqual(['name', 'other', 'leaf', 'flag', 'texts']);
  });

  it('accepts neither an object for a list nor a list for an object, at any depth', () => {
    for (const json of ['[]', '[{}]', '1', '"x"', 'true']) {
      expect(read(Whole, `{"leaf":${json}}`).problems).toMatchObject([
        { message: 'It must be an object.' },
      ]);
      expect(read(Whole, `{"leaves":[${json}]}`)).toMatchObject({
        // An empty item keeps the indexes of later ones.
        value: { leaves: [{}] },
        problems: [{ field: 'leaves', message: 'leaves[0]: It must be an object.' }],
      });
    }
    expect(read(Whole, '{"leaves":{}}').problems).toMatchObject([
      { message: 'It must be a list.' },
    ]);
    expect(read(Whole, '{"texts":{"0":"a"}}').problems).toMatchObject([
      { message: 'It must be a list.' },
    ]);
  });

  it('does not convert a list that is too long', () => {
    let made = 0;
    class Item {
      @Text() text?: string;
      constructor() {
        made++;
      }
    }
    class List {
      @ListOf(() => Item, { max: 2 }) items?: readonly Item[];
    }
    expect(read(List, '{"items":[{"text":"a"},{}]}').problems).toEqual([]);
    expect(made).toBe(2);
    const { value, problems } = read(List, '{"items":[{"x":1},{"x":1},{"x":1}]}');
    expect(problems).toMatchObject([{ field: 'items', errorCode: 'invalid.length' }]);
    expect(value).toEqual({});
    expect(made).toBe(2);
  });

  it('checks an object after its fields', () => {
    class Checked {
      @ObjectOf(() => Leaf, { check: ({ id }) => (id === undefined ? 'no.id' : undefined) })
      leaf?: Leaf;
    }
    expect(read(Checked, '{"leaf":{"id":"a"}}').problems).toEqual([]);
    const { value, problems } = read(Checked, '{"leaf":{"id":true}}');
    expect(problems.map(({ errorCode }) => errorCode)).toEqual(['invalid.value', 'no.id']);
    expect(value).toEqual({});
  });

  it('counts every code point of a text, even variation selectors', () => {
    expect(read(Base, '{"name":"a\uFE0F\uFE0E","leaf":{}}').problems).toMatchObject([
      { errorCode: 'invalid.length' },
    ]);
  });
});

describe('any body', () => {
  const names = ['name', 'other', 'leaf', 'flag', 'count', 'digits', 'amount', 'leaves', 'texts'];
  const key = fc.constantFrom(...names, 'id', 'ssn', 'text', '0', '__proto__', 'then');
  const { json } = fc.letrec<{ json: string; object: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('null', 'true', '12', '-1.5', '123', '"12"', '"a"', '""', '"true"'),
      fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('json')), { maxLength: 6, selector: ([name]) => name })
      .map((entries) => `{${entries.map(([name, text]) => `"${name}":${text}`).join()}}`),
  }));

  function expectClean(value: unknown): void {
    expect(typeof value).not.toBe('symbol');
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectClean);
  }

  it('yields a value or a problem for every key', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, json), { selector: ([name]) => name }), (sent) => {
        const body = `{${sent.map(([name, text]) => `"${name}":${text}`).join()}}`;
        const { value, problems } = read(Whole, body);
        expectClean(value);
        for (const [name, text] of sent) {
          const kept = Object.hasOwn(value, name) || problems.some(({ field }) => field === name);
          const isNone = text === 'null' || /^"\s*"$/.test(text);
          expect([body, name, kept || isNone]).toEqual([body, name, true]);
        }
        for (const name of Object.keys(value)) expect(names).toContain(name);
      }),
      { numRuns: 300 },
    );
  });
});

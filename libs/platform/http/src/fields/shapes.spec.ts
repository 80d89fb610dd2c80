import { describe, expect, it } from '@jest/globals';
import type { Problem } from '#libs/platform/kernel';
import { type JsonMap, parseJsonText } from '../json/strict-json.js';
import type { Shape } from './field.js';
import {
  Bool,
  Identifier,
  Int,
  IsoTimestamp,
  ListOf,
  ListOfText,
  ObjectOf,
  readBody,
  readListBody,
  readQuery,
  Text,
} from './index.js';
import { sourceOf } from './source.js';

const NOW = '2026-03-02T15:00:00.000Z';

const field = { type: 'VALIDATION_FIELD' };
const unknown = { type: 'SYNTAX' };
const repeated = {
  type: 'SYNTAX',
  errorCode: 'parameter.repeated',
  message: 'It is given more than once.',
};

class Inner {
  @Text({ required: true }) zipcode!: string;
}
class Item {
  @Text({ required: true, alias: 'SSN' }) ssn!: string;
  @ListOf(() => Inner) inners?: readonly Inner[];
}
class Base {
  @Text() first?: string;
}
class Outer extends Base {
  @ObjectOf(() => Inner) address?: Inner;
  @ListOf(() => Item, { max: 3 }) items?: readonly Item[];
  @ListOf(() => Item, { alias: 'securityExclusions' }) securityExclusion?: readonly Item[];
}

function problemsOf(shape: Shape, json: string): readonly Problem[] {
  return readBody(shape, parseJsonText(json), NOW).problems;
}

describe('shapes', () => {
  it('says once which fields an object has, where it has others [errors.SYNTAX]', () => {
    expect(problemsOf(Outer, '{"First":"1","other":"2"}')).toEqual([
      {
        ...unknown,
        field: 'First',
        message:
          'No such field. Known fields (case-sensitive): first, address, items, securityExclusion.',
      },
      { ...unknown, field: 'other' },
    ]);
  });

  it('yields an instance with only the valid fields that were sent', () => {
    const { value } = readBody(
      Outer,
      parseJsonText('{"first":1,"address":{"zipcode":"1"},"items":[{"ssn":"1"},{}]}'),
      NOW,
    );
    expect(value).toBeInstanceOf(Outer);
    expect(value.address).toBeInstanceOf(Inner);
    expect(Object.keys(value)).toEqual(['address', 'items']);
    expect(value.items).toHaveLength(2);
  });

  it('knows inherited fields', () => {
    expect(problemsOf(Outer, '{"first":"a"}')).toEqual([]);
  });

  it('names the leaf, with the path in the message', () => {
    expect(problemsOf(Outer, '{"address":{},"items":[{"ssn":"1","inners":[{},5]}]}')).toEqual([
      {
        ...field,
        field: 'zipcode',
        errorCode: 'cannot.be.null',
        message: 'address: It is required: at least 1 character.',
      },
      {
        ...field,
        field: 'zipcode',
        errorCode: 'cannot.be.null',
        message: 'items[0].inners[0]: It is required: at least 1 character.',
      },
      {
        ...field,
        field: 'inners',
        errorCode: 'invalid.value',
        message: 'items[0].inners[1]: It must be an object.',
      },
    ]);
  });

  it('keeps the indexes of a list with unreadable items', () => {
    class Lists {
      @ListOfText({ itemMax: 3 }) texts?: readonly string[];
      @ListOf(() => Inner) inners?: readonly Inner[];
    }
    const sent = '{"texts":[{},"a","toolong","b"],"inners":[1,{"zipcode":"1"}]}';
    const { value, problems } = readBody(Lists, parseJsonText(sent), NOW);
    expect(value).toEqual({ texts: ['', 'a', '', 'b'], inners: [{}, { zipcode: '1' }] });
    expect(problems.map(({ message }) => message)).toEqual([
      'texts[0]: It must be a text.',
      'texts[2]: It must be at most 3 characters long.',
      'inners[0]: It must be an object.',
    ]);
  });

  it('names the item of a text with commas, but not of one without', () => {
    class Filter {
      @ListOfText({ codes: ['I', 'J'], commaSeparated: true }) types?: readonly string[];
    }
    const messages = (types: string): unknown =>
      readQuery(Filter, { types }, NOW).problems.map(({ message }) => message);
    expect(messages('X')).toEqual(['It must be one of I, J.']);
    expect(messages('I,X')).toEqual(['types[1]: It must be one of I, J.']);
  });

  it('accepts aliases of the fields of a shape', () => {
    expect(problemsOf(Item, '{"SSN":"1"}')).toEqual([]);
    expect(problemsOf(Item, '{"SSN":""}')).toMatchObject([{ field: 'SSN' }]);
    class Person {
      @Text({ alias: 'SSN' }) ssn?: string;
    }
    expect(readBody(Person, parseJsonText('{"SSN":"1"}'), NOW).value).toEqual({ ssn: '1' });
    expect(problemsOf(Outer, '{"securityExclusions":[{"SSN":"1"}]}')).toEqual([]);
    expect(problemsOf(Inner, '{"zipcode":"1","SSN":"1"}')).toEqual([
      {
        ...unknown,
        field: 'SSN',
        message: 'No such field. Known fields (case-sensitive): zipcode.',
      },
    ]);
  });

  it('refuses both spellings together', () => {
    expect(problemsOf(Item, '{"SSN":"1","ssn":"1"}')).toEqual([
      { ...unknown, field: 'SSN', message: 'It is another spelling of ssn, which is sent too.' },
    ]);
  });

  it('keeps a hostile list of problems short', () => {
    const body = `{${Array.from({ length: 1_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
    const { problems: ofList } = readListBody(Inner, parseJsonText(`[${body},${body}]`), NOW);
    expect(ofList).toHaveLength(1000);
    // class-validator compares every key with every other one, so it must not get unknown keys.
    expect(Object.keys(sourceOf(Inner, parseJsonText(body) as JsonMap, 'body'))).toEqual([]);
    const [problem] = problemsOf(Inner, `{"${'k'.repeat(10_000)}":1}`);
    expect(problem?.field).toHaveLength(128);
    const { problems } = readQuery(Inner, { ['k'.repeat(10_000)]: '1' }, NOW);
    expect(problems[0]?.field).toHaveLength(128);
  });

  it('does not echo keys that could not be stored', () => {
    expect(problemsOf(Base, '{"a\\u0000é":1,"\\ud800":1}')).toEqual([
      { ...unknown, field: 'a??', message: 'No such field. Known fields (case-sensitive): first.' },
      { ...unknown, field: '?' },
    ]);
    const { problems } = readQuery(Base, { 'a\u0000é': '1' }, NOW);
    expect(problems[0]).toMatchObject({ ...unknown, field: 'a??' });
  });

  it('reads lists, and refuses anything else', () => {
    expect(readListBody(Inner, parseJsonText('[{"zipcode":"1"}]'), NOW)).toEqual({
      value: [{ zipcode: '1' }],
      problems: [],
    });
    // Items after an invalid one keep their indexes.
    expect(readListBody(Inner, parseJsonText('[7,{"zipcode":"1"}]'), NOW).value).toEqual([
      {},
      { zipcode: '1' },
    ]);
    for (const json of ['{}', 'null', '"x"', '1']) {
      expect(readListBody(Inner, parseJsonText(json), NOW).problems).toMatchObject([
        { type: 'SYNTAX' },
      ]);
    }
    expect(readListBody(Inner, undefined, NOW).problems).toMatchObject([{ type: 'SYNTAX' }]);
  });
});

describe('query', () => {
  class Query {
    @Text({ max: 40, alias: 'subcategory' }) subCategoryName?: string;
    @Int() page?: number;
    @Bool({ required: true }) openOnly!: boolean;
  }

  it('reads names in any case, aliases and values as text', () => {
    expect(readQuery(Query, { SubCategory: 'x', PAGE: '3', openonly: 'true' }, NOW)).toEqual({
      value: { subCategoryName: 'x', page: 3, openOnly: true },
      problems: [],
    });
  });

  it('takes a blank for a plus where no valid value has one [request.query]', () => {
    class Filter {
      @Identifier() loginId?: string;
      @Text({ noBlanks: true, trim: true }) email?: string;
      @IsoTimestamp() at?: string;
      @Text() name?: string;
    }
    const read = (query: Record<string, string>) => readQuery(Filter, query, NOW).value;
    expect(read({ loginId: 'a  b ', email: ' tag@x.org', name: 'a b' })).toEqual({
      loginId: 'a++b+',
      email: '+tag@x.org',
      name: 'a b',
    });
    expect(read({ at: '2026-01-02T03:04:05 01:00' })).toEqual({ at: '2026-01-02T02:04:05.000Z' });
    for (const email of ['', ' ', '  ']) {
      expect(readQuery(Filter, { email }, NOW).problems).toHaveLength(1);
    }
  });

  it('refuses repeated, unknown and missing parameters, in any spelling', () => {
    const { problems } = readQuery(
      Query,
      {
        subCategory: 'x',
        subcategoryname: 'y',
        page: ['1', '2'],
        nope: '1',
      },
      NOW,
    );
    expect(problems).toEqual([
      { ...repeated, field: 'subCategoryName' },
      { ...repeated, field: 'page' },
      {
        ...unknown,
        field: 'nope',
        message: 'No such parameter. Known parameters: subCategoryName, page, openOnly.',
      },
      {
        ...field,
        field: 'openOnly',
        errorCode: 'cannot.be.null',
        message: 'It is required: true or false.',
      },
    ]);
  });
});

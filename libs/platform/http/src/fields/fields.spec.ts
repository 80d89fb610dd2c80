import { describe, expect, it } from '@jest/globals';
import { Money, Quantity, Secret } from '#libs/platform/kernel';
import { parseJsonText } from '../json/strict-json.js';
import {
  Amount,
  AmountOrWord,
  Base64,
  Bool,
  BoolOrWord,
  Code,
  Country,
  DecimalString,
  Digits,
  unique,
  Email,
  Identifier,
  Int,
  IsoDate,
  IsoDateOrTimestamp,
  IsoTimestamp,
  ListOf,
  ListOfText,
  NotUpdatable,
  ObjectOf,
  Oid,
  Phone,
  readBody,
  sameAs,
  SecretDigits,
  Shares,
  Text,
  Ticker,
} from './index.js';

const NOW = '2026-03-02T15:00:00.000Z';

class Point {
  @Text({ required: true })
  name!: string;

  @Text()
  note?: string;

  @Text()
  unit?: string;
}

/** What one field makes of a JSON text: its value, or the code of its problem. */
function reader(annotate: PropertyDecorator): (json: string) => unknown {
  class Sample {
    x?: unknown;
  }
  annotate(Sample.prototype, 'x');
  return (json) => {
    const { value, problems } = readBody(Sample, parseJsonText(`{"x":${json}}`), NOW);
    return problems[0]?.errorCode ?? value.x;
  };
}

describe('kinds of fields', () => {
  it.each<[string, PropertyDecorator, [string, unknown][]]>([
    [
      'Text',
      Text({ max: 3, pattern: /^[a-zé😀 ]*$/u }),
      [
        ['"abc"', 'abc'],
        ['"😀😀😀"', '😀😀😀'],
        ['"😀😀😀a"', 'invalid.length'],
        ['"abcd"', 'invalid.length'],
        ['""', undefined],
        ['"A"', 'invalid.value'],
        ['1', 'invalid.value'],
        ['true', 'invalid.value'],
        ['[]', 'invalid.value'],
        ['{}', 'invalid.value'],
        ['"a\\u0000"', 'invalid.value'],
        ['"\\udfff"', 'invalid.value'],
        ['null', undefined],
      ],
    ],
    [
      'Text with trim',
      Text({ max: 2, trim: true }),
      [
        ['"  ab "', 'ab'],
        ['"   "', undefined],
      ],
    ],
    [
      'empty Text of a field that null clears',
      Text({ nullable: true }),
      [
        ['""', null],
        ['" \\t"', null],
        ['" a "', ' a '],
      ],
    ],
    [
      'empty Text of a field that always has a value',
      Text({ required: 'whenSent' }),
      [['" "', 'cannot.be.null']],
    ],
    ['empty Code', Code(['A']), [['""', undefined]]],
    ['empty required Code', Code(['A'], { required: true }), [['" "', 'cannot.be.null']]],
    ['empty date', IsoDate(), [['""', undefined]]],
    ['empty amount that null clears', DecimalString({ nullable: true }), [['""', null]]],
    ['empty required identifier', Identifier({ required: true }), [['""', 'cannot.be.null']]],
    ['empty Bool', Bool(), [['""', undefined]]],
    ['empty text in a list', ListOfText(), [['["a",""]', 'cannot.be.null']]],
    [
      'Text that is kept in another form',
      Text({ max: 2, kept: (text) => (text === 'x' ? undefined : text.toUpperCase()) }),
      [
        ['"ab"', 'AB'],
        ['"abc"', 'invalid.length'],
        ['"x"', undefined],
      ],
    ],
    [
      'Email that is trimmed',
      Email({ required: true, trim: true }),
      [
        ['" a@b.co "', 'a@b.co'],
        ['" "', 'cannot.be.null'],
      ],
    ],
    [
      'NotUpdatable',
      NotUpdatable(),
      [
        ['1', 'not.updatable'],
        ['""', undefined],
        ['{}', 'not.updatable'],
        ['[]', 'not.updatable'],
        ['null', undefined],
      ],
    ],
    [
      'object as forms send it',
      ObjectOf(() => Point, { nullable: true, blankWithout: { unit: /^[a-z]+$/ } }),
      [
        ['{"name":" ","note":null,"unit":"cm"}', null],
        ['{}', null],
        ['{"name":"a"}', expect.objectContaining({ name: 'a' })],
      ],
    ],
    [
      'longer Text',
      Text({ min: 3 }),
      [
        ['"ab"', 'invalid.value'],
        ['"abc"', 'abc'],
      ],
    ],
    ['required Text', Text({ required: true }), [['null', 'cannot.be.null']]],
    ['nullable Text', Text({ required: true, nullable: true }), [['null', null]]],
    [
      'checked Text',
      Text({ check: (text) => (text === 'no' ? 'some.code' : undefined) }),
      [
        ['"no"', 'some.code'],
        ['"yes"', 'yes'],
      ],
    ],
    [
      'Text with a check that says more',
      Text({
        check: (text, now) => (text > now ? { code: 'late.code', hint: 'late' } : undefined),
      }),
      [
        ['"2026-03-02T15:00:00.000Z"', '2026-03-02T15:00:00.000Z'],
        ['"2026-03-02T15:00:00.001Z"', 'late.code'],
      ],
    ],
    [
      'Text of one line',
      Text({ printable: 'line', trim: true }),
      [
        ['" ü "', 'ü'],
        ['"a\\nb"', 'invalid.value'],
        ['"a\\u0007"', 'invalid.value'],
        ['"\\u202eabc"', 'invalid.value'],
      ],
    ],
    [
      'Text of lines',
      Text({ printable: 'lines' }),
      [
        ['"a\\r\\n\\tb"', 'a\r\n\tb'],
        ['"a\\u0007"', 'invalid.value'],
      ],
    ],
    [
      'Ticker',
      Ticker(),
      [
        ['"BRK.B"', 'BRK.B'],
        ['"ibm"', 'invalid.value'],
        ['""', undefined],
        ['5', 'invalid.value'],
      ],
    ],
    [
      'Oid',
      Oid({ required: true }),
      [
        ['"a.1:2-x_"', 'a.1:2-x_'],
        ['12', '12'],
        ['"a b"', 'invalid.value'],
        [`"${'x'.repeat(65)}"`, 'invalid.length'],
        ['null', 'cannot.be.null'],
      ],
    ],
    [
      'Country',
      Country(),
      [
        ['"CH"', 'CH'],
        ['"QX"', 'invalid.choice'],
        ['"us"', 'invalid.choice'],
        ['"USA"', 'invalid.choice'],
        ['{}', 'invalid.value'],
      ],
    ],
    [
      'Identifier',
      Identifier(),
      [
        ['"A1"', 'A1'],
        ['12345678901234567890', '12345678901234567890'],
        [`"${'x'.repeat(64)}"`, 'x'.repeat(64)],
        [`"${'x'.repeat(65)}"`, 'invalid.length'],
        ['1.0', 'invalid.value'],
        ['-1', 'invalid.value'],
        ['1e3', 'invalid.value'],
      ],
    ],
    [
      'Code',
      Code(['1', 'S']),
      [
        ['"S"', 'S'],
        ['1', '1'],
        ['1.0', 'invalid.choice'],
        ['"s"', 'invalid.choice'],
        ['""', undefined],
        ['true', 'invalid.choice'],
        ['"constructor"', 'invalid.choice'],
      ],
    ],
    [
      'Code in any case',
      Code(['Dr.', 'III'], { forgiven: 'case' }),
      [
        ['"dR."', 'Dr.'],
        ['"iii"', 'III'],
        ['"dr"', 'invalid.choice'],
        ['"iv"', 'invalid.choice'],
      ],
    ],
    [
      'Code in any case, with full stops or without',
      Code(['Dr.', 'III'], { forgiven: 'case and full stops' }),
      [
        ['"dr"', 'Dr.'],
        ['"i.I.i."', 'III'],
        ['"."', 'invalid.choice'],
        ['""', undefined],
      ],
    ],
    [
      'Bool',
      Bool(),
      [
        ['true', true],
        ['"false"', false],
        ['"TRUE"', 'invalid.value'],
        ['1', 'invalid.value'],
        ['""', undefined],
      ],
    ],
    [
      'DecimalString',
      DecimalString({ min: '0', max: '100', decimals: 2 }),
      [
        ['"25.50"', '25.5'],
        ['"007"', '7'],
        ['25.5', '25.5'],
        ['1.0', '1'],
        ['-0', '0'],
        ['"-0.00"', '0'],
        ['1e2', '100'],
        ['1e400', 'invalid.value'],
        ['1e-400', 'invalid.value'],
        ['1e99999999999', 'invalid.value'],
        ['0e31', 'invalid.value'],
        ['0e30', '0'],
        [`25.${'0'.repeat(37)}`, '25'],
        [`25.${'0'.repeat(300)}`, '25'],
        [`"25.${'0'.repeat(300)}"`, '25'],
        [`2.5${'0'.repeat(37)}e1`, 'invalid.value'],
        ['0.1000000000000000055511151231257827', 'invalid.value'],
        ['100.01', 'invalid.value'],
        ['"0.001"', 'invalid.value'],
        ['-1', 'invalid.value'],
        ['"1e2"', 'invalid.value'],
        ['"+1"', 'invalid.value'],
        ['" 1"', 'invalid.value'],
        ['"1,000"', 'invalid.value'],
        ['"NaN"', 'invalid.value'],
        ['"Infinity"', 'invalid.value'],
        ['"0x10"', 'invalid.value'],
        ['""', undefined],
        ['true', 'invalid.value'],
      ],
    ],
    [
      'DecimalString or a word',
      DecimalString({ words: ['Infinity'] }),
      [
        ['"Infinity"', 'Infinity'],
        ['1.50', '1.5'],
        ['"infinity"', 'invalid.value'],
        ['"Infinity "', 'invalid.value'],
        ['"NaN"', 'invalid.value'],
      ],
    ],
    [
      'DecimalString above',
      DecimalString({ min: '0', moreThanMin: true }),
      [
        ['0', 'invalid.value'],
        ['"0.00000001"', '0.00000001'],
      ],
    ],
    [
      'Amount',
      Amount({ min: '0', decimals: 2 }),
      [
        ['"25.5"', Money.of('25.50')],
        ['0', Money.zero],
        ['"-0.01"', 'invalid.value'],
        ['"0.001"', 'invalid.value'],
        ['"x"', 'invalid.value'],
      ],
    ],
    [
      'Amount with zeros at its end',
      Amount({ decimals: 2 }),
      [
        ['"25.5000"', Money.of('25.50')],
        ['25.5000', Money.of('25.50')],
        [`"25.${'0'.repeat(40)}"`, Money.of('25.00')],
        ['"25.5050"', 'invalid.value'],
        ['25.5050', 'invalid.value'],
        ['"25."', 'invalid.value'],
      ],
    ],
    [
      'AmountOrWord',
      AmountOrWord(['Infinity'], { min: '0' }),
      [
        ['"Infinity"', 'Infinity'],
        ['1.5', Money.of('1.50')],
        ['"infinity"', 'invalid.value'],
        ['-1', 'invalid.value'],
      ],
    ],
    [
      'Shares',
      Shares({ min: '0', moreThanMin: true, decimals: 3 }),
      [
        ['"2.500"', Quantity.of('2.5')],
        ['1', Quantity.of('1')],
        ['"0"', 'invalid.value'],
        ['"0.0001"', 'invalid.value'],
      ],
    ],
    [
      'Int',
      Int({ min: 0, max: 10 }),
      [
        ['7', 7],
        ['"7"', 7],
        ['7.0', 7],
        ['-0', 0],
        ['7.5', 'invalid.value'],
        ['11', 'invalid.value'],
        ['10', 10],
        ['-1', 'invalid.value'],
        ['"x"', 'invalid.value'],
        ['1e1', 'invalid.value'],
      ],
    ],
    [
      'Int without limits',
      Int(),
      [
        ['9007199254740991', 9_007_199_254_740_991],
        ['9007199254740992', 'invalid.value'],
        ['-9007199254740992', 'invalid.value'],
        ['10000000000000000', 'invalid.value'],
      ],
    ],
    [
      'BoolOrWord',
      BoolOrWord(['na']),
      [
        ['true', true],
        ['"false"', false],
        ['"na"', 'na'],
        ['"NA"', 'invalid.value'],
        ['""', undefined],
        ['1', 'invalid.value'],
      ],
    ],
    [
      'Digits without limits',
      Digits(),
      [
        [`"${'1'.repeat(64)}"`, '1'.repeat(64)],
        [`"${'1'.repeat(65)}"`, 'invalid.length'],
        ['""', undefined],
      ],
    ],
    [
      'Digits',
      Digits({ length: 9 }),
      [
        ['"012345678"', '012345678'],
        ['123456789', '123456789'],
        ['"12345678a"', 'allows.only.digits'],
        ['"１２３４５６７８９"', 'allows.only.digits'],
        ['"1234567890"', 'invalid.length'],
        ['"12345678"', 'invalid.value'],
      ],
    ],
    [
      'IsoDate',
      IsoDate(),
      [
        ['"2024-02-29"', '2024-02-29'],
        ['"2023-02-29"', 'invalid.date'],
        ['"2024-2-9"', 'invalid.date'],
        ['"2024-01-01T00:00:00Z"', 'invalid.date'],
        ['20240101', 'invalid.date'],
      ],
    ],
    [
      'IsoDate of what has happened',
      IsoDate({ past: true, check: (day) => (day === '2026-03-01' ? 'some.code' : undefined) }),
      [
        ['"2026-03-02"', '2026-03-02'],
        ['"2026-03-03"', 'invalid.date'],
        ['"2026-03-01"', 'some.code'],
      ],
    ],
    [
      'IsoTimestamp of what has happened: a clock that is a little fast is no matter',
      IsoTimestamp({ past: true }),
      [
        ['"2026-03-03T04:59:59.999Z"', '2026-03-03T04:59:59.999Z'],
        ['"2026-03-03T05:00:00.000Z"', 'invalid.date'],
      ],
    ],
    [
      'IsoTimestamp',
      IsoTimestamp(),
      [
        ['"2024-01-01T00:30:00.5+0100"', '2023-12-31T23:30:00.500Z'],
        ['"2024-01-01T00:30:00-05:00"', '2024-01-01T05:30:00.000Z'],
        ['"2024-01-01T00:30:00Z"', '2024-01-01T00:30:00.000Z'],
        ['"2024-01-01T00:30:00"', 'invalid.date'],
        ['"2024-13-01T00:30:00Z"', 'invalid.date'],
        ['"2024-01-01T24:00:00Z"', 'invalid.date'],
        ['"2024-01-01"', 'invalid.date'],
        ['5', 'invalid.date'],
      ],
    ],
    [
      'IsoDateOrTimestamp',
      IsoDateOrTimestamp(),
      [
        ['"1980-05-06"', '1980-05-06'],
        ['"1980-05-06T23:00:00.000-05:00"', '1980-05-06'],
        ['"1980-06-31"', 'invalid.date'],
      ],
    ],
    [
      'Email',
      Email(),
      [
        ['"a@b.co"', 'a@b.co'],
        ['"a@b"', 'invalid.value'],
        [`"a@${'b'.repeat(300)}.co"`, 'invalid.length'],
        ['1', 'invalid.value'],
      ],
    ],
    [
      'Phone',
      Phone(),
      [
        ['"+1 (703) 555-1234 x12"', '+1 (703) 555-1234 x12'],
        ['"123"', 'invalid.value'],
        [`"703 555 1234${' '.repeat(30)}"`, 'invalid.length'],
        ['"call me"', 'invalid.value'],
      ],
    ],
    [
      'ListOfText',
      ListOfText({ max: 2, itemMax: 3 }),
      [
        ['["a",7]', ['a', '7']],
        ['[]', []],
        ['["a","b","c"]', 'invalid.length'],
        ['["abcd"]', 'invalid.length'],
        ['[null]', 'cannot.be.null'],
        ['[""]', 'cannot.be.null'],
        ['["abc"]', ['abc']],
        ['["😀😀😀"]', ['😀😀😀']],
        ['["a\\u0000"]', 'invalid.value'],
        ['"a,b"', 'invalid.value'],
        ['{}', 'invalid.value'],
      ],
    ],
    [
      'ListOfText of a form',
      ListOfText({ form: { pattern: /^[1-9]+$/, hint: 'not an id' } }),
      [
        ['["1",2]', ['1', '2']],
        ['["x"]', 'invalid.value'],
      ],
    ],
    [
      'Base64',
      Base64(),
      [
        ['"QQ=="', Buffer.from('A')],
        ['"UU\\r\\nFB \\tQQ=="', Buffer.from('QAAA')],
        ...['QQ', 'QQ=', 'QR==', 'QQ==QQ==', '-_-_', 'QQ==!', 'data:,QQ=='].map(
          (text): [string, string] => [JSON.stringify(text), 'invalid.value'],
        ),
        ['1', 'invalid.value'],
        ['null', undefined],
      ],
    ],
    [
      'ListOfText of codes, one at least',
      ListOfText({ codes: ['A', 'B'], min: 1 }),
      [
        ['["A","B"]', ['A', 'B']],
        ['["a"]', 'invalid.choice'],
        ['[]', 'invalid.value'],
      ],
    ],
    [
      'comma-separated ListOfText',
      ListOfText({ commaSeparated: true }),
      [
        ['"IBM, SPY"', ['IBM', 'SPY']],
        ['["IBM"]', ['IBM']],
        ['""', undefined],
      ],
    ],
  ])('%s', (_name, annotate, cases) => {
    const read = reader(annotate);
    expect(cases.map(([json]) => [json, read(json)])).toEqual(cases);
  });

  it('SecretDigits yields a secret and never shows it', () => {
    const read = reader(SecretDigits({ length: 9 }));
    const secret = read('"123456789"');
    expect(secret).toBeInstanceOf(Secret);
    expect((secret as Secret).reveal()).toBe('123456789');
    class Sample {
      @SecretDigits({ length: 9 }) ssn?: Secret;
    }
    const { problems } = readBody(Sample, parseJsonText('{"ssn":"1234567890"}'), NOW);
    expect(JSON.stringify(problems)).not.toContain('12345');
  });

  it('SecretDigits accepts the mask of responses only with acceptMask', () => {
    const [masked, plain] = [true, false].map((acceptMask) =>
      reader(SecretDigits({ length: 9, acceptMask })),
    );
    expect(masked?.('"*****6789"')).toBeInstanceOf(Secret);
    expect(masked?.('"****6789"')).toBe('invalid.value');
    expect(masked?.('"******6789"')).toBe('invalid.length');
    expect(plain?.('"*****6789"')).toBe('allows.only.digits');
  });

  it('required fields say what is missing, digits how many, and none what was sent [errors.words]', () => {
    class Sample {
      @Text({ required: true, max: 16 }) name?: string;
      @Text({ required: true, pattern: /^A/, hint: 'a text that begins with A' }) text?: string;
      @Code(['A', 'B'], { required: true }) code?: string;
      @IsoDate({ required: true }) day?: string;
      @Amount({ required: () => true, min: '0' }) amount?: Money;
      @ListOfText({ required: true, max: 3 }) list?: readonly string[];
      @SecretDigits({ required: true, length: 9 }) ssn?: Secret;
    }
    const said = (json: string) =>
      Object.fromEntries(
        readBody(Sample, parseJsonText(json), NOW).problems.map(({ field = '', message }) => [
          field,
          message,
        ]),
      );
    const missing = {
      name: 'It is required: 1 to 16 characters.',
      text: 'It is required: a text that begins with A.',
      code: 'It is required: one of A, B.',
      day: 'It is required: a date yyyy-MM-dd.',
      amount:
        'It is required: a decimal number, from 0, at most 15 digits before the point, at most 8 decimal places.',
      list: 'It is required: a list of 0 to 3 items.',
      ssn: 'It is required: 9 digits.',
    };
    expect(said('{}')).toEqual(missing);
    expect(said('{"ssn":"12345678a"}')).toEqual({ ...missing, ssn: 'It must be 9 digits.' });
  });

  it('messages describe valid values', () => {
    class Sample {
      @Text({ pattern: /^A/, hint: 'a text that begins with A' }) text?: string;
      @IsoDate({ past: true }) day?: string;
      @Ticker() ticker?: string;
    }
    const json = '{"text":"B","day":"2026-03-03","ticker":"ibm"}';
    const { problems } = readBody(Sample, parseJsonText(json), NOW);
    expect(problems.map(({ message }) => message)).toEqual([
      'It must be a text that begins with A.',
      'It must be a ticker, such as IBM, BRK.B or 912828YK0.',
      'The date is in the future.',
    ]);
  });

  it('can check the object that holds them, and each item of a list', () => {
    class Item {
      @Identifier() id?: string;
    }
    class Sample {
      @Text({ max: 1 }) other: string | null = null;
      @Text({
        check: (text, _, { other }: Sample) => (text === other ? undefined : `not.${other}`),
      })
      text?: string;
      @ListOf(() => Item, { check: unique('id') }) items?: Item[];
      @Identifier({ check: sameAs('text') }) again?: string;
    }
    const found = (json: string) =>
      readBody(Sample, parseJsonText(json), NOW).problems.map(({ field, errorCode, message }) => [
        field,
        errorCode,
        message,
      ]);
    expect(found('{"text":"a","other":"a"}')).toEqual([]);
    expect(found('{"text":"a","other":"b"}')).toEqual([['text', 'not.b', undefined]]);
    expect(found('{"text":"a"}')).toEqual([['text', 'not.null', undefined]]);
    expect(found('{"again":"a"}')).toEqual([]);
    expect(found('{"text":"a","other":"a","again":"b"}')).toEqual([
      ['again', 'invalid.value', 'It differs from text.'],
    ]);
    const long = ['other', 'invalid.length', 'It must be at most 1 character long.'];
    expect(found('{"text":"a","other":"aa"}')).toEqual([
      long,
      ['text', 'not.undefined', undefined],
    ]);
    expect(found('{"items":[{"id":"1"},{},{},{"id":1},{"id":"1"},{"id":"2"}]}')).toEqual(
      [3, 4].map((index) => ['id', 'invalid.value', `items[${index}]: It is there twice.`]),
    );
  });

  it('can be required if another field is missing', () => {
    class Name {
      @Text({ nullable: true, required: ({ id }: Name) => id === null })
      text: string | null = null;

      @Oid({ nullable: true })
      id: string | null = null;
    }
    class Named {
      @ObjectOf(() => Name)
      name?: Name;
    }
    const missing = ['cannot.be.null'];
    for (const [json, value, codes] of [
      ['{"text":"a"}', { text: 'a', id: null }, []],
      ['{"id":1}', { text: null, id: '1' }, []],
      ['{"text":null,"id":"1"}', { text: null, id: '1' }, []],
      ['{}', { text: null, id: null }, missing],
      ['{"text":null}', { text: null, id: null }, missing],
      ['{"id":" "}', { text: null, id: null }, missing],
      // An invalid field is not missing.
      ['{"id":"?"}', { text: null }, ['invalid.value']],
    ] as const) {
      for (const read of [
        readBody(Name, parseJsonText(json), NOW),
        readBody(Named, parseJsonText(`{"name":${json}}`), NOW),
      ]) {
        expect(read.problems.map(({ errorCode }) => errorCode)).toEqual(codes);
        if (codes.length === 0)
          expect('name' in read.value ? read.value.name : read.value).toEqual(value);
      }
    }
  });
});
